//! Hints for wrong names.

/// Returns the known name that is most similar to `name`, and the number of characters that are
/// wrong, missing, too many or swapped; `None` if no names are known.
pub fn nearest<'a>(known: impl IntoIterator<Item = &'a str>, name: &str) -> Option<(&'a str, usize)> {
    let distances = known.into_iter().map(|known| (known, strsim::damerau_levenshtein(known, name)));
    distances.min_by_key(|&(_, wrong)| wrong)
}
