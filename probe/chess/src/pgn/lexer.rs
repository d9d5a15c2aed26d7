//! Splits PGN text into words.

use super::error::PgnFault;
use super::letters::FIGURES;
use super::place::Place;

/// Marks behind a move, with their glyphs.
const MARKS: [(&str, u8); 6] = [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    Tag {
        name: String,
        value: String,
    },
    Comment(String),
    Nag(u8),
    OpenVariation,
    CloseVariation,
    /// A move or a result. Move numbers are left out.
    Text(String),
}

#[derive(Debug, Clone)]
pub(super) struct Lexer<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { rest: text.trim_start_matches('\u{feff}'), place: Place { line: 1, column: 1 } }
    }

    /// Returns the next word and its place; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Option<(Place, Result<Word, PgnFault>)> {
        loop {
            let sign = self.peek()?;
            let place = self.place;
            let word = match sign {
                '%' if place.column == 1 => {
                    self.take_while(|sign| sign != '\n');
                    continue;
                }
                _ if sign.is_whitespace() || sign == '.' || sign == '…' => {
                    self.step();
                    continue;
                }
                '[' => self.tag(),
                '{' => self.comment(),
                ';' => {
                    self.step();
                    Ok(Word::Comment(self.take_while(|sign| sign != '\n').trim().to_owned()))
                }
                '$' => {
                    self.step();
                    self.take_while(|sign| sign.is_ascii_digit()).parse().map(Word::Nag).map_err(|_| PgnFault::Nag)
                }
                '!' | '?' => self.mark(),
                '(' => {
                    self.step();
                    Ok(Word::OpenVariation)
                }
                ')' => {
                    self.step();
                    Ok(Word::CloseVariation)
                }
                '*' => {
                    self.step();
                    Ok(Word::Text("*".to_owned()))
                }
                _ if is_of_text(sign) => match self.text() {
                    Some(text) => Ok(Word::Text(text)),
                    None => continue,
                },
                sign => {
                    self.step();
                    Err(PgnFault::Sign { sign })
                }
            };
            return Some((place, word));
        }
    }

    /// Skips to the tags of the next game, lines that begin with `[`. With `in_tags`, the tags of
    /// this game are not over yet.
    pub(super) fn skip_to_next_game(&mut self, mut in_tags: bool) {
        self.take_while(char::is_whitespace);
        if !in_tags && self.place.column == 1 && self.peek() == Some('[') {
            return;
        }
        loop {
            self.take_while(|sign| sign != '\n');
            self.step();
            match self.peek() {
                None => return,
                Some('[') if !in_tags => return,
                Some('[') => {}
                Some(sign) => in_tags &= sign.is_whitespace(),
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn step(&mut self) {
        let Some(sign) = self.peek() else { return };
        self.rest = &self.rest[sign.len_utf8()..];
        self.place = match sign {
            '\n' => Place { line: self.place.line + 1, column: 1 },
            _ => Place { column: self.place.column + 1, ..self.place },
        };
    }

    fn take_while(&mut self, is_wanted: impl Fn(char) -> bool) -> &'a str {
        let before = self.rest;
        while self.peek().is_some_and(&is_wanted) {
            self.step();
        }
        &before[..before.len() - self.rest.len()]
    }

    fn tag(&mut self) -> Result<Word, PgnFault> {
        self.step();
        self.take_while(char::is_whitespace);
        let name = self.take_while(|sign| sign.is_alphanumeric() || sign == '_').to_owned();
        self.take_while(char::is_whitespace);
        if name.is_empty() || self.peek() != Some('"') {
            return Err(PgnFault::Tag);
        }
        self.step();
        let mut value = String::new();
        loop {
            match self.peek() {
                None | Some('\n') => return Err(PgnFault::Tag),
                Some('"') => break,
                Some('\\') => {
                    self.step();
                    value.extend(self.peek().filter(|&sign| sign != '\n'));
                }
                Some(sign) => value.push(sign),
            }
            self.step();
        }
        self.step();
        self.take_while(char::is_whitespace);
        if self.peek() != Some(']') {
            return Err(PgnFault::Tag);
        }
        self.step();
        Ok(Word::Tag { name, value })
    }

    fn comment(&mut self) -> Result<Word, PgnFault> {
        self.step();
        let open = self.clone();
        let text = self.take_while(|sign| sign != '}');
        if self.peek().is_none() {
            // The games behind it can still be read.
            *self = open;
            return Err(PgnFault::OpenComment);
        }
        self.step();
        Ok(Word::Comment(text.split_whitespace().collect::<Vec<_>>().join(" ")))
    }

    fn mark(&mut self) -> Result<Word, PgnFault> {
        let sign = self.peek().unwrap_or_default();
        let mark = self.take_while(|sign| sign == '!' || sign == '?');
        let known = MARKS.iter().find(|(text, _)| *text == mark);
        known.map(|&(_, nag)| Word::Nag(nag)).ok_or(PgnFault::Sign { sign })
    }

    /// Reads a move or a result; `None` for a move number.
    fn text(&mut self) -> Option<String> {
        let mut ahead = self.clone();
        ahead.take_while(|sign| sign.is_ascii_digit());
        // `1.e4` without a space between them.
        if ahead.rest.len() < self.rest.len() && matches!(ahead.peek(), Some('.' | '…')) {
            *self = ahead;
            return None;
        }
        let text = self.take_while(is_of_text);
        // `exd6 e.p.`
        if text == "e" && self.rest.starts_with(".p") {
            (0..2).for_each(|_| self.step());
            return None;
        }
        // A number without a dot is a move number too.
        (text != "ep" && !text.bytes().all(|sign| sign.is_ascii_digit())).then(|| text.to_owned())
    }
}

/// Returns true for characters of moves and results, in the letters of any language and in
/// figurines.
fn is_of_text(sign: char) -> bool {
    sign.is_alphanumeric() || FIGURES.contains(&sign) || "+#=:-/_½×–".contains(sign)
}
