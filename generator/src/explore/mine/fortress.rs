//! Positions that are draws although one side has more pieces.

use peatee_rules::Draughts;
use peatee_rules::Side;
use peatee_table::{Slice, Wdl};

use super::filter::is_quiet;
use super::found::Detail;
use super::search::{ExaminedPosition, Finding, Search};
use crate::error::Error;

/// Draws in which one side has more pieces, and neither side could capture if it were to move.
#[derive(Debug, Clone, Copy)]
pub struct Fortress {
    pub pieces_ahead_min: u8,
}

impl Search<Draughts> for Fortress {
    fn name(&self) -> &'static str {
        "fortress"
    }

    fn may_be_in(&self, slice: Slice) -> bool {
        pieces_ahead(slice) >= self.pieces_ahead_min.max(1)
    }

    fn wants(&self, wdl: Wdl) -> bool {
        wdl == Wdl::Draw
    }

    fn examine(&self, examined: &ExaminedPosition<Draughts>) -> Result<Option<Finding>, Error> {
        if !is_quiet(examined.tables.game(), examined.position) {
            return Ok(None);
        }
        let is_mover_ahead = examined.slice.material.stronger() == Some(examined.slice.side);
        let name = if is_mover_ahead { "mover-ahead" } else { "mover-behind" };
        Ok(Some(Finding { name, detail: Detail::Fortress { pieces_ahead: pieces_ahead(examined.slice) } }))
    }
}

fn pieces_ahead(slice: Slice) -> u8 {
    let [white, black] = Side::BOTH.map(|side| slice.material.of_side(side));
    white.abs_diff(black)
}
