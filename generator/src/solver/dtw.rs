//! Depth to win: plies to the end of the game.

use peatee_probe::{Resolved, Tables};
use peatee_rules::variant::Goal;
use peatee_rules::{Kernel, KernelMove, Kind, Setup, Side, Word};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice};

use crate::error::Error;
use crate::read;

use super::lookup::{Lookup, SliceArray};
use super::objective::{Known, Objective};
use super::values::{SIGNS_PER_BYTE, Signs, Values};

/// Counts to the end of the game.
#[derive(Debug)]
pub struct DepthToWin<W> {
    /// The slices that captures and changes of kind lead to.
    pub successors: Lookup<W, Values>,
    /// Who has won when there is no move.
    pub goal: Goal,
}

impl<W: Word> Objective<W> for DepthToWin<W> {
    #[inline(always)]
    fn follows(&self, _kind: Kind) -> bool {
        true
    }

    #[inline(always)]
    fn known(&self, kernel: &Kernel<W>, after: &Setup<W>, side: Side, _mv: &KernelMove<W>) -> Known {
        self.successors.get(kernel, after, side.other()).unwrap_or(self.without_moves())
    }

    #[inline(always)]
    fn without_moves(&self) -> Known {
        ended(self.goal)
    }
}

/// The value of having no legal move.
pub fn ended(goal: Goal) -> Known {
    match goal {
        Goal::LastToMove => Known::lost(0),
        Goal::GiveAway => Known::won(0),
    }
}

/// Reads a DTW table, or, when only WDL is asked for, a WDL table, with the captures resolved that are wanted.
///
/// # Errors
/// When there is no such table, or it or one that captures lead to is damaged.
pub fn load<W: Word>(
    kernel: &Kernel<W>,
    tables: &Tables,
    slice: Slice,
    metric: Metric,
    wanted: Resolved,
) -> Result<SliceArray<W, Values>, Error> {
    let index = SliceIndex::new(kernel, slice);
    let positions = index.size() as usize;
    let entries = if metric == Metric::Wdl {
        let mut cells = vec![0; positions.div_ceil(SIGNS_PER_BYTE)];
        read::each_cell_resolved(tables, slice, metric, wanted, |number, cell| {
            let number = number as usize;
            cells[number / SIGNS_PER_BYTE] |= (cell as u8) << (2 * (number % SIGNS_PER_BYTE));
        })?;
        Values::Signs(Signs::new(positions, cells))
    } else {
        let win_parity = (kernel.goal == Goal::LastToMove) as u32;
        let mut values = Vec::with_capacity(positions);
        read::each_cell_resolved(tables, slice, metric, wanted, |_, cell| {
            values.push(match cell.checked_sub(1) {
                None => Known::DRAW,
                Some(plies) if plies % 2 == win_parity => Known::won(plies as u16),
                Some(plies) => Known::lost(plies as u16),
            });
        })?;
        Values::Plies(values)
    };
    Ok(SliceArray { index, entries })
}
