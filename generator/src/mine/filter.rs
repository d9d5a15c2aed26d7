//! Which positions a search is asked for.

use peatee_probe::Tables;
use peatee_rules::{Draughts, Kind, Material, Position, Side};
use peatee_table::{Slice, Wdl};

use super::game_tables::GameTables;

/// Which positions of a game are asked for.
pub trait Keeps<T: GameTables>: Sync {
    /// Whether a slice can hold positions that are asked for.
    fn takes_slice(&self, slice: T::Slice) -> bool;

    /// Whether positions that are won, drawn or lost are asked for.
    fn takes_wdl(&self, slice: T::Slice, wdl: Wdl) -> bool;

    /// Whether values are not enough: positions must be looked at.
    fn looks_at_positions(&self) -> bool;

    /// Whether a position is asked for by what can be done in it.
    fn takes_position(&self, tables: &T, position: &T::Position) -> bool;
}

/// The side that wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    /// The side to move.
    Mover,
    /// The other side.
    Opponent,
}

impl Winner {
    /// The winner of a position.
    pub const fn of(wdl: Wdl) -> Option<Winner> {
        match wdl {
            Wdl::Win => Some(Winner::Mover),
            Wdl::Draw => None,
            Wdl::Loss => Some(Winner::Opponent),
        }
    }
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

/// The positions of draughts that are asked for; the default is all.
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

impl Keeps<Tables> for Filter {
    fn takes_slice(&self, slice: Slice) -> bool {
        let men = Side::BOTH.map(|side| slice.material.counts[side as usize][Kind::Man as usize]);
        self.men_max.is_none_or(|most| men[0] + men[1] <= most) && self.side.is_none_or(|side| slice.side == side)
    }

    /// Of draws none are asked for where a winner is.
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

    fn takes_position(&self, tables: &Tables, position: &Position) -> bool {
        match self.quiet {
            None => true,
            Some(Quiet::Mover) => !tables.game().must_capture(position),
            Some(Quiet::Both) => is_quiet(tables.game(), position),
        }
    }
}

/// Whether neither side has a capture, if it were to move.
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
