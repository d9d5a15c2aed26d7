//! Filters on the positions to find.

use crate::explore::families::Explored;
use peatee_rules::{Draughts, Kind, Material, Position, Side};
use peatee_table::{Slice, Wdl};

/// Selects positions of a game.
pub trait Keeps<F: Explored>: Sync {
    /// True when a slice can hold selected positions.
    fn takes_slice(&self, _slice: F::Slice) -> bool {
        true
    }

    /// True when positions of this WDL value are selected.
    fn takes_wdl(&self, slice: F::Slice, wdl: Wdl) -> bool;

    /// True when values are not enough, so that positions must be examined.
    fn looks_at_positions(&self) -> bool {
        false
    }

    /// True when a position is selected by its possible moves.
    fn takes_position(&self, _game: &F, _position: &F::Position) -> bool {
        true
    }
}

/// Selects the positions won by this side; by default all positions, including draws.
impl<F: Explored> Keeps<F> for Option<Winner> {
    fn takes_wdl(&self, _slice: F::Slice, wdl: Wdl) -> bool {
        self.is_none_or(|winner| Winner::of(wdl) == Some(winner))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    Mover,
    Opponent,
}

impl Winner {
    pub const fn of(wdl: Wdl) -> Option<Winner> {
        match wdl {
            Wdl::Win => Some(Winner::Mover),
            Wdl::Draw => None,
            Wdl::Loss => Some(Winner::Opponent),
        }
    }
}

/// The winner's number of pieces compared with the loser's; kings and men count alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Balance {
    /// Equally many as the loser has.
    Equal,
    /// Fewer than the loser's.
    Behind,
}

/// The sides that must have no capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoCapture {
    Mover,
    /// Neither side, if it were to move.
    Both,
}

/// The selected positions of draughts; by default all.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    /// Maximal number of men of both sides together.
    pub men_max: Option<u8>,
    pub side: Option<Side>,
    pub winner: Option<Winner>,
    /// The winner's pieces compared with the loser's.
    pub balance: Option<Balance>,
    /// The sides without a capture.
    pub quiet: Option<NoCapture>,
}

impl Keeps<Draughts> for Filter {
    fn takes_slice(&self, slice: Slice) -> bool {
        let men = Side::BOTH.map(|side| slice.material.counts[side as usize][Kind::Man as usize]);
        self.men_max.is_none_or(|most| men[0] + men[1] <= most) && self.side.is_none_or(|side| slice.side == side)
    }

    /// Returns true when the filters on the winner take a value. They exclude draws.
    fn takes_wdl(&self, slice: Slice, wdl: Wdl) -> bool {
        if self.winner.is_none() && self.balance.is_none() {
            return true;
        }
        let Some(found) = Winner::of(wdl) else { return false };
        let side = if found == Winner::Mover { slice.side } else { slice.side.other() };
        self.winner.is_none_or(|winner| winner == found)
            && self.balance.is_none_or(|balance| balance.holds(&slice.material, side))
    }

    fn looks_at_positions(&self) -> bool {
        self.quiet.is_some()
    }

    fn takes_position(&self, game: &Draughts, position: &Position) -> bool {
        match self.quiet {
            None => true,
            Some(NoCapture::Mover) => !game.must_capture(position),
            Some(NoCapture::Both) => is_quiet(game, position),
        }
    }
}

/// True when neither side has a capture, if it were to move.
pub fn is_quiet(game: &Draughts, position: &Position) -> bool {
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
