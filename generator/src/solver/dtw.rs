//! Depth to win: plies to the end of the game.

use peatee_probe::index::SliceIndex;
use peatee_probe::{FileError, Metric, Slice, Table};
use peatee_rules::variant::Goal;
use peatee_rules::{Kernel, KernelMove, Kind, Setup, Side, Word};

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

/// Decodes a DTW table, or, when only WDL is asked for, a WDL table.
///
/// # Errors
/// When the file is damaged or cannot be read.
pub fn load<W: Word>(kernel: &Kernel<W>, slice: Slice, table: &Table) -> Result<SliceArray<W, Values>, FileError> {
    let positions = table.header().positions as usize;
    let entries = if table.header().metric == Metric::Wdl {
        let mut cells = vec![0; positions.div_ceil(SIGNS_PER_BYTE)];
        table.each_cell(|number, cell| {
            let number = number as usize;
            cells[number / SIGNS_PER_BYTE] |= (cell as u8) << (2 * (number % SIGNS_PER_BYTE));
        })?;
        Values::Signs(Signs::new(positions, cells))
    } else {
        let win_parity = (kernel.goal == Goal::LastToMove) as u32;
        let mut values = Vec::with_capacity(positions);
        table.each_cell(|_, cell| {
            values.push(match cell.checked_sub(1) {
                None => Known::DRAW,
                Some(plies) if plies % 2 == win_parity => Known::won(plies as u16),
                Some(plies) => Known::lost(plies as u16),
            });
        })?;
        Values::Plies(values)
    };
    Ok(SliceArray { index: SliceIndex::new(kernel, slice), entries })
}
