use peatee_generator::units::*;

#[test]
fn bytes_have_two_or_three_digits() {
    let written = [0, 999, 1000, 9_940, 9_960, 61_000, 999_499, 999_500, 1_400_000, 716_000_000, u64::MAX].map(bytes);
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

#[test]
fn amounts_of_memory() {
    assert_eq!(parse_memory("800M"), Ok(800 << 20));
    assert_eq!(parse_memory("12"), Ok(12));
    for wrong in ["", "G", "4GG", "4T", "-1", "99999999999G"] {
        assert!(parse_memory(wrong).is_err(), "{wrong}");
    }
}
