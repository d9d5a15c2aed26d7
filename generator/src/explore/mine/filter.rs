//! Filters that select positions in searches of every kind.

use crate::explore::families::Explored;
use peatee_rules::{Draughts, Kind, Material, Position, Side};
use peatee_table::{Slice, Wdl};

pub trait PositionFilter<F: Explored>: Sync {
    /// Returns true if a slice may contain selected positions.
    fn takes_slice(&self, _slice: F::Slice) -> bool {
        true
    }

    /// Returns true if positions of this slice with this WDL value may be selected.
    fn takes_wdl(&self, slice: F::Slice, wdl: Wdl) -> bool;

    /// Returns true if the filter must examine the positions themselves, not only their values.
    fn looks_at_positions(&self) -> bool {
        false
    }

    /// Returns true if a position passes the part of the filter that examines positions.
    fn takes_position(&self, _game: &F, _position: &F::Position) -> bool {
        true
    }
}

/// Selects the positions that the side in `Some` wins; `None` selects all positions, including
/// draws.
impl<F: Explored> PositionFilter<F> for Option<Winner> {
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Balance {
    Equal,
    Behind,
}

/// Sides that must have no capture in a selected position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoCapture {
    Mover,
    Both,
}

/// Filter for positions of draughts. By default, all positions are selected.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    pub men_max: Option<u8>,
    pub side: Option<Side>,
    pub winner: Option<Winner>,
    /// Selects positions by the numbers of pieces: the winner has as many as the loser, or fewer.
    /// `None` selects all positions, including draws.
    pub balance: Option<Balance>,
    pub quiet: Option<NoCapture>,
}

impl PositionFilter<Draughts> for Filter {
    fn takes_slice(&self, slice: Slice) -> bool {
        let men = Side::BOTH.map(|side| slice.material.counts[side as usize][Kind::Man as usize]);
        self.men_max.is_none_or(|most| men[0] + men[1] <= most) && self.side.is_none_or(|side| slice.side == side)
    }

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

/// Returns true if neither side could capture if it were to move.
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
