//! Parses tags as people write them: `[Name "value"]`, also with odd names, other quotes or no
//! quotes.

const QUOTES: [char; 7] = ['"', '\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}', '\u{bb}', '\''];

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TagText {
    pub name: String,
    pub value: String,
    pub bytes: usize,
    /// False for a tag that departs from the PGN standard.
    pub is_plain: bool,
}

/// Returns true for a line that begins like `[Name "`. A line that begins with another bracket may
/// belong to a comment of several lines.
pub fn is_tag_line(line: &str) -> bool {
    line.strip_prefix('[').is_some_and(|rest| {
        let rest = rest.trim_start_matches([' ', '\t']);
        let value = rest.trim_start_matches(is_of_name);
        value.len() < rest.len() && value.trim_start_matches([' ', '\t']).starts_with('"')
    })
}

fn is_of_name(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// Parses the tag at the beginning of a text; `None` if there is no tag. Only a tag at the start of
/// a line may depart from the PGN standard.
pub(crate) fn tag(text: &str, at_line_start: bool) -> Option<TagText> {
    plain(text).or_else(|| at_line_start.then(|| lenient(text))?)
}

fn plain(text: &str) -> Option<TagText> {
    let rest = text.strip_prefix('[')?.trim_start();
    let name_end = rest.find(|sign| !is_of_name(sign))?;
    let (name, rest) = rest.split_at(name_end);
    let mut signs = rest.trim_start().strip_prefix('"').filter(|_| !name.is_empty())?.chars();
    let mut value = String::new();
    loop {
        match signs.next()? {
            '\n' | '\r' => return None,
            '"' => break,
            '\\' if signs.as_str().starts_with(['"', '\\']) => value.extend(signs.next()),
            sign => value.push(sign),
        }
    }
    let rest = signs.as_str().trim_start().strip_prefix(']')?;
    Some(TagText { name: name.to_owned(), value, bytes: text.len() - rest.len(), is_plain: true })
}

/// Parses a tag that departs from the PGN standard; `None` if the text is no such tag. The tag ends
/// with its line at the latest.
fn lenient(text: &str) -> Option<TagText> {
    let line = text.split(['\n', '\r']).next()?;
    let inside = line.strip_prefix('[')?.trim_start();
    let begins = inside.starts_with(char::is_alphabetic);
    let name_end =
        inside.find(|sign: char| sign.is_whitespace() || QUOTES.contains(&sign) || sign == ']').unwrap_or(inside.len());
    let (name, body) = inside.split_at(if begins { name_end } else { return None });
    let body_start = line.len() - body.len();
    // The value ends at the first quote that is followed by a closing bracket, otherwise at the
    // last closing bracket.
    let mut closing = body
        .char_indices()
        .filter(|&(at, sign)| sign == ']' && body[..at].trim_end().ends_with(QUOTES))
        .map(|(at, _)| at);
    let opening = body.find(|sign| QUOTES.contains(&sign)).unwrap_or(0);
    let end = closing.find(|&at| body[..at].trim_end().len() > opening + 2).or_else(|| body.rfind(']'));
    let value = body[..end.unwrap_or(body.len())].trim();
    let value = value.strip_prefix(QUOTES).unwrap_or(value);
    let value = value.strip_suffix(QUOTES).unwrap_or(value).replace("\\\"", "\"");
    let bytes = end.map_or(line.len(), |end| body_start + end + 1);
    Some(TagText { name: name.to_owned(), value, bytes, is_plain: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_the_standard_and_of_people_are_read() {
        for (text, name, value, is_plain, rest) in [
            (r#"[Event "a \"b\" \\ c"] x"#, "Event", r#"a "b" \ c"#, true, " x"),
            (r#"[ Event   "" ]"#, "Event", "", true, ""),
            (r#"[FEN "[W:W1:B2]"]"#, "FEN", "[W:W1:B2]", true, ""),
            (r#"[Event "The "Open" 2020"] [Site "x"]"#, "Event", r#"The "Open" 2020"#, false, r#" [Site "x"]"#),
            ("[White A. Body]\n[B \"x\"]", "White", "A. Body", false, "\n[B \"x\"]"),
            ("[White \u{201c}A\u{201d}]", "White", "A", false, ""),
            ("[White-Elo \"2000\"]", "White-Elo", "2000", false, ""),
            ("[Event \"x", "Event", "x", false, ""),
            ("[Event", "Event", "", false, ""),
            ("[Белые \"Иванов\"]", "Белые", "Иванов", true, ""),
        ] {
            let found = tag(text, true).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.name.as_str(), found.value.as_str(), found.is_plain), (name, value, is_plain), "{text}");
            assert_eq!(&text[found.bytes..], rest, "{text}");
        }
        for text in ["[]", "[%clk 1]", "[+0.3]", "["] {
            assert_eq!(tag(text, true), None, "{text}");
        }
        assert_eq!(tag("[White A]", false), None);
    }
}
