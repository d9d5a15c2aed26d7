//! Assembles tokens into records.

use std::collections::{HashSet, VecDeque};

use crate::lexer::{Lexer, Token};
use crate::notation::Notation;
use crate::place::Place;
use crate::record::{RECORD_BYTES_MAX, Record, RecordFault, RecordedMove, Tag, WrittenResult};
use crate::score::compact;

/// Maximum bytes of a value of the tag `Result` that can end a game. A game ends where this value
/// follows the moves. A longer value is not searched for.
const RESULT_BYTES_MAX: usize = 24;

/// Returns the games of a text, in order. A game ends with its result, or where the tags of the
/// next game begin. Comments between games belong to the following game; comments after the last
/// game are dropped.
///
/// The numbers of games and of lines count from `start`. The reader checks neither the legality of
/// moves nor the sense of tags.
pub fn records<N: Notation>(text: &str, start: TextStart) -> Records<'_, N> {
    let current = Record { number: start.number, ..Record::default() };
    Records { lexer: Lexer::new(text, start.line), games: Games { current, ..Games::default() } }
}

/// Numbers of the first game and of the first line of a text. Both are greater than 1 when the text
/// is the continuation of a longer one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextStart {
    /// Number of the first game.
    pub number: usize,
    /// Number of the first line.
    pub line: u32,
}

impl Default for TextStart {
    fn default() -> Self {
        TextStart { number: 1, line: 1 }
    }
}

/// Returns the game of a text that contains only moves. If the text has a tag or a second game,
/// also returns the line and column of the first tag, or else of the second game. The game may have
/// no moves, or a result without moves.
pub fn records_of_moves<N: Notation>(text: &str) -> (Record, Option<Place>) {
    let mut games = records::<N>(text, TextStart::default());
    games.games.takes_lone_results = true;
    let game = games.next().unwrap_or_default();
    let surplus = game.tags.first().map(|tag| tag.place);
    let surplus = surplus.or_else(|| games.next().map(|next| next.place));
    (game, surplus)
}

/// Iterator over the games of a text; [`records`] creates it.
#[derive(Debug)]
pub struct Records<'a, N> {
    lexer: Lexer<'a, N>,
    games: Games,
}

impl<N: Notation> Iterator for Records<'_, N> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let Records { lexer, games } = self;
        loop {
            if let Some(done) = games.done.pop_front() {
                return Some(done);
            }
            let next = lexer.next();
            let faults = std::mem::take(&mut lexer.faults);
            let Some((place, token)) = next else {
                faults.into_iter().for_each(|fault| games.current.add_fault(fault));
                if !games.has_content() {
                    return None;
                }
                games.finish();
                continue;
            };
            games.take(place, token, faults, lexer.at());
            if games.has_new_result_tag {
                games.has_new_result_tag = false;
                let value = games.current.tag("Result").map(|tag| compact(&tag.value));
                lexer.expected_result =
                    value.filter(|value| !value.is_empty() && value.len() <= RESULT_BYTES_MAX && value != "*");
            }
        }
    }
}

#[derive(Debug, Default)]
struct Games {
    done: VecDeque<Record>,
    /// True when a result without tags or moves before it counts as a game.
    takes_lone_results: bool,
    current: Record,
    /// Upper bound of the memory that the current game takes, in bytes.
    bytes: usize,
    /// Names of the tags of the current game, in lower case.
    names: HashSet<String>,
    last_tag_line: u32,
    /// True when the lexer does not yet have the value of the tag `Result` of the current game.
    has_new_result_tag: bool,
}

impl Games {
    fn has_content(&self) -> bool {
        !self.current.tags.is_empty() || !self.current.moves.is_empty()
    }

    fn finish(&mut self) {
        self.names.clear();
        self.bytes = 0;
        self.has_new_result_tag = true;
        let next = Record { number: self.current.number + 1, ..Record::default() };
        self.done.push_back(std::mem::replace(&mut self.current, next));
    }

    /// Adds a token to the current game. `end` is the byte at which the token ends in the text.
    fn take(&mut self, place: Place, token: Token, mut faults: Vec<RecordFault>, end: usize) {
        if let Token::Tag { name, .. } = &token {
            let is_after_gap = place.line > self.last_tag_line + 1;
            self.last_tag_line = place.line;
            let is_repeated = self.names.contains(&name.to_lowercase());
            if !self.current.moves.is_empty() || is_repeated && is_after_gap {
                // Faults before the tag belong to the previous game.
                let (before, own): (Vec<_>, _) = faults.into_iter().partition(|fault| fault.place < place);
                faults = own;
                before.into_iter().for_each(|fault| self.current.add_fault(fault));
                self.finish();
            }
        }
        faults.into_iter().for_each(|fault| self.current.add_fault(fault));
        self.bytes += bytes_of(&token);
        if self.bytes > RECORD_BYTES_MAX && !matches!(token, Token::Result(_)) {
            self.current.is_cut = true;
            return;
        }
        match token {
            Token::Tag { name, value } => self.take_tag(place, name, value),
            Token::Comment(text) => match self.current.moves.last_mut() {
                Some(mv) => mv.comments.push(text),
                None => self.current.comments.push(text),
            },
            Token::Nag(number) => self.current.moves.last_mut().into_iter().for_each(|mv| {
                mv.nags.push(number);
                mv.end = end;
            }),
            Token::Promotion(letter) => {
                let last =
                    self.current.moves.last_mut().filter(|mv| mv.text.ends_with(|sign: char| sign.is_ascii_digit()));
                last.into_iter().for_each(|mv| {
                    mv.text.extend(['=', letter]);
                    mv.end = end;
                });
            }
            Token::Move { text, nag, is_second } => {
                self.begin(place);
                self.current.moves.push(RecordedMove {
                    text,
                    place,
                    end,
                    is_second,
                    nags: nag.into_iter().collect(),
                    comments: Vec::new(),
                });
            }
            Token::Result(text) => {
                if self.has_content() || self.takes_lone_results && text != "*" {
                    self.begin(place);
                    self.current.result = Some(WrittenResult { text, place });
                    self.finish();
                } // else a separator after a game that has ended already
            }
        }
    }

    fn take_tag(&mut self, place: Place, name: String, value: String) {
        if !self.names.insert(name.to_lowercase()) {
            return self.current.add_fault(RecordFault::of_tag(&Tag { name, value, place }));
        }
        self.begin(place);
        self.has_new_result_tag |= name.eq_ignore_ascii_case("Result");
        self.current.tags.push(Tag { name, value, place });
    }

    fn begin(&mut self, place: Place) {
        if !self.has_content() {
            self.current.place = place;
        }
    }
}

/// Returns an upper bound of the memory, in bytes, that a token takes in a record. Includes the
/// spare capacity of lists and sets.
fn bytes_of(token: &Token) -> usize {
    match token {
        Token::Tag { name, value } => 256 + 2 * name.len() + value.len(),
        Token::Comment(text) => 128 + text.len(),
        Token::Move { text, .. } => 224 + text.len(),
        Token::Nag(_) | Token::Promotion(_) => 8,
        Token::Result(text) => text.len(),
    }
}
