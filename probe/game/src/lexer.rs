//! Splits the text of records into tokens with their places.

use std::marker::PhantomData;

use crate::notation::Notation;
use crate::place::Place;
use crate::record::{FAULTS_MAX, RecordFault};
use crate::score::{self, Score};
use crate::signs;
use crate::tag_line::{self, TagText, is_tag_line};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    /// A tag: `[Name "value"]`.
    Tag { name: String, value: String },
    /// Text of a comment in any notation.
    Comment(String),
    /// Numeric annotation glyph: 7 for `$7`, 5 for `!?`.
    Nag(u16),
    /// A word that may be a move. `nag` is the numeric annotation glyph of a mark directly after
    /// the word. `is_second` is true after a move number with several points, such as `1...`.
    Move { text: String, nag: Option<u16>, is_second: bool },
    /// Letter of the piece that the previous move promotes to: `(Q)`, `=Q`.
    Promotion(char),
    /// Result of a game, as in `1-0`.
    Result(String),
}

/// Reads tokens from a text, skipping move numbers and variations.
#[derive(Debug)]
pub(crate) struct Lexer<'a, N> {
    text: &'a str,
    /// Index of the next byte to read.
    at: usize,
    place: Place,
    /// True while the current line has only white space so far.
    at_line_start: bool,
    /// Value of the tag `Result` of this game, in the form of [`score::compact`]. The lexer
    /// searches the text for this value; with `None`, it does not search.
    pub expected_result: Option<String>,
    /// Faults that were found and ignored since the previous token.
    pub faults: Vec<RecordFault>,
    /// True between a move number with several points, such as `1...`, and the move after it.
    is_second: bool,
    /// Byte index. A comment that begins before this byte ends at its first closing brace, because
    /// its braces do not match.
    plain_until: usize,
    notation: PhantomData<N>,
}

const WORD_ENDS: &str = "{}()[];$!?\"\u{201c}\u{201d}<>";

/// Maximum bytes between the angle brackets of an HTML tag. Records copied from web pages have such
/// tags.
const MARKUP_BYTES_MAX: usize = 16;

impl<N> Clone for Lexer<'_, N> {
    fn clone(&self) -> Self {
        let expected_result = self.expected_result.clone();
        Lexer { expected_result, faults: Vec::new(), ..*self }
    }
}

impl<'a, N: Notation> Lexer<'a, N> {
    /// Creates the lexer of a text. `line` is the number of its first line, which is above 1 if the
    /// text is part of a longer one.
    pub fn new(text: &'a str, line: u32) -> Self {
        let place = Place { line, column: 1 };
        let (faults, notation) = (Vec::new(), PhantomData);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (expected_result, is_second, plain_until) = (None, false, 0);
        Lexer { text, at: 0, place, at_line_start: true, expected_result, faults, is_second, plain_until, notation }
    }

