//! Makes text from outside safe to show in messages, logs and terminals.

use std::borrow::Cow;

/// Maximum number of characters of a user's or file's text that a message shows.
const SHORTENED_CHARS_MAX: usize = 60;

/// Escapes characters that a terminal may execute or that reorder a line: control characters except
/// line feeds and tabs, marks of writing direction, and invisible characters.
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| matches!(c, '\n' | '\t') || !is_hazard(c);
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_plain(c) { out.push(c) } else { out.extend(c.escape_unicode()) }
    }
    Cow::Owned(out)
}

/// Returns the beginning of a text on one line, safe to show in a message.
pub fn shortened(text: &str) -> String {
    let mut out = String::new();
    for (number, c) in text.chars().enumerate() {
        match c {
            _ if number == SHORTENED_CHARS_MAX => return out + "...",
            '\n' | '\t' => out.extend(c.escape_default()),
            _ if is_hazard(c) => out.extend(c.escape_unicode()),
            _ => out.push(c),
        }
    }
    out
}

/// Returns true for characters that a terminal may execute, that change the direction of a line, or
/// that are invisible.
pub fn is_hazard(c: char) -> bool {
    let turns_writing =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_unseen = matches!(c, '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{feff}');
    c.is_control() || turns_writing || is_unseen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unseen_characters_are_escaped() {
        assert_eq!(printable("q\u{2028}\u{feff}\u{61c}\u{200b}"), "q\\u{2028}\\u{feff}\\u{61c}\\u{200b}");
    }

    #[test]
    fn commands_of_a_terminal_are_escaped() {
        assert_eq!(printable("W:W31\nB:B1"), "W:W31\nB:B1");
        assert_eq!(printable("a\x1b[2Jb"), "a\\u{1b}[2Jb");
        assert_eq!(printable("a\u{9b}2J\r\u{202e}"), "a\\u{9b}2J\\u{d}\\u{202e}");
        assert_eq!(shortened("1\n2\x07"), "1\\n2\\u{7}");
        assert_eq!(shortened(&"x".repeat(61)), "x".repeat(60) + "...");
        assert_eq!(shortened(&"x".repeat(60)), "x".repeat(60));
    }
}
