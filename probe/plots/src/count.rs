/// Formats a count as `1,234,567`.
pub fn count(count: u64) -> String {
    indicatif::HumanCount(count).to_string()
}
