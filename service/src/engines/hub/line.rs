//! Grammar of the lines of the Hub protocol: a command, followed by items of the form `name=value`,
//! `name="value"` or `name`.

use std::fmt::Display;

#[derive(Debug, PartialEq, Eq)]
pub struct Line<'a> {
    pub command: &'a str,
    items: Vec<(&'a str, &'a str)>,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    #[error("the line is empty: expected a command, such as ping")]
    Empty,
    /// A value has no name before it, or a name or a value without quotes contains a quote.
    #[error(
        "character {column} cannot stand there: expected items as name=value, a value with blanks in double quotes"
    )]
    Character {
        /// Column of the wrong character, counted in characters from 1.
        column: usize,
    },
    #[error("the value that begins at character {column} has no closing double quote")]
    OpenQuote {
        /// Column of the opening quote, counted in characters from 1.
        column: usize,
    },
    #[error("`{name}` stands twice; say it once")]
    Twice { name: String },
}

impl<'a> Line<'a> {
    /// Returns the first word of a line, even if the rest of the line is wrong.
    pub fn command_of(text: &'a str) -> &'a str {
        Reader { text, rest: text }.word()
    }

    /// Parses a line. Blanks around and between items are ignored.
    ///
    /// # Errors
    /// The reason why the text is not a line of the protocol.
    pub fn parse(text: &'a str) -> Result<Self, LineError> {
        let mut reader = Reader { text, rest: text };
        let command = reader.word();
        match reader.rest.chars().next() {
            Some(c) if !c.is_whitespace() => return Err(reader.wrong_character()),
            None if command.is_empty() => return Err(LineError::Empty),
            _ => {}
        }
        let mut items: Vec<(&str, &str)> = Vec::new();
        while let Some((name, value)) = reader.item()? {
            if items.iter().any(|&(other, _)| other == name) {
                return Err(LineError::Twice { name: name.chars().take(40).collect() });
            }
            items.push((name, value));
        }
        Ok(Line { command, items })
    }

    /// Returns the value of an item; the empty text for a name without a value, `None` if the name
    /// does not occur.
    pub fn value(&self, name: &str) -> Option<&'a str> {
        self.items.iter().find(|&&(other, _)| other == name).map(|&(_, value)| value)
    }

    pub fn items(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.items.iter().copied()
    }
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Skips blanks, then reads the characters up to the next blank, `=` or quote.
    fn word(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        self.take_until(|c| c.is_whitespace() || matches!(c, '=' | '"'))
    }

    fn take_until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        let (taken, rest) = self.rest.split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn item(&mut self) -> Result<Option<(&'a str, &'a str)>, LineError> {
        let name = self.word();
        if name.is_empty() {
            return if self.rest.is_empty() { Ok(None) } else { Err(self.wrong_character()) };
        }
        let value = match self.rest.strip_prefix('=') {
            None => "",
            Some(rest) => {
                self.rest = rest;
                self.value()?
            }
        };
        match self.rest.chars().next() {
            Some(c) if !c.is_whitespace() => Err(self.wrong_character()),
            _ => Ok(Some((name, value))),
        }
    }

    fn value(&mut self) -> Result<&'a str, LineError> {
        let Some(quoted) = self.rest.strip_prefix('"') else {
            let value = self.take_until(|c| c.is_whitespace() || matches!(c, '=' | '"'));
            return if value.is_empty() { Err(self.wrong_character()) } else { Ok(value) };
        };
        let column = self.column();
        let (value, rest) = quoted.split_once('"').ok_or(LineError::OpenQuote { column })?;
        self.rest = rest;
        Ok(value)
    }

    fn column(&self) -> usize {
        self.text[..self.text.len() - self.rest.len()].chars().count() + 1
    }

    fn wrong_character(&self) -> LineError {
        LineError::Character { column: self.column() }
    }
}

/// Formats a text as the value of an item. Double quotes become single ones, because the protocol
/// cannot express them.
pub fn quoted(text: &str) -> String {
    let clean: String = text
        .chars()
        .map(|c| match c {
            '"' => '\'',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    let is_bare = !clean.is_empty() && !clean.contains(|c: char| c.is_whitespace() || c == '=');
    if is_bare { clean } else { format!("\"{clean}\"") }
}

pub fn error_line(message: impl Display) -> String {
    format!("error message={}", quoted(&message.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Vec<(String, String)> {
        let line = Line::parse(text).unwrap();
        line.items().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn lines_are_taken_apart() {
        assert_eq!(Line::parse("  ping ").unwrap().command, "ping");
        let line = Line::parse("pos  pos=Wee moves=\"50-33 5-14\"\tinfinite empty=\"\"").unwrap();
        assert_eq!(line.command, "pos");
        assert_eq!(line.value("moves"), Some("50-33 5-14"));
        assert_eq!((line.value("infinite"), line.value("empty"), line.value("none")), (Some(""), Some(""), None));
        assert_eq!(items("a b=c d=\"e=f\""), [("b", "c"), ("d", "e=f")].map(|(n, v)| (n.to_owned(), v.to_owned())));
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let wrong = |text| Line::parse(text).unwrap_err();
        for text in ["", "   ", "\t"] {
            assert_eq!(wrong(text), LineError::Empty);
        }
        for (text, column) in
            [("=", 1), ("a =b", 3), ("a b= c", 5), ("a b=c=d", 6), ("a b=c\"d\"", 6), ("\"a\"", 1), ("a=b", 2)]
        {
            assert_eq!(wrong(text), LineError::Character { column }, "{text}");
        }
        assert_eq!(wrong("a b=\"c\"d"), LineError::Character { column: 8 });
        assert_eq!(wrong("ä ö=\"ü"), LineError::OpenQuote { column: 5 });
        assert_eq!(wrong("a b b=1"), LineError::Twice { name: "b".into() });
    }

    #[test]
    fn values_read_back() {
        for text in ["", "a", "a b", "a=b", "tables/my tables"] {
            let line = format!("x y={}", quoted(text));
            assert_eq!(Line::parse(&line).unwrap().value("y"), Some(text));
        }
        assert_eq!(quoted("say \"no\"\n"), "\"say 'no' \"");
    }
}
