//! Splits PDN text into tokens with their places.

use super::error::PdnFault;
use super::game::Score;
use super::place::Place;
use crate::notation::shortened;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag { name: String, value: String },
    /// The text of a comment of either kind.
    Comment(String),
    /// The number of `$7`, or of a mark such as `!?`.
    Nag(u16),
    /// A move, with the glyph of a mark attached to it.
    Move { text: String, nag: Option<u16> },
    /// A result.
    Result { text: String, score: Score },
}

/// Reads tokens from a text, skipping move numbers and variations.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    rest: std::str::Chars<'a>,
    place: Place,
    /// True while the line has only white space so far.
    at_line_start: bool,
    /// Start of the token read last.
    token: (std::str::Chars<'a>, Place),
}

type Lexed = Result<Token, (Place, PdnFault)>;

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let place = Place { line: 1, column: 1 };
        Lexer { rest: text.chars(), place, at_line_start: true, token: (text.chars(), place) }
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn bump(&mut self) -> Option<char> {
        let found = self.rest.next()?;
        if found == '\n' {
            self.place = Place { line: self.place.line.saturating_add(1), column: 1 };
            self.at_line_start = true;
        } else {
            self.place.column = self.place.column.saturating_add(1);
            self.at_line_start &= found.is_whitespace();
        }
        Some(found)
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(found) = self.peek().filter(|&c| keep(c)) {
            taken.push(found);
            self.bump();
        }
        taken
    }

    /// Returns the next token with its place; `None` at the end of the text.
    pub fn next(&mut self) -> Option<(Place, Lexed)> {
        loop {
            let first = self.peek()?;
            let place = self.place;
            self.token = (self.rest.clone(), place);
            let lexed = match first {
                '%' if self.at_line_start => {
                    self.line();
                    continue;
                }
                _ if first.is_whitespace() => {
                    self.bump();
                    continue;
                }
                '[' => self.tag(),
                '{' => self.braced().map(Token::Comment),
                ';' => Ok(Token::Comment(self.line())),
                '$' => self.nag(),
                '!' | '?' => self.mark(),
                '(' => match self.variation() {
                    Ok(None) => continue,
                    Ok(Some(token)) => Ok(token),
                    Err(error) => Err(error),
                },
                ')' | '}' | ']' => Err((place, PdnFault::Unopened { found: first })),
                '/' => Err((place, PdnFault::SetUpBetweenMoves)),
                '"' => Err((place, PdnFault::Character { found: first })),
                _ => match self.word() {
                    Ok(None) => continue,
                    Ok(Some((place, token))) => return Some((place, Ok(token))),
                    Err(error) => Err(error),
                },
            };
            return Some((place, lexed));
        }
    }

    /// Returns true when the token read last begins with a bracket.
    pub fn is_in_tag(&self) -> bool {
        self.token.0.as_str().starts_with('[')
    }

    /// Skips the game of the token read last: continues at the next line that begins with a tag and
    /// follows lines of other content.
    pub fn skip_game(&mut self) {
        let mut in_tags = self.is_in_tag();
        (self.rest, self.place) = self.token.clone();
        loop {
            self.take_while(|c| c != '\n');
            if self.bump().is_none() {
                return;
            }
            let line = self.rest.as_str().lines().next().unwrap_or_default().trim();
            match is_tag_line(line) {
                true if !in_tags => return,
                is_tag => in_tags &= is_tag || line.is_empty(),
            }
        }
    }

    /// Returns the rest of the line after its first character.
    fn line(&mut self) -> String {
        self.bump();
        self.take_while(|c| c != '\n').trim().to_owned()
    }

    fn braced(&mut self) -> Result<String, (Place, PdnFault)> {
        let place = self.place;
        self.bump();
        let text = self.take_while(|c| c != '}');
        match self.bump() {
            Some(_) => Ok(text.trim().to_owned()),
            None => Err((place, PdnFault::OpenComment)),
        }
    }

    fn tag(&mut self) -> Lexed {
        let expect = |lexer: &Self, expected| Err((lexer.place, PdnFault::Tag { expected }));
        self.bump();
        self.take_while(char::is_whitespace);
        if !self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            return expect(self, "a name");
        }
        let name = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        self.take_while(char::is_whitespace);
        if self.peek() != Some('"') {
            return expect(self, "a value in quotes");
        }
        let value = self.quoted(&name)?;
        self.take_while(char::is_whitespace);
        if self.peek() != Some(']') {
            return expect(self, "`]`");
        }
        self.bump();
        Ok(Token::Tag { name, value })
    }

    fn quoted(&mut self, name: &str) -> Result<String, (Place, PdnFault)> {
        let place = self.place;
        let open = || (place, PdnFault::OpenValue { name: shortened(name) });
        self.bump();
        let mut value = String::new();
        loop {
            match self.peek() {
                None | Some('\n') => return Err(open()),
                Some('"') => {
                    self.bump();
                    return Ok(value);
                }
                Some('\\') => {
                    self.bump();
                    match self.peek() {
                        Some(escaped @ ('"' | '\\')) => {
                            self.bump();
                            value.push(escaped);
                        }
                        _ => value.push('\\'),
                    }
                }
                Some(other) => {
                    self.bump();
                    value.push(other);
                }
            }
        }
    }

    fn nag(&mut self) -> Lexed {
        let place = self.place;
        self.bump();
        let digits = self.take_while(|c| c.is_ascii_digit());
        digits.parse().map(Token::Nag).map_err(|_| (place, PdnFault::Nag))
    }

    fn mark(&mut self) -> Lexed {
        let place = self.place;
        let mark = self.take_while(|c| matches!(c, '!' | '?'));
        match mark_number(&mark) {
            Some(number) => Ok(Token::Nag(number)),
            None => Err((place, PdnFault::Mark { mark: shortened(&mark) })),
        }
    }

    /// Skips a variation with all nested variations. `(!)` is a mark.
    fn variation(&mut self) -> Result<Option<Token>, (Place, PdnFault)> {
        let mut after = self.rest.clone();
        after.next();
        let inside: String = after.clone().take_while(|c| matches!(c, '!' | '?')).take(3).collect();
        if let Some(number) = mark_number(&inside)
            && after.nth(inside.len()) == Some(')')
        {
            for _ in 0..inside.len() + 2 {
                self.bump();
            }
            return Ok(Some(Token::Nag(number)));
        }
        let mut opened = Vec::new();
        while let Some(found) = self.peek() {
            match found {
                '(' => opened.push(self.place),
                ')' => {
                    opened.pop();
                }
                '{' => {
                    self.braced()?;
                    continue;
                }
                ';' => {
                    self.line();
                    continue;
                }
                _ => {}
            }
            self.bump();
            if opened.is_empty() {
                return Ok(None);
            }
        }
        Err((opened.last().copied().unwrap_or(self.place), PdnFault::OpenVariation))
    }

    /// Reads a move or a result, with an optional move number before it; `None` for a number alone.
    fn word(&mut self) -> Result<Option<(Place, Token)>, (Place, PdnFault)> {
        let start = self.place;
        let word = self.take_while(|c| !c.is_whitespace() && !"{}()[];$!?\"".contains(c)).replace(DASHES, "-");
        if let Some(result) = result(&word) {
            return Ok(Some((start, result))); // before `0.5-0.5` is taken for a number and a move
        }
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dots = word[digits..].bytes().take_while(|&b| b == b'.').count();
        let text = if dots > 0 { &word[digits + dots..] } else { &word };
        if text.is_empty() {
            return Ok(None);
        }
        let skipped = (word.len() - text.len()) as u32; // digits and dots: one byte each
        let place = Place { column: start.column.saturating_add(skipped), ..start };
        if let Some(result) = result(text) {
            return Ok(Some((place, result)));
        }
        let (text, nag) = match text.strip_suffix('*') {
            Some(text) => (text, Some(7)), // forced
            None => (text, None),
        };
        match move_text(text) {
            Some(text) => Ok(Some((place, Token::Move { text, nag }))),
            None => Err((place, PdnFault::Word { word: shortened(text) })),
        }
    }
}

