//! Positions in which it is bad to be to move.

use peatee_table::{Value, Wdl};

use super::found::{Detail, OtherPlies};
use super::game_tables::GameTables;
use super::search::{Finding, Search, Seen};
use crate::error::Error;

/// What being to move costs the side to move, against the same position with the other side to
/// move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ZugzwangType {
    /// Whichever side is to move loses.
    Mutual,
    /// The side to move only draws; it would win if the other side were to move.
    WinToDraw,
    /// The side to move loses; it would draw if the other side were to move.
    DrawToLoss,
}

impl ZugzwangType {
    /// All types.
    pub const ALL: [ZugzwangType; 3] = [ZugzwangType::Mutual, ZugzwangType::WinToDraw, ZugzwangType::DrawToLoss];

    /// `mutual`, `win-to-draw` or `draw-to-loss`.
    pub const fn name(self) -> &'static str {
        match self {
            ZugzwangType::Mutual => "mutual",
            ZugzwangType::WinToDraw => "win-to-draw",
            ZugzwangType::DrawToLoss => "draw-to-loss",
        }
    }

    /// The type of a position, from its value and that of the same position with the other side to
    /// move, each for the side that is to move.
    pub const fn of(own: Wdl, other: Wdl) -> Option<ZugzwangType> {
        match (own, other) {
            (Wdl::Loss, Wdl::Loss) => Some(ZugzwangType::Mutual),
            (Wdl::Draw, Wdl::Loss) => Some(ZugzwangType::WinToDraw),
            (Wdl::Loss, Wdl::Draw) => Some(ZugzwangType::DrawToLoss),
            (Wdl::Win, _) | (_, Wdl::Win) | (Wdl::Draw, Wdl::Draw) => None,
        }
    }
}

/// Zugzwangs of some types.
#[derive(Debug, Clone)]
pub struct Zugzwang {
    /// The types.
    pub types: Vec<ZugzwangType>,
}

impl<T: GameTables> Search<T> for Zugzwang {
    fn name(&self) -> &'static str {
        "zugzwang"
    }

    fn wants(&self, wdl: Wdl) -> bool {
        let fits = |&of: &ZugzwangType| (of == ZugzwangType::WinToDraw) == (wdl == Wdl::Draw);
        wdl != Wdl::Win && self.types.iter().any(fits)
    }

    fn look(&self, seen: &Seen<T>) -> Result<Option<Finding>, Error> {
        let Some(opposite) = T::with_other_side_to_move(seen.position) else { return Ok(None) };
        let found = ZugzwangType::of(seen.wdl, seen.tables.wdl(&opposite)?);
        let Some(found) = found.filter(|found| self.types.contains(found)) else { return Ok(None) };
        let Value { wdl, plies } = seen.tables.other_value(&opposite, seen.metric)?;
        let other_plies = OtherPlies { column: T::other_plies(seen.metric), plies };
        Ok(Some(Finding { name: found.name(), detail: Detail::Zugzwang { other_wdl: wdl.name(), other_plies } }))
    }
}
