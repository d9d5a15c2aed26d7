//! What all steps know about the slice that is solved.

use peatee_rules::{Kernel, Side};

use super::layout::units::Layout;
use super::value_word::{DIGITS, MAX_DIGITS};
use crate::solver::job::Wanted;
use crate::solver::reset_count::ResetCount;

/// Binary digits of distances in value words; 0 where the distance is not wanted.
#[derive(Debug, Clone, Copy)]
pub struct DigitCounts {
    /// Of half a distance to the end of the game.
    pub to_end: usize,
    /// Of a distance to the next conversion, or to the next reset of a count.
    pub to_event: usize,
}

/// Digits of half a distance in the first attempt: enough for 127 plies.
const FIRST_DIGITS: usize = 6;
/// Digits added when a distance does not fit.
const MORE_DIGITS: usize = 2;

impl DigitCounts {
    /// The digits of the first attempt.
    pub fn first(wanted: Wanted) -> Self {
        DigitCounts {
            to_end: if wanted.to_end { FIRST_DIGITS } else { 0 },
            // A distance to a conversion or a reset is not halved.
            to_event: if wanted.has_events() { FIRST_DIGITS + 1 } else { 0 },
        }
    }

    /// Those of the distances behind quiet moves of fixed pieces, which other units read: to the
    /// next reset where the count runs over moves of men, otherwise to the end.
    pub fn of_exits(self, runs_over_men: bool) -> usize {
        if runs_over_men { self.to_event } else { self.to_end }
    }

    /// The digits of the next attempt; `None` after the last.
    pub fn more(self) -> Option<Self> {
        if self.to_end.max(self.to_event) >= MAX_DIGITS {
            return None;
        }
        let more = |count: usize| if count > 0 { (count + MORE_DIGITS).min(MAX_DIGITS) } else { 0 };
        Some(DigitCounts { to_end: more(self.to_end), to_event: more(self.to_event) })
    }
}

/// The slice that is solved. The slice and its opposite share one layout: their positions differ in
/// the side to move.
#[derive(Debug, Clone, Copy)]
pub struct SliceContext<'a, W> {
    /// The rules.
    pub kernel: &'a Kernel<W>,
    /// How positions lie in words.
    pub layout: &'a Layout<W>,
    /// Whose king is open.
    pub open: Side,
    /// The squares of the kings of the other side, by row.
    pub rows: &'a [W],
    /// The squares of the other kings of the open king's side, by column.
    pub columns: &'a [W],
    /// Digits of distances.
    pub digits: DigitCounts,
    /// The count whose resets are to be found, if any.
    pub count: Option<ResetCount>,
    /// The places of units among those whose words are held; empty where all are held in order.
    pub slots: &'a [u32],
}

impl<W> SliceContext<'_, W> {
    /// The place of a unit among those whose words are held.
    #[inline(always)]
    pub fn slot(&self, unit: usize) -> usize {
        self.slots.get(unit).map_or(unit, |&slot| slot as usize)
    }

    /// True when the search needs win, draw or loss of the moves that leave a unit, apart from when
    /// they decide: always but for distances to the end alone.
    pub fn wants_wdl_of_exits(&self) -> bool {
        self.digits.to_end == 0 || self.digits.to_event > 0
    }

    /// True when quiet moves of men leave the count running whose resets are to be found.
    pub fn runs_over_men(&self) -> bool {
        self.count.is_some_and(|count| count.runs_over_men)
    }

    /// Words of the value words of this slice that other units read.
    pub fn words_read(&self) -> usize {
        DIGITS + self.exit_digits()
    }

    /// Digits of the distances behind quiet moves of fixed pieces.
    pub fn exit_digits(&self) -> usize {
        self.digits.of_exits(self.runs_over_men())
    }
}
