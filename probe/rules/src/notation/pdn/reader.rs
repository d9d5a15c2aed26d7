//! Tokens put together to games.

use std::collections::{HashSet, VecDeque};

use super::error::{PdnError, PdnFault};
use super::game::{PdnGame, PdnMove, PdnResult, PdnTag, Score};
use super::lexer::{Lexer, Token};
use super::place::Place;

/// Reads all games of a text. A game ends with its result, or where the tags of the next one begin.
/// Comments between games belong to the game that follows; after the last game they are dropped.
///
/// Whether the moves are legal, and whether the tags make sense for a variant, is not looked at
/// here.
///
/// # Errors
/// [`PdnError`] with the number of the game, line and column of the first thing that is not PDN.
pub fn read_games(text: &str) -> Result<Vec<PdnGame>, PdnError> {
    each_game(text).collect()
}

/// Reads the games of a text one by one, as [`read_games`] does. After a game that is broken it
/// goes on with the next one that has tags.
pub fn each_game(text: &str) -> impl Iterator<Item = Result<PdnGame, PdnError>> {
    reader(text, Games::default())
}

/// Reads the moves of one game, without tags; there may be none, and a result without moves is read
/// too.
///
/// # Errors
/// As [`read_games`]; when there are tags or moves of a second game.
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
    /// A result belongs to tags or moves before it.
    needs_moves: bool,
    current: PdnGame,
    /// The names of the current game's tags.
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

    /// Gives the game up that has the fault. A broken tag after moves is the next game's.
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