    /// Returns the number of bytes that have been read.
    pub fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let found = self.peek()?;
        self.at += found.len_utf8();
        if found == '\n' || found == '\r' && self.peek() != Some('\n') {
            self.place = Place { line: self.place.line.saturating_add(1), column: 1 };
            self.at_line_start = true;
        } else {
            self.place.column = self.place.column.saturating_add(1);
            self.at_line_start &= is_blank(found);
        }
        Some(found)
    }

    fn bump_to(&mut self, end: usize) -> &'a str {
        let start = self.at;
        let bytes = &self.text.as_bytes()[start..end.max(start)];
        if bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) {
            self.at = end.max(start);
            self.place.column = self.place.column.saturating_add(bytes.len() as u32);
            self.at_line_start &= bytes.iter().all(|&byte| byte == b' ');
        }
        while self.at < end && self.bump().is_some() {}
        &self.text[start..self.at]
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let bytes = rest.find(|sign| !keep(sign)).unwrap_or(rest.len());
        self.bump_to(self.at + bytes)
    }

    fn ignore(&mut self, place: Place, text: &str) {
        // The list keeps the first faults, as a record does, and the last one, which may belong to
        // the next record.
        self.faults.truncate(FAULTS_MAX);
        self.faults.push(RecordFault::ignored(place, text));
    }

    /// Returns the next token with its line and column; `None` at the end of the text.
    pub fn next(&mut self) -> Option<(Place, Token)> {
        loop {
            let first = self.peek()?;
            let place = self.place;
            let token = match first {
                '%' if self.at_line_start => {
                    self.line();
                    None
                }
                _ if is_blank(first) => {
                    self.bump();
                    None
                }
                '[' => self.bracket(),
                '{' => Some(Token::Comment(self.comment())),
                ';' => Some(Token::Comment(self.line().to_owned())),
                '$' => self.glyph(),
                '!' | '?' => signs::mark(self.take_while(|sign| matches!(sign, '!' | '?'))).map(Token::Nag),
                '(' => self.parenthesis(),
                '<' if self.markup() => None,
                _ if signs::sign(first).is_some() => {
                    self.bump();
                    signs::sign(first).map(Token::Nag)
                }
                _ if WORD_ENDS.contains(first) => {
                    self.bump();
                    self.ignore(place, first.encode_utf8(&mut [0; 4]));
                    None
                }
                _ => match self.word() {
                    Some(placed) => return Some(placed),
                    None => continue,
                },
            };
            if let Some(token) = token {
                return Some((place, token));
            }
        }
    }

    /// Skips one character and returns the rest of the line without white space around it.
    fn line(&mut self) -> &'a str {
        self.bump();
        self.take_while(|sign| sign != '\n' && sign != '\r').trim()
    }

    /// Returns true when a new game begins at byte `at`, because a tag is there at the start of a
    /// line. Also used inside comments and variations, whose closing bracket may be missing.
    fn is_at_game(&self, at: usize) -> bool {
        let before = self.text[..at].trim_end_matches([' ', '\t']);
        let is_line_start = before.is_empty() || before.ends_with(['\n', '\r']);
        is_line_start && is_tag_line(self.text[at..].split(['\n', '\r']).next().unwrap_or_default())
    }

    /// Reads a tag. Returns `None` for other text in brackets, which is skipped and recorded as a
    /// fault.
    fn bracket(&mut self) -> Option<Token> {
        let place = self.place;
        if let Some(TagText { name, value, bytes, is_plain }) = tag_line::tag(self.rest(), self.at_line_start) {
            let text = self.bump_to(self.at + bytes);
            if !is_plain {
                self.ignore(place, text);
            }
            return Some(Token::Tag { name, value });
        }
        let text = self.take_while(|sign| !matches!(sign, ']' | '\n' | '\r'));
        if self.peek() == Some(']') {
            self.bump();
        }
        self.ignore(place, text);
        None
    }

    /// Reads a comment in braces. A comment without an end extends to the next game.
    fn comment(&mut self) -> String {
        let place = self.place;
        self.bump();
        let (end, is_closed) = self.comment_end();
        let mut text = String::new();
        for word in self.bump_to(end).split_whitespace() {
            text.extend([if text.is_empty() { "" } else { " " }, word]);
        }
        if is_closed {
            self.bump();
        } else {
            self.ignore(place, "{");
        }
        text
    }

    /// Returns the byte at which the current comment ends, and whether this byte is a closing
    /// brace. A comment may contain other comments, so it ends at the matching brace. If there is
    /// no matching brace before the next game, the comment ends at the first closing brace.
    fn comment_end(&mut self) -> (usize, bool) {
        let may_nest = self.at >= self.plain_until;
        let (mut depth, mut first_close, mut at) = (1, None, self.at);
        let mut is_line_comment = false;
        let bytes = self.text.as_bytes();
        while at < bytes.len() {
            match bytes[at] {
                b'\n' | b'\r' => is_line_comment = false,
                // After a closing brace the comment may be over. A `;` may then begin a comment
                // that ends with the line.
                b';' => is_line_comment = first_close.is_some(),
                b'[' if self.is_at_game(at) && self.has_empty_line_before(at) => break,
                b'{' if !is_line_comment => depth += 1,
                b'}' if !is_line_comment => {
                    depth -= 1;
                    if depth == 0 || !may_nest {
                        return (at, true);
                    }
                    first_close.get_or_insert(at);
                }
                _ => {}
            }
            at += 1;
        }
        self.plain_until = at;
        first_close.map_or((at, false), |close| (close, true))
    }

    fn has_empty_line_before(&self, at: usize) -> bool {
        let before = self.text[..at].trim_end_matches([' ', '\t']);
        let before = before.strip_suffix('\n').map_or(before, |line| line.strip_suffix('\r').unwrap_or(line));
        before.trim_end_matches([' ', '\t', '\r']).is_empty()
            || before.trim_end_matches([' ', '\t', '\r']).ends_with('\n')
    }

    /// Skips an HTML tag, such as `<br />`. Returns false if there is none.
    fn markup(&mut self) -> bool {
        let inside = self.rest()[1..].split_once('>').map(|(inside, _)| inside);
        let is_markup = |inside: &&str| {
            inside.len() <= MARKUP_BYTES_MAX
                && inside.contains(|sign: char| sign.is_ascii_alphabetic())
                && inside.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'/' | b' '))
        };
        let Some(inside) = inside.filter(is_markup) else { return false };
        self.bump_to(self.at + inside.len() + 2);
        self.at_line_start |= inside.starts_with("br");
        true
    }

    fn glyph(&mut self) -> Option<Token> {
        self.bump();
        self.take_while(|sign| sign.is_ascii_digit()).parse().map(Token::Nag).ok()
    }

    /// Reads a mark `(!)` or a promotion `(Q)`. Otherwise skips a variation with all nested
    /// variations, and returns `None`.
    fn parenthesis(&mut self) -> Option<Token> {
        let (inside, end) = self.rest()[1..].split_once([')', '(']).unwrap_or_default();
        let is_closed = inside.len() <= 5 && self.rest()[..self.rest().len() - end.len()].ends_with(')');
        let inside = inside.trim();
        let mark = Some(inside).filter(|inside| inside.starts_with(['!', '?']) && is_closed).and_then(signs::mark);
        let mut letters = inside.trim_start_matches('=').chars();
        let piece = letters.next().filter(|letter| letter.is_alphabetic() && letters.next().is_none() && is_closed);
        if mark.is_some() || piece.is_some() {
            self.bump_to(self.text.len() - end.len());
            return mark.map(Token::Nag).or_else(|| piece.map(Token::Promotion));
        }
        self.variation();
        None
    }

    /// Skips a variation. A variation without an end extends to the next game.
    fn variation(&mut self) {
        let (place, mut depth) = (self.place, 0u32);
        while let Some(found) = self.peek() {
            match found {
                '(' => depth += 1,
                ')' => depth -= 1,
                '[' if self.is_at_game(self.at) => break,
                '{' => {
                    self.comment();
                    continue;
                }
                ';' => {
                    self.line();
                    continue;
                }
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return;
            }
        }
        self.ignore(place, "(");
    }

    /// Reads a move or a result, with an optional move number before it. Returns `None` for a move
    /// number without a move and for meaningless signs.
    fn word(&mut self) -> Option<(Place, Token)> {
        let start = self.place;
        if let Some(end) = self.expected_result_end() {
            let text = self.bump_to(end).trim_end_matches('*');
            return Some((start, Token::Result(text.to_owned())));
        }
        let word = self.joined_word();
        if let Some(result) = result::<N>(&word) {
            return Some((start, result)); // before `0.5-0.5` is taken for a number and a move
        }
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let text = word[digits..].trim_start_matches(['.', '…']);
        let points = &word[digits..word.len() - text.len()];
        let text = if points.is_empty() { &word } else { text };
        if !points.is_empty() {
            self.is_second = points.contains('…') || points.len() > 1;
        }
        let text = text.trim_end_matches(['.', '…']);
        if text.is_empty() || text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let bytes_before = text.as_ptr().addr() - word.as_ptr().addr();
        let skipped = word[..bytes_before].chars().count() as u32;
        let place = Place { column: start.column.saturating_add(skipped), ..start };
        let is_second = std::mem::take(&mut self.is_second);
        Some((place, result::<N>(text).or_else(|| word_token::<N>(text, is_second))?))
    }

    /// Reads a word. A word may have spaces around the sign between two squares: `32 - 28`, `1- 7`.
    fn joined_word(&mut self) -> String {
        let is_of_word = |sign: char| {
            sign.is_ascii_alphanumeric() || !is_blank(sign) && !WORD_ENDS.contains(sign) && signs::sign(sign).is_none()
        };
        let is_star = |sign| sign == '*' && !N::HAS_STAR_CAPTURES;
        if self.peek().is_some_and(is_star) {
            self.bump();
            return "*".to_owned();
        }
        let mut word = String::new();
        loop {
            word.extend(self.take_while(|sign| is_of_word(sign) && !is_star(sign)).chars().map(score::plain_sign));
            let ahead = self.rest().trim_start_matches([' ', '\t']);
            let is_next = |sign: char| ['-', 'x', ':'].contains(&score::plain_sign(sign));
            let joins = match ahead.chars().next() {
                _ if ahead.len() == self.rest().len() => false,
                Some(sign) if is_next(sign) => {
                    ends_with_square(&word)
                        && begins_with_square(ahead[sign.len_utf8()..].trim_start_matches([' ', '\t']))
                }
                Some(_) => {
                    let before = word.strip_suffix(['-', 'x', ':']);
                    before.is_some_and(ends_with_square) && begins_with_square(ahead)
                }
                None => false,
            };
            if !joins {
                return word;
            }
            self.take_while(is_blank);
            // The sign belongs to the word. The spaces after it are skipped.
            if let Some(sign) = self.peek().filter(|&sign| is_next(sign)) {
                word.push(score::plain_sign(sign));
                self.bump();
                self.take_while(is_blank);
            }
        }
    }

    /// Returns the byte index after the result, if the value of the tag `Result` stands at the
    /// current byte and ends the game; otherwise `None`.
    fn expected_result_end(&self) -> Option<usize> {
        let mut expected = self.expected_result.as_deref()?.chars().peekable();
        let mut end = self.at;
        for sign in self.rest().chars() {
            match expected.peek() {
                None => break,
                Some(&next) if score::plain_sign(sign) == next => {
                    expected.next();
                }
                Some(_) if sign == ' ' && end > self.at => {}
                Some(_) => return None,
            }
            end += sign.len_utf8();
        }
        let after = self.text[end..].trim_start_matches('*').chars().next();
        if expected.next().is_some() || after.is_some_and(|sign| !is_blank(sign) && !WORD_ENDS.contains(sign)) {
            return None;
        }
        let mut ahead = Lexer { at: end, expected_result: None, at_line_start: false, ..self.clone() };
        loop {
            match ahead.next() {
                None | Some((_, Token::Tag { .. })) => return Some(end),
                Some((_, Token::Comment(_) | Token::Nag(_))) => {}
                Some((_, Token::Result(text))) if text == "*" => {}
                Some(_) => return None,
            }
        }
    }
}

