//! Formats amounts for people.

/// Formats bytes in powers of 1000, like disks and file managers: `950 B`, `1.4 MB`, `716 MB`.
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 6] = ["KB", "MB", "GB", "TB", "PB", "EB"];
    if count < 1000 {
        return format!("{count} B");
    }
    let mut amount = count as f64 / 1000.0;
    let mut unit = 0;
    // An amount that rounds to 1000 of a unit is written in the next unit.
    while amount >= 999.5 && unit + 1 < UNITS.len() {
        amount /= 1000.0;
        unit += 1;
    }
    let digits = usize::from(amount < 9.95);
    format!("{amount:.digits$} {}", UNITS[unit])
}

/// Formats a length of time: `under 1 s`, `12 s`, `3 min`, `2 h 5 min`.
pub fn duration(seconds: f64) -> String {
    if seconds < 1.0 {
        return "under 1 s".to_owned();
    }
    if seconds < 99.5 {
        return format!("{seconds:.0} s");
    }
    let minutes = (seconds / 60.0).round() as u64;
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

/// Formats memory for `--memory`, rounded up to a whole number of `M` or, above 10 GiB, of `G`.
pub fn memory_argument(bytes: u64) -> String {
    const M: u64 = 1 << 20;
    const G: u64 = 1 << 30;
    if bytes > 10 * G { format!("{}G", bytes.div_ceil(G)) } else { format!("{}M", bytes.div_ceil(M)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_two_or_three_digits() {
        let written =
            [0, 999, 1000, 9_940, 9_960, 61_000, 999_499, 999_500, 1_400_000, 716_000_000, u64::MAX].map(bytes);
        let wanted =
            ["0 B", "999 B", "1.0 KB", "9.9 KB", "10 KB", "61 KB", "999 KB", "1.0 MB", "1.4 MB", "716 MB", "18 EB"];
        assert_eq!(written, wanted);
    }

    #[test]
    fn durations_are_whole_numbers() {
        let written = [0.2, 1.0, 59.6, 99.4, 100.0, 3000.0, 3600.0, 7500.0].map(duration);
        assert_eq!(written, ["under 1 s", "1 s", "60 s", "99 s", "2 min", "50 min", "1 h", "2 h 5 min"]);
    }

    #[test]
    fn memory_is_rounded_up() {
        assert_eq!([1, 40 << 20, (40 << 20) + 1, 11 << 30].map(memory_argument), ["1M", "40M", "41M", "11G"]);
    }
}
