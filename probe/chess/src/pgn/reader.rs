//! Assembles words into games.

use super::error::{PgnError, PgnFault};
use super::game::{PgnGame, PgnMove, PgnTag, Score};
use super::lexer::{Lexer, Word};
use super::place::Place;

/// Returns the games of a text, in order. A game that cannot be read is an error, and the next game
/// follows.
pub fn games(text: &str) -> impl Iterator<Item = Result<PgnGame, PgnError>> + '_ {
    Games { lexer: Lexer::new(text), number: 0 }
}

struct Games<'a> {
    lexer: Lexer<'a>,
    number: usize,
}

impl Iterator for Games<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut ahead = self.lexer.clone();
        let (place, _) = ahead.next()?;
        self.number += 1;
        let game = PgnGame {
            number: self.number,
            place,
            tags: Vec::new(),
            comments: Vec::new(),
            moves: Vec::new(),
            score: None,
        };
        let mut reader = Reader { lexer: &mut self.lexer, game, variations: Vec::new() };
        let read = reader.read();
        let in_tags = reader.game.moves.is_empty();
        Some(match read {
            Ok(()) => Ok(reader.game),
            Err(error) => {
                self.lexer.skip_to_next_game(in_tags);
                Err(error)
            }
        })
    }
}

struct Reader<'a, 'b> {
    lexer: &'a mut Lexer<'b>,
    game: PgnGame,
    /// Places where the open variations begin.
    variations: Vec<Place>,
}

impl Reader<'_, '_> {
    fn read(&mut self) -> Result<(), PgnError> {
        loop {
            let mut ahead = self.lexer.clone();
            let Some((place, word)) = ahead.next() else { break };
            // A tag after moves begins the next game.
            let is_tag = matches!(word, Ok(Word::Tag { .. }) | Err(PgnFault::Tag));
            if is_tag && !self.game.moves.is_empty() && (self.variations.is_empty() || place.column == 1) {
                break;
            }
            *self.lexer = ahead;
            let word = word.map_err(|fault| self.fault(place, fault))?;
            if self.take(place, word)? {
                break;
            }
        }
        match self.variations.last() {
            Some(&place) => Err(self.fault(place, PgnFault::OpenVariation)),
            None => Ok(()),
        }
    }

    /// Takes a word. Returns true when it ends the game.
    fn take(&mut self, place: Place, word: Word) -> Result<bool, PgnError> {
        match word {
            Word::OpenVariation => self.variations.push(place),
            Word::CloseVariation => {
                self.variations.pop().ok_or_else(|| self.fault(place, PgnFault::NoVariation))?;
            }
            _ if !self.variations.is_empty() => {}
            Word::Tag { name, value } => self.game.tags.push(PgnTag { name, value, place }),
            Word::Comment(text) => match self.game.moves.last_mut() {
                Some(mv) => mv.comments.push(text),
                None => self.game.comments.push(text),
            },
            Word::Nag(nag) => self.game.moves.last_mut().into_iter().for_each(|mv| mv.nags.push(nag)),
            Word::Text(text) => match Score::parse(&text) {
                Some(score) => {
                    self.game.score = Some(score);
                    return Ok(true);
                }
                None => self.game.moves.push(PgnMove {
                    san: castling_in_letters(text),
                    place,
                    nags: Vec::new(),
                    comments: Vec::new(),
                }),
            },
        }
        Ok(false)
    }

    fn fault(&self, place: Place, fault: PgnFault) -> PgnError {
        PgnError { game: self.game.number, place, fault }
    }
}

/// Replaces zeros in castling, which some programs write, by letters.
fn castling_in_letters(text: String) -> String {
    if text.starts_with("0-0") { text.replace('0', "O") } else { text }
}
