//! What is found of a position, in two bytes.

use super::iterate::SolvedPlacement;
use super::proved::Proved;
use crate::solver::Known;

/// What is found of a position: its value, and what single moves prove of it. Numbers that no
/// legal position has keep [`Entry::NO_POSITION`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry(u16);

/// A value as [`Known`] has it: twice the plies, of which there are less than 256, and one more for
/// a win.
const KNOWN: u16 = 0x1ff;
const DRAW: u16 = 1 << 9;
const WON_BY_CAPTURE: u16 = 1 << 10;
const SAVED_BY_CAPTURE: u16 = 1 << 11;
const WON_AT_ONCE: u16 = 1 << 12;
const NO_POSITION: u16 = 1 << 13;

impl Entry {
    /// Of a number that no legal position has. In counts and digests it is a draw.
    pub const NO_POSITION: Entry = Entry(DRAW | NO_POSITION);

    /// What is found of a position in the rows of a placement.
    pub(super) fn of(solved: &SolvedPlacement, color: usize, row: usize, bit: u8) -> Entry {
        let is = |word: u64| word >> bit & 1 != 0;
        let plies = u16::from(solved.plies[color][row * 64 + usize::from(bit)]);
        let known = match (is(solved.won[color][row]), is(solved.lost[color][row])) {
            (true, _) => Known::won(plies),
            (_, true) => Known::lost(plies),
            _ => Known::DRAW,
        };
        let proved = solved.proved[color].get(row).copied().unwrap_or_default();
        let Proved { won_by_capture, saved_by_capture, won_at_once } = proved;
        let flag = |word: u64, flag: u16| if is(word) { flag } else { 0 };
        let proved = flag(won_by_capture, WON_BY_CAPTURE)
            | flag(saved_by_capture, SAVED_BY_CAPTURE)
            | flag(won_at_once, WON_AT_ONCE);
        Entry(proved).with_value(known)
    }

    /// The same with another value.
    #[must_use]
    pub fn with_value(self, known: Known) -> Entry {
        let value = if known.is_draw() { DRAW } else { known.0 & KNOWN };
        Entry(self.0 & !(KNOWN | DRAW) | value)
    }

    /// The same with a capture or pawn move that wins.
    #[cfg(test)]
    pub fn and_won_at_once(self) -> Entry {
        Entry(self.0 | WON_AT_ONCE)
    }

    /// The value; a draw where no legal position has the number.
    #[inline(always)]
    pub fn value(self) -> Known {
        if self.0 & DRAW != 0 { Known::DRAW } else { Known(self.0 & KNOWN) }
    }

    /// Whether a legal position has the number.
    #[inline(always)]
    pub fn is_position(self) -> bool {
        self.0 & NO_POSITION == 0
    }

    /// Whether a capture wins.
    #[inline(always)]
    pub fn is_won_by_capture(self) -> bool {
        self.0 & WON_BY_CAPTURE != 0
    }

    /// Whether a capture wins or draws.
    #[inline(always)]
    pub fn is_saved_by_capture(self) -> bool {
        self.0 & SAVED_BY_CAPTURE != 0
    }

    /// Whether a capture or pawn move wins, be the win cursed or not.
    #[inline(always)]
    pub fn is_won_at_once(self) -> bool {
        self.0 & WON_AT_ONCE != 0
    }
}
