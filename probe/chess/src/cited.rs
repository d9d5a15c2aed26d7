//! Texts of others in messages.

/// The most characters of a text that a message cites, as in messages on draughts.
const CITED_CHARS_MAX: usize = 60;

/// The beginning of a text, for a message.
pub(crate) fn cited(text: &str) -> String {
    match text.char_indices().nth(CITED_CHARS_MAX) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