/// Returns true for `[Name "`. A comment over several lines may have other brackets at the start of
/// a line.
fn is_tag_line(line: &str) -> bool {
    line.strip_prefix('[').is_some_and(|rest| {
        let rest = rest.trim_start();
        let value = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        value.len() < rest.len() && value.trim_start().starts_with('"')
    })
}

fn mark_number(mark: &str) -> Option<u16> {
    Some(match mark {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}

/// Parses a result, with or without the final `*` of the moves behind it: `2-0*`.
fn result(word: &str) -> Option<Token> {
    let text = word.strip_suffix('*').filter(|text| !text.is_empty()).unwrap_or(word);
    Score::parse(text).map(|score| Token::Result { text: text.to_owned(), score })
}

/// Returns the move if the word has the form of one: squares joined by separators, or squares such
/// as `c3` side by side. A single square is a removal in the opening. In short notation, `cd4` or
/// `c:d4`, a file replaces the first square.
fn move_text(word: &str) -> Option<String> {
    let mut parts: Vec<&str> = word.split(['-', 'x', 'X', ':', '*']).collect();
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let is_lettered = |text: &str| text.starts_with(is_letter) && is_square(text);
    let after_file = parts[0].strip_prefix(is_letter).filter(|rest| rest.is_empty() || is_lettered(rest));
    if let Some(rest) = after_file {
        parts[0] = rest;
        let squares = &parts[usize::from(rest.is_empty())..];
        return (!squares.is_empty() && squares.iter().all(|square| is_lettered(square))).then(|| word.to_owned());
    }
    if parts.len() >= 2 {
        return parts.iter().all(|square| is_square(square)).then(|| word.to_owned());
    }
    let mut squares: Vec<String> = Vec::new();
    for found in word.chars() {
        if found.is_ascii_alphabetic() {
            squares.push(String::new());
        }
        squares.last_mut()?.push(found);
    }
    let is_path = !squares.is_empty() && squares.iter().all(|square| is_square(square));
    is_path.then(|| squares.join("-"))
}

/// Dashes that word processors write for `-`: hyphens, figure, en and em dash, minus.
const DASHES: [char; 6] = ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];

fn is_square(text: &str) -> bool {
    let digits = text.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or(text);
    (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}
