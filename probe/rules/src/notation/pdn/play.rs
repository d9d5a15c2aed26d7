//! Meaning of the words of records in the positions of a game.

use peatee_game::{Meaning, Play};

use crate::game::{Draughts, Move};
use crate::notation::MoveError;
use crate::position::Position;

impl Play for Draughts {
    type Position = Position;
    type Move = Move;

    fn meaning(&self, position: &Position, text: &str) -> Meaning<Move> {
        // Words that are not moves are told without the legal moves.
        if self.parse_short(text).is_none() && self.parse_path(text).is_none() {
            return Meaning::Unreadable;
        }
        let legal = self.moves(position);
        match self.fitting_moves(position, text, legal.as_deref().map_err(|&error| error)) {
            Ok(moves) => Meaning::Legal(moves),
            Err(MoveError::Syntax { .. }) => Meaning::Unreadable,
            Err(MoveError::TooManyCaptures(_)) => Meaning::Unknown,
            Err(_) => Meaning::NotLegal,
        }
    }

    fn after(&self, position: &Position, mv: &Move) -> Position {
        self.play(position, mv)
    }

    fn full_text(&self, _: &Position, mv: &Move) -> String {
        Draughts::full_text(self, mv)
    }
}
