//! An estimate of the memory that solving takes.
//!
//! A word takes 4, 8 or 16 bytes on boards of up to 32, 64 and 128 squares. One value word has
//! words for won, lost and the digits, and one behind it for the squares at which no capture is
//! possible; it holds about as many positions as there are free squares, divided by the number of
//! kings on the open king's side. Besides these tables a solver holds the children, and for the
//! units in work about twice their value words and one word per quiet move of kings.

use peatee_rules::{Bitboard, Kernel};
use peatee_table::{Material, Slice};

use super::context::DigitCounts;
use super::first_pass::children;
use super::iterate::unit::LARGE_UNIT_WORDS;
use super::kingless;
use super::layout::units::{Layout, best_open_side};
use super::value_word::DIGITS;
use crate::solver::job::Wanted;

/// Digits of half a distance in the first attempt: enough for 127 plies.
const FIRST_DIGITS: usize = 6;

/// The digits of the first attempt.
pub fn first_digits(wanted: Wanted) -> DigitCounts {
    DigitCounts {
        to_end: if wanted.to_end { FIRST_DIGITS } else { 0 },
        // A distance to a conversion or a reset is not halved.
        to_event: if wanted.has_events() { FIRST_DIGITS + 1 } else { 0 },
    }
}

/// An estimate of the peak memory of solving a slice and its opposite, in bytes, with the children
/// among `successors`. Value words are counted exactly, the rest generously.
pub fn memory_bytes<W: Bitboard>(kernel: &Kernel<W>, material: Material, successors: &[Slice], wanted: Wanted) -> u64 {
    let layout = Layout::new(kernel, material, best_open_side(&material));
    let Some(open) = layout.open else {
        return layout.units() as u64 * kingless::BYTES_PER_UNIT;
    };
    let digits = first_digits(wanted);
    let to_end = DIGITS + 1 + digits.to_end;
    let to_event = if wanted.has_events() { DIGITS + digits.to_event } else { 0 };
    let words_per_value = (to_end + to_event) as u64;
    let (units, unit_words) = (layout.units() as u64, layout.unit_words() as u64);
    let tables = 2 * units * unit_words * words_per_value;
    // The words of a layer are held until the layer is solved; of a single unit that is everything.
    let in_work = if units == 1 { tables } else { tables / 4 };
    // The states of both sides, what the first pass finds, and, for distances, its events.
    let scratch = |words: u64| words * (4 * (3 + words_per_value) + if wanted.to_end { 16 } else { 0 });
    let solving = if unit_words as usize > LARGE_UNIT_WORDS {
        scratch(unit_words)
    } else {
        rayon::current_num_threads() as u64 * scratch(LARGE_UNIT_WORDS as u64)
    };
    let list_of_units = 8 * units;
    let children = children::memory_bytes(kernel, &material, open, successors, digits.to_end);
    (tables + in_work + solving) * size_of::<W>() as u64 + list_of_units + children
}
