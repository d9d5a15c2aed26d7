//! Value words: the values of all positions that differ only in the square of one king, the open
//! king.
//!
//! A *value word* is a list of words with one bit per square of the open king. The first word has
//! the squares with which the side to move wins, the second word those with which it loses. When
//! distances are wanted, the other words hold half the plies (rounded down) as binary digits, one
//! word per digit, the lowest digit first.
//!
//! The lowest binary digit of the plies is left out, because it follows from the winner. If the
//! side without a move loses, wins take an odd number of plies and losses an even number; if it
//! wins, the reverse ([`win_parity`]).

use std::io;

use peatee_rules::Bitboard;
use peatee_rules::variant::Goal;

use crate::solver::values::known::Known;
use crate::spill::spill_vec::SpillVec;

/// Index of the word of the won positions in a value word (the words that hold the values for all
/// squares of one king).
pub const WON: usize = 0;
/// Index of the word of the lost positions in a value word (the words that hold the values for all
/// squares of one king).
pub const LOST: usize = 1;
/// Index of the word of the lowest binary digit of the distance in a value word (the words that
/// hold the values for all squares of one king).
pub const DIGITS: usize = 2;
/// Maximum number of binary digits of a distance: as many as [`Known`] can hold.
pub const MAX_DIGITS: usize = 14;
const MAX_WORDS: usize = DIGITS + MAX_DIGITS;

/// Error: a distance needs more binary digits than are stored for each position.
#[derive(Debug)]
pub struct TooFewDigits;

/// The reason why a unit (configuration of the men) is not solved.
#[derive(Debug)]
pub enum UnitError {
    TooFewDigits,
    /// A spill file (a file used in place of memory) cannot be created, written or read.
    Io(io::Error),
}

impl From<TooFewDigits> for UnitError {
    fn from(TooFewDigits: TooFewDigits) -> Self {
        UnitError::TooFewDigits
    }
}

impl From<io::Error> for UnitError {
    fn from(error: io::Error) -> Self {
        UnitError::Io(error)
    }
}

/// Returns the parity of the plies of every win in the game: 1 for odd, 0 for even.
#[inline(always)]
pub const fn win_parity(goal: Goal) -> u16 {
    match goal {
        Goal::LastToMove => 1,
        Goal::GiveAway => 0,
    }
}

#[inline(always)]
pub fn value_at<W: Bitboard>(word: &[W], square: u8, win_parity: u16) -> Known {
    // There are no branches, because neighbouring values differ, so the processor would often
    // mispredict them.
    let (won, lost) = (word[WON].has(square) as u16, word[LOST].has(square) as u16);
    let plies = number_at(&word[DIGITS..], square) * 2 + (won ^ win_parity ^ 1);
    let is_draw = (won | lost) ^ 1;
    Known((plies << 1 | won) | is_draw.wrapping_neg())
}

#[inline(always)]
fn number_at<W: Bitboard>(digits: &[W], square: u8) -> u16 {
    digits.iter().enumerate().fold(0, |number, (i, &digit)| number | (digit.has(square) as u16) << i)
}

/// Stores `number`, in binary, for those positions of the word with index `place` whose bits in
/// `squares` are set. `digits[i]` holds binary digit `i` for the positions of all words. Before the
/// call, all digits of these positions must be zero.
///
/// # Errors
/// Returns [`TooFewDigits`] when `number` has more binary digits than are stored.
#[inline(always)]
pub fn set_digits<W: Bitboard>(
    digits: &mut [SpillVec<W>],
    place: usize,
    squares: W,
    number: usize,
) -> Result<(), TooFewDigits> {
    if number >> digits.len() != 0 {
        return Err(TooFewDigits);
    }
    let mut left = number;
    while left != 0 {
        digits[left.trailing_zeros() as usize][place] |= squares;
        left &= left - 1;
    }
    Ok(())
}

/// Interleaves lists of words: writes the first word of each list to `out`, then the second word of
/// each list, and so on.
pub fn put_value_words<'a, W: Bitboard>(columns: impl Iterator<Item = &'a [W]>, out: &mut [W]) {
    let mut by_number = [&[][..]; MAX_WORDS];
    let count = by_number.iter_mut().zip(columns).map(|(place, words)| *place = words).count();
    let by_number = &by_number[..count];
    for (value, out) in out.chunks_exact_mut(count).enumerate() {
        for (word, column) in out.iter_mut().zip(by_number) {
            *word = column[value];
        }
    }
}