fn is_blank(sign: char) -> bool {
    sign.is_whitespace() || sign.is_control() || matches!(sign, '\u{feff}' | '\u{200b}'..='\u{200f}')
}

fn is_square(text: &str) -> bool {
    let digits = text.strip_prefix(|sign: char| sign.is_ascii_alphabetic()).unwrap_or(text);
    (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true for a text that ends with a square. Such a text can be continued by a space and a
/// capture sign or `-`.
fn ends_with_square(text: &str) -> bool {
    let mut parts = text.rsplit(['-', 'x', ':', '.']);
    parts.next().is_some_and(|last| is_square(last) || is_square(last.trim_start_matches(char::is_uppercase)))
}

/// Returns true for a text that begins with a square. A move number is no square, even if it looks
/// like one.
fn begins_with_square(text: &str) -> bool {
    let end = text.find(|sign: char| !sign.is_ascii_alphanumeric()).unwrap_or(text.len());
    is_square(text[..end].split('x').next().unwrap_or_default()) && !text[end..].starts_with('.')
}

/// Parses a result, with or without a final `*`: `2-0*`. Returns `None` for other words.
fn result<N: Notation>(word: &str) -> Option<Token> {
    let text = word.strip_suffix('*').filter(|text| !text.is_empty()).unwrap_or(word);
    // A word such as `+/-` judges a position. It is a result only if the tag `Result` has it.
    (Score::is_result(text) && signs::word(text).is_none() && !N::may_be_move(text))
        .then(|| Token::Result(text.to_owned()))
}

fn word_token<N: Notation>(text: &str, is_second: bool) -> Option<Token> {
    if let Some(glyph) = signs::word(text) {
        return glyph.map(Token::Nag);
    }
    if let Some(piece) = text.strip_prefix('=').filter(|rest| rest.len() == 1) {
        return piece.chars().next().filter(|letter| letter.is_alphabetic()).map(Token::Promotion);
    }
    let (text, nag) = match text.strip_suffix('*') {
        Some(text) => (text.trim_end_matches(['.', '…', '*']), Some(signs::FORCED)),
        None => (text, None),
    };
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (text, nag) = match signs::split_judgement(text) {
        Some((before, glyph)) if N::move_text(before).is_some() => (before, Some(glyph)),
        _ => (text, nag),
    };
    Some(Token::Move { text: N::move_text(text).unwrap_or_else(|| text.to_owned()), nag, is_second })
}
