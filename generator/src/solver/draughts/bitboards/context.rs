//! The description of the slice that is being solved, which all steps of the solver read.

use peatee_rules::{Kernel, Side};

use super::layout::units::Layout;
use super::value_word::{DIGITS, MAX_DIGITS};
use crate::solver::draughts::job::ValueKinds;
use crate::solver::draughts::reset_count::ResetCount;

/// Numbers of binary digits with which the solver stores distances, for two kinds of distance. The
/// number is 0 for a kind that is not wanted.
#[derive(Debug, Clone, Copy)]
pub struct DigitCounts {
    /// Number of binary digits of half the distance to the end of the game.
    pub to_end: usize,
    /// Number of binary digits of the distance to the next capture or move of a man, or to the next
    /// reset of a draw count. Unlike distances to the end, these distances are not halved.
    pub to_event: usize,
}

/// Number of binary digits of half a distance in the first attempt to solve a slice: enough for 127
/// plies.
const FIRST_DIGITS: usize = 6;
/// Number of binary digits that are added for the next attempt when a distance needs more digits
/// than there are.
const MORE_DIGITS: usize = 2;

impl DigitCounts {
    pub fn first(wanted: ValueKinds) -> Self {
        DigitCounts {
            to_end: if wanted.to_end { FIRST_DIGITS } else { 0 },
            // Distances to conversions and resets are not halved.
            to_event: if wanted.has_events() { FIRST_DIGITS + 1 } else { 0 },
        }
    }

    pub fn of_exits(self, runs_over_men: bool) -> usize {
        if runs_over_men { self.to_event } else { self.to_end }
    }

    /// Returns larger numbers of digits, for the next attempt to solve the slice; `None` if a
    /// distance has the maximal number of digits already.
    pub fn more(self) -> Option<Self> {
        if self.to_end.max(self.to_event) >= MAX_DIGITS {
            return None;
        }
        let more = |count: usize| if count > 0 { (count + MORE_DIGITS).min(MAX_DIGITS) } else { 0 };
        Some(DigitCounts { to_end: more(self.to_end), to_event: more(self.to_event) })
    }
}

/// The slice that is being solved, with its opposite (the same pieces, the other side to move).
/// Both share one layout, which maps each position to a word and to a bit of this word.
#[derive(Debug, Clone, Copy)]
pub struct SliceContext<'a, W> {
    pub kernel: &'a Kernel<W>,
    pub layout: &'a Layout<W>,
    /// The side of the open king: the king whose squares are the bits of a word.
    pub open: Side,
    /// Placements of the kings of the side without the open king, each as a set of squares. Each
    /// placement is a row of a unit (one configuration of the men). The open king is the king whose
    /// squares are the bits of a word.
    pub rows: &'a [W],
    /// Placements of the kings of the open king's side except the open king, each as a set of
    /// squares. Each placement is a column of a unit (one configuration of the men). The open king
    /// is the king whose squares are the bits of a word.
    pub columns: &'a [W],
    pub digits: DigitCounts,
    /// The draw count (a number of plies after which the game is drawn), if distances to its next
    /// reset are wanted; otherwise `None`.
    pub count: Option<ResetCount>,
    /// Index of the slot of each unit (configuration of the men). A slot is the memory for the
    /// values of one unit. Empty when the slot of each unit has the same index as the unit.
    pub slots: &'a [u32],
}

impl<W> SliceContext<'_, W> {
    #[inline(always)]
    pub fn slot(&self, unit: usize) -> usize {
        self.slots.get(unit).map_or(unit, |&slot| slot as usize)
    }

    /// Returns true when the search needs to know in which positions captures and moves of men win
    /// or lose, regardless of the distance. Returns false when only distances to the end of the
    /// game are wanted. The search then records each win and loss by these moves with the ply at
    /// which it takes effect.
    pub fn wants_wdl_of_exits(&self) -> bool {
        self.digits.to_end == 0 || self.digits.to_event > 0
    }

    pub fn runs_over_men(&self) -> bool {
        self.count.is_some_and(|count| count.runs_over_men)
    }

    /// Returns how many machine words hold the values for all squares of one king: one word for the
    /// wins, one for the losses, and one for each binary digit of the distance. The values of a
    /// unit (configuration of the men) have this form while the solver reads them for other units.
    pub fn words_read(&self) -> usize {
        DIGITS + self.exit_digits()
    }

    pub fn exit_digits(&self) -> usize {
        self.digits.of_exits(self.runs_over_men())
    }
}
