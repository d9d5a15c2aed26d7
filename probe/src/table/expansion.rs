//! Decides when a part of a table is *expanded*: its cells are kept decoded in memory because
//! probes often need them.
//!
//! If a table leaves out the values of positions with captures, these values must be computed
//! (*resolved*), which takes most of the time. A part of such a table is therefore expanded in two
//! steps. The first step expands all other cells. From then on, each value that a probe resolves is
//! kept. When many values have been kept, the second step resolves the remaining positions.

use std::sync::atomic::{AtomicU16, Ordering};

use bytemuck::allocation::try_zeroed_slice_box;
use peatee_table::format::CaptureCells;

/// A part of a table whose cells should now be decoded into memory, because probes need it often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DueExpansion {
    pub(crate) part: u64,
    pub(crate) step: ExpansionStep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExpansionStep {
    /// Cells of positions in which the side to move has no capture, and cells of other positions if
    /// probes have already computed their values.
    WithoutCaptures,
    /// All cells of the part.
    All,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Thresholds {
    /// Number of probes of a part of the table after which its cells are first decoded into memory,
    /// and the cells to decode.
    pub(super) first: (u16, ExpansionStep),
    /// Number of kept values, plus 1, at which all cells of a part are decoded. A kept value is the
    /// computed value of a position with a capture, stored in memory.
    pub(super) all_after_captures: u16,
}

/// Binary logarithm of the number of positions from which a part has the full thresholds.
const FULL_PART_SHIFT: u32 = 14;
const LEAST_THRESHOLD: u16 = 16;

impl Thresholds {
    /// Thresholds of the expansion of tables that leave out the values of positions with captures.
    /// The first expansion takes as long as some hundreds of probes of compressed cells. The second
    /// expansion takes as long as some thousands of such probes.
    const WITHOUT_CAPTURES: Thresholds =
        Thresholds { first: (256, ExpansionStep::WithoutCaptures), all_after_captures: 1024 };
    /// Thresholds of the expansion of tables that store the values of positions with captures. All
    /// cells of a part are decoded into memory at once.
    const WHOLE: Thresholds = Thresholds { first: (256, ExpansionStep::All), all_after_captures: u16::MAX };

    /// Returns the thresholds of parts with 2^`part_shift` positions. Expanding a small part takes
    /// less time, so its thresholds are lower.
    pub(super) fn of(captures: CaptureCells, part_shift: u32) -> Thresholds {
        let Thresholds { first: (probes, step), all_after_captures } = match captures {
            CaptureCells::LeftOut => Thresholds::WITHOUT_CAPTURES,
            CaptureCells::Stored | CaptureCells::Bound => Thresholds::WHOLE,
        };
        let lower = |threshold: u16| (threshold >> FULL_PART_SHIFT.saturating_sub(part_shift)).max(LEAST_THRESHOLD);
        Thresholds { first: (lower(probes), step), all_after_captures: lower(all_after_captures) }
    }
}

/// Two counters for each part of a table: probes, and values of positions with captures that are
/// kept in memory. They determine when the cells of a part are decoded into memory.
pub(super) struct PartCounters {
    thresholds: Thresholds,
    /// Number of probes of each part of the table, modulo 2^16.
    probes: Box<[AtomicU16]>,
    /// State of each part of the table: [`IS_NOT_EXPANDED`] or [`HAS_ALL`]. Any other number is the
    /// number of positions with captures whose values are kept in memory, plus 1.
    kept: Box<[AtomicU16]>,
}

const IS_NOT_EXPANDED: u16 = 0;
const HAS_ALL: u16 = u16::MAX;

impl PartCounters {
    /// Creates the counters of a table with `parts` parts; `None` when there is no memory. The
    /// system provides memory only for the counters that are used.
    pub(super) fn new(parts: u64, thresholds: Thresholds) -> Option<PartCounters> {
        let parts = usize::try_from(parts).ok()?;
        Some(PartCounters {
            thresholds,
            probes: try_zeroed_slice_box(parts).ok()?,
            kept: try_zeroed_slice_box(parts).ok()?,
        })
    }

    /// Records a probe of a part of the table. If the part has now been probed often enough,
    /// returns its first expansion: the cells to decode. Otherwise returns `None`.
    #[inline(always)]
    pub(super) fn record_access(&self, part: u64) -> Option<DueExpansion> {
        let before = self.probes[part as usize].fetch_add(1, Ordering::Relaxed);
        let (after, step) = self.thresholds.first;
        (before.wrapping_add(1) == after && !self.is_expanded(part)).then_some(DueExpansion { part, step })
    }

    /// Records that the value of a position with a capture was kept in memory. The other cells of
    /// its part are already decoded. If enough values have now been kept, returns the expansion
    /// that decodes all cells of the part. Otherwise returns `None`.
    pub(super) fn record_capture(&self, part: u64) -> Option<DueExpansion> {
        let before = self.kept[part as usize].load(Ordering::Relaxed);
        if matches!(before, IS_NOT_EXPANDED | HAS_ALL) || before >= self.thresholds.all_after_captures {
            return None;
        }
        // If several threads come here at once, only one value is counted.
        let after = before + 1;
        self.kept[part as usize].compare_exchange(before, after, Ordering::Relaxed, Ordering::Relaxed).ok()?;
        (after == self.thresholds.all_after_captures).then_some(DueExpansion { part, step: ExpansionStep::All })
    }

    /// Returns true when the cells of a part of the table are decoded in memory. The cells of
    /// positions with captures may be missing.
    #[inline(always)]
    pub(super) fn is_expanded(&self, part: u64) -> bool {
        self.kept[part as usize].load(Ordering::Acquire) != IS_NOT_EXPANDED
    }

    pub(super) fn set_expanded(&self, part: u64, step: ExpansionStep) {
        let kept = match step {
            ExpansionStep::WithoutCaptures => 1,
            ExpansionStep::All => HAS_ALL,
        };
        // Another thread may already have done the second step. The first step must not undo it.
        self.kept[part as usize].fetch_max(kept, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_parts_are_expanded_after_fewer_probes() {
        let probes =
            |part_shift| [CaptureCells::LeftOut, CaptureCells::Stored].map(|it| Thresholds::of(it, part_shift).first.0);
        assert_eq!([15, 14, 13, 12, 2].map(probes), [[256; 2], [256; 2], [128; 2], [64; 2], [16; 2]]);
        assert_eq!(Thresholds::of(CaptureCells::LeftOut, 12).all_after_captures, 256);
    }

    #[test]
    fn a_part_is_expanded_when_it_was_asked_for_often_and_its_captures_when_many_were_kept() {
        let thresholds = Thresholds { first: (3, ExpansionStep::WithoutCaptures), all_after_captures: 5 };
        let part_counters = PartCounters::new(2, thresholds).unwrap();
        let due = |step| Some(DueExpansion { part: 1, step });
        // These closures return the last expansion that became due.
        let asked = |times: usize| (0..times).fold(None, |due, _| part_counters.record_access(1).or(due));
        let captures = |times: usize| (0..times).fold(None, |due, _| part_counters.record_capture(1).or(due));
        assert_eq!((asked(2), captures(9)), (None, None));
        assert_eq!(asked(1), due(ExpansionStep::WithoutCaptures));
        assert!(!part_counters.is_expanded(1));
        part_counters.set_expanded(1, ExpansionStep::WithoutCaptures);
        assert!(part_counters.is_expanded(1) && !part_counters.is_expanded(0));
        // More probes than the counters can count.
        assert_eq!(asked(1 << 17), None);
        assert_eq!(captures(3), None);
        assert_eq!(captures(1), due(ExpansionStep::All));
        assert_eq!(captures(1 << 17), None);
        part_counters.set_expanded(1, ExpansionStep::All);
        part_counters.set_expanded(1, ExpansionStep::WithoutCaptures);
        assert_eq!((asked(1 << 17), captures(1 << 17)), (None, None));
    }
}
