//! Interpretation of the words of a record in the positions of a game.

use peatee_game::{Meaning, Play};

use crate::game::{Draughts, Move};
use crate::notation::MoveError;
use crate::position::Position;

const CAPTURES: [char; 4] = ['x', 'X', ':', '*'];

impl Play for Draughts {
    type Position = Position;
    type Move = Move;

    fn meaning(&self, position: &Position, text: &str) -> Meaning<Move> {
        // These words cannot be moves in any position, so the legal moves need not be listed.
        if self.parse_short(text).is_none() && self.parse_path(text).is_none() {
            return Meaning::Unreadable;
        }
        let legal = self.moves(position);
        match self.fitting_moves(position, text, legal.as_deref().map_err(|&error| error)) {
            Ok(moves) => Meaning::Legal(moves),
            Err(MoveError::Syntax { .. } | MoveError::Letters { .. }) => Meaning::Unreadable,
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

    /// Joins two captures into one if the second begins on the destination of the first; otherwise
    /// returns `None`. Such captures cannot be moves of different sides, because a piece of the
    /// first side stands on that square.
    fn joined(&self, first: &str, second: &str) -> Option<String> {
        let [before, after] = [first, second].map(|text| self.parse_path(text).filter(|path| path.len() > 1));
        let is_one = before?.last() == after?.first() && first.contains(CAPTURES);
        let (_, rest) = second.split_once(CAPTURES).filter(|_| is_one)?;
        Some(format!("{first}x{rest}"))
    }
}
