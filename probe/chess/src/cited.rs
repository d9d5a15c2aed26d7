//! Shortens text of others for messages.

/// Maximal number of characters of a text in a message, like in messages on draughts.
const CITED_CHARS_MAX: usize = 60;

/// Returns the beginning of a text, for a message.
pub(crate) fn cited(text: &str) -> String {
    match text.char_indices().nth(CITED_CHARS_MAX) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
