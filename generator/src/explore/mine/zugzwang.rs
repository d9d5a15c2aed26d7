//! Zugzwang: positions in which it is a disadvantage to be to move.

use peatee_table::{Value, Wdl};

use super::found::{Detail, OtherPlies};
use super::search::{ExaminedPosition, Finding, Search};
use crate::error::Error;
use crate::explore::families::Explored;
use crate::explore::value_columns::distance_column;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ZugzwangType {
    /// Both sides lose if they are to move.
    Mutual,
    /// The side to move only draws, but would win if the other side were to move.
    WinToDraw,
    /// The side to move loses, but would draw if the other side were to move.
    DrawToLoss,
}

impl ZugzwangType {
    pub const ALL: [ZugzwangType; 3] = [ZugzwangType::Mutual, ZugzwangType::WinToDraw, ZugzwangType::DrawToLoss];

    pub const fn name(self) -> &'static str {
        match self {
            ZugzwangType::Mutual => "mutual",
            ZugzwangType::WinToDraw => "win-to-draw",
            ZugzwangType::DrawToLoss => "draw-to-loss",
        }
    }

    /// Returns the type of a position, or `None` if the position is no zugzwang. `own` is the value
    /// of the position. `other` is the value of the same position with the other side to move. Each
    /// value is for the side that is to move in that case.
    pub const fn of(own: Wdl, other: Wdl) -> Option<ZugzwangType> {
        match (own, other) {
            (Wdl::Loss, Wdl::Loss) => Some(ZugzwangType::Mutual),
            (Wdl::Draw, Wdl::Loss) => Some(ZugzwangType::WinToDraw),
            (Wdl::Loss, Wdl::Draw) => Some(ZugzwangType::DrawToLoss),
            (Wdl::Win, _) | (_, Wdl::Win) | (Wdl::Draw, Wdl::Draw) => None,
        }
    }
}

#[derive(Debug, Clone)]
pub struct Zugzwang {
    pub types: Vec<ZugzwangType>,
}

impl<F: Explored> Search<F> for Zugzwang {
    fn name(&self) -> &'static str {
        "zugzwang"
    }

    fn wants(&self, wdl: Wdl) -> bool {
        let fits = |&of: &ZugzwangType| (of == ZugzwangType::WinToDraw) == (wdl == Wdl::Draw);
        wdl != Wdl::Win && self.types.iter().any(fits)
    }

    fn examine(&self, examined: &ExaminedPosition<F>) -> Result<Option<Finding>, Error> {
        let Some(opposite) = F::with_other_side_to_move(examined.position) else { return Ok(None) };
        let found = ZugzwangType::of(examined.wdl, examined.tables.probe_wdl(&opposite)?);
        let Some(found) = found.filter(|found| self.types.contains(found)) else { return Ok(None) };
        let Value { wdl, plies } = F::other_value(examined.tables, &opposite, examined.metric)?;
        let distance = distance_column::<F>(F::other_distance(examined.metric)).expect("a distance has a column");
        let other_plies = OtherPlies { distance, plies };
        Ok(Some(Finding { name: found.name(), detail: Detail::Zugzwang { other_wdl: wdl.name(), other_plies } }))
    }
}
