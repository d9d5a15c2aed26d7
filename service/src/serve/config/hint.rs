//! Hints for wrong names of options.

use peatee_questions::names::nearest;

/// Returns a hint for a name that is not among the known names. The hint contains the known name
/// that is most similar to it.
pub fn hint(known: &[&str], name: &str) -> String {
    let nearest = nearest(known.iter().copied(), name).map_or("", |(nearest, _)| nearest);
    format!("the nearest is {nearest}, and `peatee serve --help` lists them")
}
