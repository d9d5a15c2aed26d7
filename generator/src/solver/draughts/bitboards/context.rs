//! The description of the slice that is being solved, which all steps of the solver read.

use peatee_rules::{Kernel, Side};

use super::layout::units::Layout;
use super::value_word::{DIGITS, MAX_DIGITS};
use crate::solver::draughts::job::ValueKinds;
use crate::solver::draughts::reset_count::ResetCount;

/// Numbers of binary digits of the distances in value words; a number is 0 if its distance is not
/// wanted.
#[derive(Debug, Clone, Copy)]
pub struct DigitCounts {
    /// Number of digits of half a distance to the end of the game.
    pub to_end: usize,
    /// Number of digits of a distance to the next conversion, or to the next reset of a count.
    /// These distances are not halved.
    pub to_event: usize,
}

/// Number of digits of half a distance in the first attempt: enough for 127 plies.
const FIRST_DIGITS: usize = 6;
/// Number of digits that are added for the next attempt when a distance needs more digits than
/// there are.
const MORE_DIGITS: usize = 2;

impl DigitCounts {
    pub fn first(wanted: ValueKinds) -> Self {
        DigitCounts {
            to_end: if wanted.to_end { FIRST_DIGITS } else { 0 },
            // Distances to conversions and resets are not halved.
            to_event: if wanted.has_events() { FIRST_DIGITS + 1 } else { 0 },
        }
    }

    /// Returns the number of binary digits of the distances of a unit that other units read when a
    /// quiet move of a fixed piece leads from them to this unit. These are distances to the next
    /// reset if moves of men leave the count running, otherwise distances to the end of the game.
    pub fn of_exits(self, runs_over_men: bool) -> usize {
        if runs_over_men { self.to_event } else { self.to_end }
    }

    /// Returns the numbers of digits for the next attempt; `None` after the last attempt.
    pub fn more(self) -> Option<Self> {
        if self.to_end.max(self.to_event) >= MAX_DIGITS {
            return None;
        }
        let more = |count: usize| if count > 0 { (count + MORE_DIGITS).min(MAX_DIGITS) } else { 0 };
        Some(DigitCounts { to_end: more(self.to_end), to_event: more(self.to_event) })
    }
}

/// The slice that is being solved, with its opposite. Both share one layout and differ only in the
/// side to move.
#[derive(Debug, Clone, Copy)]
pub struct SliceContext<'a, W> {
    pub kernel: &'a Kernel<W>,
    pub layout: &'a Layout<W>,
    /// The side of the open king: the king whose squares are the bits of a word.
    pub open: Side,
    /// Squares of the kings of the side without the open king, for each row.
    pub rows: &'a [W],
    /// Squares of the other kings of the open king's side, for each column.
    pub columns: &'a [W],
    pub digits: DigitCounts,
    /// The count to whose resets distances are wanted; `None` if they are not wanted.
    pub count: Option<ResetCount>,
    /// Index of the slot in memory that holds the words of each unit. Empty when the index of each
    /// slot is the number of its unit.
    pub slots: &'a [u32],
}

impl<W> SliceContext<'_, W> {
    /// Returns the index of the slot in memory that holds the words of a unit.
    #[inline(always)]
    pub fn slot(&self, unit: usize) -> usize {
        self.slots.get(unit).map_or(unit, |&slot| slot as usize)
    }

    /// Returns true when the search needs to know whether the moves that leave a unit win or lose,
    /// regardless of the ply. Returns false if only distances to the end are wanted, because the
    /// list of events then contains all that the search needs.
    pub fn wants_wdl_of_exits(&self) -> bool {
        self.digits.to_end == 0 || self.digits.to_event > 0
    }

    /// Returns true when distances to resets are wanted and quiet moves of men leave the count
    /// running.
    pub fn runs_over_men(&self) -> bool {
        self.count.is_some_and(|count| count.runs_over_men)
    }

    /// Returns the number of machine words in one value word, for the value words that other units
    /// of this slice read.
    pub fn words_read(&self) -> usize {
        DIGITS + self.exit_digits()
    }

    pub fn exit_digits(&self) -> usize {
        self.digits.of_exits(self.runs_over_men())
    }
}
