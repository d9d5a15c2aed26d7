//! Values of chess positions in two bytes each, with marks for the moves that prove them.

use super::search::iterate::SolvedPlacement;
use super::search::proved::Proved;
use peatee_table::Wdl;

use crate::solver::values::known::Known;

/// The value of a position, with three flags. The flags tell whether a capture wins, whether a
/// capture wins or draws, and whether a capture or pawn move wins. [`Entry::NO_POSITION`] stands
/// for a position number without a legal position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry(u16);

/// Mask of the bits that hold a win or loss, encoded as in [`Known`]: twice the plies (below 256),
/// plus one for a win.
const KNOWN: u16 = 0x1ff;
const DRAW: u16 = 1 << 9;
const WON_BY_CAPTURE: u16 = 1 << 10;
const SAVED_BY_CAPTURE: u16 = 1 << 11;
const WON_AT_ONCE: u16 = 1 << 12;
const NO_POSITION: u16 = 1 << 13;

impl Entry {
    /// Entry of a position number without a legal position. Counts and digests treat it as a draw.
    pub const NO_POSITION: Entry = Entry(DRAW | NO_POSITION);

    /// Entry of a mate: a position lost in 0 plies.
    pub const LOST: Entry = Entry(0);

    /// Returns the entries of a row (positions that differ only in the square of the black king)
    /// with one side to move, indexed by that square.
    pub(super) fn of_row(solved: &SolvedPlacement, color: usize, row: usize) -> [Entry; 64] {
        let legal = solved.legal[color][row];
        let (won, lost) = (solved.won[color][row], solved.lost[color][row]);
        let proved = solved.proved[color].get(row).copied().unwrap_or_default();
        let Proved { won_by_capture, saved_by_capture, won_at_once } = proved;
        let (is_won, is_decided) = (bytes_of_bits(won), bytes_of_bits(won | lost));
        let (by_capture, saved) = (bytes_of_bits(won_by_capture & legal), bytes_of_bits(saved_by_capture & legal));
        let (at_once, is_none) = (bytes_of_bits(won_at_once & legal), bytes_of_bits(!legal));
        let plies: &[u8; 64] = solved.plies[color][row * 64..].first_chunk().expect("a byte for each square");
        let mut entries = [Entry::NO_POSITION; 64];
        // The loop has no branches, so that the compiler processes several squares at once.
        for bit in 0..64 {
            let decided = u16::from(is_decided[bit]).wrapping_neg();
            let known = u16::from(plies[bit]) << 1 | u16::from(is_won[bit]);
            // The marks occupy the bits above the bit for a draw, from low to high in this order.
            let flags = by_capture[bit] | saved[bit] << 1 | at_once[bit] << 2 | is_none[bit] << 3;
            entries[bit] = Entry(known & decided | DRAW & !decided | u16::from(flags) << 10);
        }
        entries
    }

    #[must_use]
    pub fn with_value(self, known: Known) -> Entry {
        let value = if known.is_draw() { DRAW } else { known.0 & KNOWN };
        Entry(self.0 & !(KNOWN | DRAW) | value)
    }

    pub fn and_won_at_once(self) -> Entry {
        Entry(self.0 | WON_AT_ONCE)
    }

    #[inline(always)]
    pub fn value(self) -> Known {
        if self.0 & DRAW != 0 { Known::DRAW } else { Known(self.0 & KNOWN) }
    }

    /// Returns true for a draw or a position number without a legal position.
    #[inline(always)]
    pub fn is_draw(self) -> bool {
        self.0 & DRAW != 0
    }

    #[inline(always)]
    pub fn is_won(self) -> bool {
        self.0 & (DRAW | 1) == 1
    }

    #[inline(always)]
    pub fn wdl_cell(self) -> u8 {
        u8::from(self.is_draw()) * Wdl::Draw as u8 + u8::from(self.is_won()) * Wdl::Win as u8
    }

    /// Returns the number that stands for the value in a table of distances: plies + 1, or 0 for a
    /// draw.
    #[inline(always)]
    pub fn distance_cell(self) -> u16 {
        if self.is_draw() { 0 } else { (self.0 & KNOWN) / 2 + 1 }
    }

    #[inline(always)]
    pub fn is_position(self) -> bool {
        self.0 & NO_POSITION == 0
    }

    #[inline(always)]
    pub fn is_won_by_capture(self) -> bool {
        self.0 & WON_BY_CAPTURE != 0
    }

    #[inline(always)]
    pub fn is_saved_by_capture(self) -> bool {
        self.0 & SAVED_BY_CAPTURE != 0
    }

    /// Returns true when a capture or pawn move wins, even if the win is cursed.
    #[inline(always)]
    pub fn is_won_at_once(self) -> bool {
        self.0 & WON_AT_ONCE != 0
    }
}

/// Returns one byte of 0 or 1 for each bit of a word, the lowest bit first.
#[inline(always)]
fn bytes_of_bits(word: u64) -> [u8; 64] {
    let mut bytes = [0; 64];
    for (bytes, bits) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(word.to_le_bytes()) {
        *bytes = BYTES_OF_BITS[bits as usize];
    }
    bytes
}

static BYTES_OF_BITS: [[u8; 8]; 256] = {
    let mut of_bits = [[0; 8]; 256];
    let mut place = 0;
    while place < 8 * 256 {
        of_bits[place / 8][place % 8] = (((place / 8) >> (place % 8)) & 1) as u8;
        place += 1;
    }
    of_bits
};
