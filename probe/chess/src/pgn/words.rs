//! Texts of moves in PGN, and the legal moves that they mean in the positions of a game.

use cozy_chess::Move;
use peatee_game::{Meaning, Notation, Play};

use super::letters::Letters;
use crate::error::MoveFault;
use crate::position::Position;
use crate::san::{self, Form};

pub(super) struct San;

impl Notation for San {
    const HAS_STAR_CAPTURES: bool = false;

    fn move_text(word: &str) -> Option<String> {
        Form::parse(word).is_ok().then(|| word.to_owned())
    }

    fn may_be_move(word: &str) -> bool {
        word == "0-0"
    }
}

/// Converts the move texts of a game to moves. The piece letters are those of `languages`, or those
/// of PGN if `languages` is empty.
pub(super) struct Words<'a> {
    pub languages: Vec<Letters>,
    /// Function that returns false when the search must stop.
    pub goes_on: &'a dyn Fn() -> bool,
}

impl Play for Words<'_> {
    type Position = Position;
    type Move = Move;

    fn meaning(&self, position: &Position, text: &str) -> Meaning<Move> {
        if !(self.goes_on)() {
            return Meaning::Unknown;
        }
        if Letters::all_differ(&self.languages, text) {
            return Meaning::Unreadable;
        }
        match san::fitting(position, text) {
            Ok(moves) => Meaning::Legal(moves.into()),
            Err(MoveFault::NotLegal(_)) => Meaning::NotLegal,
            Err(_) => Meaning::Unreadable,
        }
    }

    fn after(&self, position: &Position, &mv: &Move) -> Position {
        position.after(mv)
    }

    fn full_text(&self, position: &Position, &mv: &Move) -> String {
        position.san(mv)
    }
}
