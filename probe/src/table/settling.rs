//! Decides when a part of a table is *settled*: expanded in memory, because probes often need it.
//!
//! If a table leaves out the values of positions with captures, these must be computed
//! (*resolved*), which takes most of the time. A part of such a table is therefore settled in two
//! steps. The first step expands all other cells; from then on, each value that a probe resolves is
//! kept. When many have been kept, the second step resolves the remaining positions.

use std::sync::atomic::{AtomicU16, Ordering};

use bytemuck::allocation::try_zeroed_slice_box;
use peatee_table::format::CaptureCells;

/// Part of a table that has been probed often enough for a step of settling (expanding it in
/// memory), and this step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Due {
    pub(crate) part: u64,
    pub(crate) step: Step,
}

/// Step of settling: which cells of a part of a table are expanded, that is, kept decoded in
/// memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Cells of positions in which the side to move has no capture, and of those positions with
    /// captures whose values probes have computed.
    WithoutCaptures,
    /// All cells of the part.
    All,
}

/// Numbers of probes and of kept values in a part of a table after which the next step of settling
/// is due.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// Number of probes of a part of a table after which the first step of settling is due, and
    /// that step.
    pub(super) first: (u16, Step),
    /// Number of kept values of positions with captures after which all cells of the part are
    /// expanded.
    pub(super) all_after_captures: u16,
}

impl Pace {
    /// Pace (numbers of probes and of kept values) for tables that leave out the values of
    /// positions with captures. The first step takes as long as some hundreds of probes of
    /// compressed cells, the second as some thousands.
    const WITHOUT_CAPTURES: Pace = Pace { first: (256, Step::WithoutCaptures), all_after_captures: 1024 };
    /// Pace for tables that store the values of positions with captures: one step expands all
    /// cells.
    const WHOLE: Pace = Pace { first: (256, Step::All), all_after_captures: u16::MAX };

    /// Returns the pace for a table by what its cells hold for positions with captures.
    pub(super) fn of(captures: CaptureCells) -> Pace {
        match captures {
            CaptureCells::LeftOut => Pace::WITHOUT_CAPTURES,
            CaptureCells::Stored | CaptureCells::Bound => Pace::WHOLE,
        }
    }
}

/// Numbers of probes and of kept values for each part of a table, from which [`Pace`] derives the
/// steps.
pub(super) struct Settling {
    pace: Pace,
    /// Number of probes of each part of the table. May be too low when many threads probe at once.
    asked: Box<[AtomicU16]>,
    /// State of each part of the table: [`IS_NOT_SETTLED`], [`HAS_ALL`], or otherwise the number of
    /// kept values of positions with captures, plus 1.
    kept: Box<[AtomicU16]>,
}

const IS_NOT_SETTLED: u16 = 0;
const HAS_ALL: u16 = u16::MAX;

impl Settling {
    /// Creates the state for a table with `parts` parts. The system provides memory only for the
    /// entries that are used. Returns `None` when there is no memory.
    pub(super) fn new(parts: u64, pace: Pace) -> Option<Settling> {
        let parts = usize::try_from(parts).ok()?;
        Some(Settling { pace, asked: try_zeroed_slice_box(parts).ok()?, kept: try_zeroed_slice_box(parts).ok()? })
    }

    /// Records a probe of a part of the table. Returns the step of settling (expanding the part in
    /// memory) if the part has had enough probes for it.
    #[inline(always)]
    pub(super) fn record_access(&self, part: u64) -> Option<Due> {
        let before = self.asked[part as usize].fetch_add(1, Ordering::Relaxed);
        let (after, step) = self.pace.first;
        (before.wrapping_add(1) == after && !self.is_settled(part)).then_some(Due { part, step })
    }

    /// Records that a value of a position with a capture was kept in a part whose other cells are
    /// expanded. Returns the second step of settling if enough values have been kept for it.
    pub(super) fn record_capture(&self, part: u64) -> Option<Due> {
        let before = self.kept[part as usize].load(Ordering::Relaxed);
        if matches!(before, IS_NOT_SETTLED | HAS_ALL) || before >= self.pace.all_after_captures {
            return None;
        }
        // If several threads come here at once, only one value is counted.
        let after = before + 1;
        self.kept[part as usize].compare_exchange(before, after, Ordering::Relaxed, Ordering::Relaxed).ok()?;
        (after == self.pace.all_after_captures).then_some(Due { part, step: Step::All })
    }

    /// Returns true when the cells of a part of the table are expanded, all of them or all but
    /// those of positions with captures.
    #[inline(always)]
    pub(super) fn is_settled(&self, part: u64) -> bool {
        self.kept[part as usize].load(Ordering::Acquire) != IS_NOT_SETTLED
    }

    /// Records that a part of the table has been expanded as far as `step` says.
    pub(super) fn set_settled(&self, part: u64, step: Step) {
        let kept = match step {
            Step::WithoutCaptures => 1,
            Step::All => HAS_ALL,
        };
        // Another thread may have done the second step already, which the first must not undo.
        self.kept[part as usize].fetch_max(kept, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_settled_when_it_was_asked_for_often_and_its_captures_when_many_were_kept() {
        let pace = Pace { first: (3, Step::WithoutCaptures), all_after_captures: 5 };
        let settling = Settling::new(2, pace).unwrap();
        let due = |step| Some(Due { part: 1, step });
        // These closures return the last step that became due.
        let asked = |times: usize| (0..times).fold(None, |due, _| settling.record_access(1).or(due));
        let captures = |times: usize| (0..times).fold(None, |due, _| settling.record_capture(1).or(due));
        assert_eq!((asked(2), captures(9)), (None, None));
        assert_eq!(asked(1), due(Step::WithoutCaptures));
        assert!(!settling.is_settled(1));
        settling.set_settled(1, Step::WithoutCaptures);
        assert!(settling.is_settled(1) && !settling.is_settled(0));
        // This number of probes is more than the counters can hold.
        assert_eq!(asked(1 << 17), None);
        assert_eq!(captures(3), None);
        assert_eq!(captures(1), due(Step::All));
        assert_eq!(captures(1 << 17), None);
        settling.set_settled(1, Step::All);
        settling.set_settled(1, Step::WithoutCaptures);
        assert_eq!((asked(1 << 17), captures(1 << 17)), (None, None));
    }
}
