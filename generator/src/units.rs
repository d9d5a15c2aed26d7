//! Formatting of amounts for people, and parsing of amounts in arguments.

/// Formats a number of bytes in units of powers of 1000, such as `950 B`, `1.4 MB` or `716 MB`.
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 6] = ["KB", "MB", "GB", "TB", "PB", "EB"];
    if count < 1000 {
        return format!("{count} B");
    }
    let mut amount = count as f64 / 1000.0;
    let mut unit = 0;
    // An amount that would be rounded to 1000 of a unit is written in the next larger unit.
    while amount >= 999.5 && unit + 1 < UNITS.len() {
        amount /= 1000.0;
        unit += 1;
    }
    let digits = usize::from(amount < 9.95);
    format!("{amount:.digits$} {}", UNITS[unit])
}

/// Formats a time, such as `under 1 s`, `12 s`, `3 min` or `2 h 5 min`.
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

/// Formats an amount of memory as an argument of `--memory`, rounded up to whole `M` (MiB) or,
/// above 10 GiB, to whole `G` (GiB).
pub fn memory_argument(bytes: u64) -> String {
    const M: u64 = 1 << 20;
    const G: u64 = 1 << 30;
    if bytes > 10 * G { format!("{}G", bytes.div_ceil(G)) } else { format!("{}M", bytes.div_ceil(M)) }
}

/// Parses an argument of `--memory`: a number of bytes, or a number followed by K, M or G (powers
/// of 1024).
///
/// # Errors
/// The text is not such an amount, or the amount is too large.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(['K', 'M', 'G', 'k', 'm', 'g']);
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err(format!("`{text}` is not an amount of memory, such as 800M or 4G")),
    };
    let number: u64 = digits.parse().map_err(|_| format!("`{text}` is not an amount of memory, such as 800M or 4G"))?;
    number.checked_mul(1 << shift).ok_or_else(|| format!("`{text}` is too large an amount of memory"))
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
