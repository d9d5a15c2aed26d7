//! Hints for wrong names of options.

/// Returns a hint for a name that is not among the known names. The hint contains the known name
/// that is most similar to it.
pub fn hint(known: &[&str], name: &str) -> String {
    let nearest = known.iter().min_by_key(|known| strsim::damerau_levenshtein(known, name));
    format!("the nearest is {}, and `peatee serve --help` lists them", nearest.unwrap_or(&""))
}
