//! Filters on positions of chess.

use peatee_chess::{Position, Slice};
use peatee_probe::chess::Tables;
use peatee_table::Wdl;

use crate::explore::mine::{Keeps, Winner};

/// The positions that this side wins; the default is all, draws too.
#[derive(Debug, Clone, Copy, Default)]
pub struct OfWinner(pub Option<Winner>);

impl Keeps<Tables> for OfWinner {
    fn takes_slice(&self, _slice: Slice) -> bool {
        true
    }

    fn takes_wdl(&self, _slice: Slice, wdl: Wdl) -> bool {
        self.0.is_none_or(|winner| Winner::of(wdl) == Some(winner))
    }

    fn looks_at_positions(&self) -> bool {
        false
    }

    fn takes_position(&self, _tables: &Tables, _position: &Position) -> bool {
        true
    }
}
