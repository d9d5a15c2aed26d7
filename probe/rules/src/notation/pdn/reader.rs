//! Assembles tokens into games.

use std::collections::{HashSet, VecDeque};

use super::error::{PdnError, PdnFault};
use super::game::{PdnGame, PdnMove, PdnResult, PdnTag, Score};
use super::lexer::{Lexer, Token};
use super::place::Place;

/// Parses all games of a text. A game ends with its result, or where the tags of the next game
/// begin. Comments between games belong to the following game; comments after the last game are
/// dropped.
///
/// Does not check whether moves are legal or tags make sense for a variant.
///
/// # Errors
/// [`PdnError`] with the number of the game, line and column of the first fault.
pub fn read_games(text: &str) -> Result<Vec<PdnGame>, PdnError> {
    each_game(text).collect()
}

/// Parses the games of a text one at a time, like [`read_games`]. After a faulty game it continues
/// with the next one that has tags.
pub fn each_game(text: &str) -> impl Iterator<Item = Result<PdnGame, PdnError>> {
    reader(text, Games::default())
}

/// Parses the moves of one game without tags. There may be no moves, or a result without moves.
///
/// # Errors
/// [`PdnError`], like [`read_games`], and when there are tags or moves of a second game.
pub fn read_moves(text: &str) -> Result<PdnGame, PdnError> {
    let mut games = reader(text, Games { needs_moves: false, ..Games::default() });
    let game = games.next().transpose()?.unwrap_or_default();
    let surplus = match (game.tags.first(), games.next().transpose()?) {
        (Some(tag), _) => Some(tag.place),
        (None, next) => next.map(|next| next.place),
    };
    match surplus {
        Some(place) => Err(PdnError { game: game.number, place, fault: PdnFault::NotOnlyMoves }),
        None => Ok(game),
    }
}

fn reader(text: &str, games: Games) -> Reader<'_> {
    let current = PdnGame { number: 1, ..PdnGame::default() };
    Reader { lexer: Lexer::new(text), games: Games { current, ..games } }
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    games: Games,
}

impl Iterator for Reader<'_> {
    type Item = Result<PdnGame, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Reader { lexer, games } = self;
        loop {
            if let Some(done) = games.done.pop_front() {
                return Some(done);
            }
            let Some((place, lexed)) = lexer.next() else {
                if !games.has_content() {
                    return None;
                }
                games.finish();
                continue;
            };
            let taken = lexed.and_then(|token| games.take(place, token).map_err(|fault| (place, fault)));
            if let Err((place, fault)) = taken {
                games.fail(place, fault, lexer.is_in_tag());
                lexer.skip_game();
            }
        }
    }
}

struct Games {
    done: VecDeque<Result<PdnGame, PdnError>>,
    /// True when a result must have tags or moves before it.
    needs_moves: bool,
    current: PdnGame,
    /// Names of the tags of the current game.
    names: HashSet<String>,
}

impl Default for Games {
    fn default() -> Self {
        Games { done: VecDeque::new(), needs_moves: true, current: PdnGame::default(), names: HashSet::new() }
    }
}

impl Games {
    fn has_content(&self) -> bool {
        !self.current.tags.is_empty() || !self.current.moves.is_empty()
    }

    fn finish(&mut self) {
        let game = self.begin_next();
        self.done.push_back(Ok(game));
    }

    fn begin_next(&mut self) -> PdnGame {
        self.names.clear();
        let next = PdnGame { number: self.current.number + 1, ..PdnGame::default() };
        std::mem::replace(&mut self.current, next)
    }

    /// Abandons the faulty game. A faulty tag after moves belongs to the next game.
    fn fail(&mut self, place: Place, fault: PdnFault, in_tag: bool) {
        if in_tag && !self.current.moves.is_empty() {
            self.finish();
        }
        let PdnGame { number, .. } = self.begin_next();
        self.done.push_back(Err(PdnError { game: number, place, fault }));
    }

    fn take(&mut self, place: Place, token: Token) -> Result<(), PdnFault> {
        match token {
            Token::Tag { name, value } => {
                if !self.current.moves.is_empty() {
                    self.finish();
                }
                if !self.names.insert(name.clone()) {
                    return Err(PdnFault::TagTwice { name });
                }
                self.begin(place);
                self.current.tags.push(PdnTag { name, value, place });
            }
            Token::Comment(text) => match self.current.moves.last_mut() {
                Some(mv) => mv.comments.push(text),
                None => self.current.comments.push(text),
            },
            Token::Nag(number) => {
                self.current.moves.last_mut().ok_or(PdnFault::MarkWithoutMove)?.nags.push(number);
            }
            Token::Move { text, nag } => {
                self.begin(place);
                self.current.moves.push(PdnMove { text, place, nags: nag.into_iter().collect(), comments: Vec::new() });
            }
            Token::Result { text, score } => {
                if self.has_content() || !self.needs_moves && score != Score::Open {
                    self.begin(place);
                    self.current.result = Some(PdnResult { text, score, place });
                    self.finish();
                } else if score != Score::Open {
                    return Err(PdnFault::LoneResult);
                } // else a separator after a game that has ended already
            }
        }
        Ok(())
    }

    fn begin(&mut self, place: Place) {
        if !self.has_content() {
            self.current.place = place;
        }
    }
}
