//! Depth to win: plies to the end of the game.

use peatee_probe::index::SliceIndex;
use peatee_probe::{FileError, Metric, Slice, Table, Wdl};
use peatee_rules::variant::Goal;
use peatee_rules::{Kernel, KernelMove, Kind, Setup, Side, Word};

use super::lookup::{Lookup, SliceArray};
use super::objective::{Known, Objective};

/// Counts to the end of the game.
#[derive(Debug)]
pub struct DepthToWin<W> {
    /// The slices that captures and changes of kind lead to.
    pub successors: Lookup<W, Known>,
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

/// Decodes a DTW table. A WDL table does as well when only WDL is asked for: a win is then one ply away, a loss none.
///
/// # Errors
/// When the file is damaged or cannot be read.
pub fn load<W: Word>(kernel: &Kernel<W>, slice: Slice, table: &Table) -> Result<SliceArray<W, Known>, FileError> {
    let header = table.header();
    let mut entries = Vec::with_capacity(header.positions as usize);
    let winning_parity = (kernel.goal == Goal::LastToMove) as u32;
    table.each_cell(|_, cell| {
        entries.push(match header.metric {
            Metric::Wdl => match Wdl::from_cell(cell as u8) {
                Some(Wdl::Loss) => Known::lost(0),
                Some(Wdl::Win) => Known::won(1),
                _ => Known::DRAW,
            },
            Metric::Dtw | Metric::Dtr(_) => match cell.checked_sub(1) {
                None => Known::DRAW,
                Some(plies) if plies % 2 == winning_parity => Known::won(plies as u16),
                Some(plies) => Known::lost(plies as u16),
            },
        });
    })?;
    Ok(SliceArray { index: SliceIndex::new(kernel, slice), entries })
}
