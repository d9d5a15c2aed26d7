//! Which positions a search is asked for.

use peatee_rules::{Game, Kind, Material, Position, Side};
use peatee_table::{Slice, Value, Wdl};

/// The side that wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    /// The side to move.
    Mover,
    /// The other side.
    Opponent,
}

/// The winner's number of pieces beside the loser's, kings and men alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Balance {
    /// As many.
    Equal,
    /// Fewer.
    Behind,
}

/// Who must have no capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quiet {
    /// The side to move.
    Mover,
    /// Neither side, if it were to move.
    Both,
}

/// The positions that are asked for; the default is all.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    /// At most this many men, of both sides together.
    pub men_max: Option<u8>,
    /// This side is to move.
    pub side: Option<Side>,
    /// This side wins.
    pub winner: Option<Winner>,
    /// The winner has this many pieces.
    pub balance: Option<Balance>,
    /// No capture is pending.
    pub quiet: Option<Quiet>,
}

impl Filter {
    /// Whether a slice can hold positions that are asked for.
    pub fn takes_slice(&self, slice: Slice) -> bool {
        let men = Side::BOTH.map(|side| slice.material.counts[side as usize][Kind::Man as usize]);
        self.men_max.is_none_or(|most| men[0] + men[1] <= most) && self.side.is_none_or(|side| slice.side == side)
    }

    /// Whether positions of this value are asked for. Of draws none are where a winner is.
    pub fn takes_value(&self, slice: Slice, value: Value) -> bool {
        if self.winner.is_none() && self.balance.is_none() {
            return true;
        }
        let (found, side) = match value.wdl {
            Wdl::Win => (Winner::Mover, slice.side),
            Wdl::Loss => (Winner::Opponent, slice.side.other()),
            Wdl::Draw => return false,
        };
        self.winner.is_none_or(|winner| winner == found)
            && self.balance.is_none_or(|balance| balance.holds(&slice.material, side))
    }

    /// Whether a position is asked for by what can be captured in it.
    pub fn takes_position(&self, game: &Game, position: &Position) -> bool {
        match self.quiet {
            None => true,
            Some(Quiet::Mover) => !game.must_capture(position),
            Some(Quiet::Both) => is_quiet(game, position),
        }
    }
}

/// Whether neither side has a capture, if it were to move.
pub fn is_quiet(game: &Game, position: &Position) -> bool {
    !Side::BOTH.into_iter().any(|side| game.must_capture(&Position { side, ..*position }))
}

impl Balance {
    fn holds(self, material: &Material, winner: Side) -> bool {
        let (winner, loser) = (material.of_side(winner), material.of_side(winner.other()));
        match self {
            Balance::Equal => winner == loser,
            Balance::Behind => winner < loser,
        }
    }
}
