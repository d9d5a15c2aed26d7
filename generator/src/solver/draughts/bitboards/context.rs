//! The slice in progress, for all steps of the solver.

use peatee_rules::{Kernel, Side};

use super::layout::units::Layout;
use super::value_word::{DIGITS, MAX_DIGITS};
use crate::solver::draughts::job::ValueKinds;
use crate::solver::draughts::reset_count::ResetCount;

/// Number of binary digits of distances in value words; 0 for unwanted distances.
#[derive(Debug, Clone, Copy)]
pub struct DigitCounts {
    /// Digits of half a distance to the end of the game.
    pub to_end: usize,
    /// Digits of a distance to the next conversion, or to the next reset of a count; not halved.
    pub to_event: usize,
}

/// Digits of half a distance in the first attempt: enough for 127 plies.
const FIRST_DIGITS: usize = 6;
/// Digits added when a distance does not fit.
const MORE_DIGITS: usize = 2;

impl DigitCounts {
    pub fn first(wanted: ValueKinds) -> Self {
        DigitCounts {
            to_end: if wanted.to_end { FIRST_DIGITS } else { 0 },
            // Distances to conversions and resets are not halved.
            to_event: if wanted.has_events() { FIRST_DIGITS + 1 } else { 0 },
        }
    }

    /// Returns the digits of the distances after quiet moves of fixed pieces, which other units
    /// read: to the next reset if moves of men leave the count running, otherwise to the end.
    pub fn of_exits(self, runs_over_men: bool) -> usize {
        if runs_over_men { self.to_event } else { self.to_end }
    }

    /// Returns the digits of the next attempt; `None` after the last attempt.
    pub fn more(self) -> Option<Self> {
        if self.to_end.max(self.to_event) >= MAX_DIGITS {
            return None;
        }
        let more = |count: usize| if count > 0 { (count + MORE_DIGITS).min(MAX_DIGITS) } else { 0 };
        Some(DigitCounts { to_end: more(self.to_end), to_event: more(self.to_event) })
    }
}

/// The slice in progress. A slice and its opposite share one layout and differ only in the side to
/// move.
#[derive(Debug, Clone, Copy)]
pub struct SliceContext<'a, W> {
    pub kernel: &'a Kernel<W>,
    pub layout: &'a Layout<W>,
    /// The side whose king is open.
    pub open: Side,
    /// Placements of the kings of the other side, by row.
    pub rows: &'a [W],
    /// Placements of the other kings of the open king's side, by column.
    pub columns: &'a [W],
    pub digits: DigitCounts,
    /// The count whose resets are searched for, if any.
    pub count: Option<ResetCount>,
    /// Slot of each unit among the units in memory. Empty when all units are in memory in order.
    pub slots: &'a [u32],
}

impl<W> SliceContext<'_, W> {
    /// Returns the slot of a unit among the units in memory.
    #[inline(always)]
    pub fn slot(&self, unit: usize) -> usize {
        self.slots.get(unit).map_or(unit, |&slot| slot as usize)
    }

    /// Returns true when the search needs the WDL values of moves that leave a unit, in addition to
    /// the ply at which they decide: in all searches except for distances to the end alone.
    pub fn wants_wdl_of_exits(&self) -> bool {
        self.digits.to_end == 0 || self.digits.to_event > 0
    }

    /// Returns true when quiet moves of men leave the searched count running.
    pub fn runs_over_men(&self) -> bool {
        self.count.is_some_and(|count| count.runs_over_men)
    }

    /// Returns the length in words of the value words of this slice that other units read.
    pub fn words_read(&self) -> usize {
        DIGITS + self.exit_digits()
    }

    pub fn exit_digits(&self) -> usize {
        self.digits.of_exits(self.runs_over_men())
    }
}
