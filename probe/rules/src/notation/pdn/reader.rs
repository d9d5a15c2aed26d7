//! Tokens put together to games.

use std::collections::HashSet;

use super::error::{PdnError, PdnFault};
use super::lexer::{Lexer, Token};
use super::{PdnGame, PdnMove, PdnResult, PdnTag, Place, Score};

/// Reads all games of a text. A game ends with its result, or where the tags of the next one begin. Comments between
/// games belong to the game that follows; after the last game they are dropped.
///
/// Whether the moves are legal, and whether the tags make sense for a variant, is not looked at here.
///
/// # Errors
/// [`PdnError`] with the number of the game, line and column of the first thing that is not PDN.
pub fn read_games(text: &str) -> Result<Vec<PdnGame>, PdnError> {
    let mut lexer = Lexer::new(text);
    let mut games = Games { current: PdnGame { number: 1, ..PdnGame::default() }, ..Games::default() };
    while let Some((place, lexed)) = lexer.next() {
        lexed
            .and_then(|token| games.take(place, token).map_err(|fault| (place, fault)))
            .map_err(|(place, fault)| PdnError { game: games.current.number, place, fault })?;
    }
    if games.has_content() {
        games.finish();
    }
    Ok(games.done)
}

#[derive(Default)]
struct Games {
    done: Vec<PdnGame>,
    current: PdnGame,
    /// The names of the current game's tags.
    names: HashSet<String>,
}

impl Games {
    fn has_content(&self) -> bool {
        !self.current.tags.is_empty() || !self.current.moves.is_empty()
    }

    fn finish(&mut self) {
        let next = PdnGame { number: self.current.number + 1, ..PdnGame::default() };
        self.done.push(std::mem::replace(&mut self.current, next));
        self.names.clear();
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
                if self.has_content() {
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
