//! An estimate of the memory that the search of units takes: what is held at its peak, counted list
//! by list.
//!
//! A word takes 4, 8 or 16 bytes on boards of up to 32, 64 and 128 squares. A *plane* is one word
//! for each place of a unit and one side to move.

use peatee_rules::{Bitboard, Kernel};

use super::dirty_rows::ROWS_PER_TASK;
use super::placement_moves;
use super::unit::{LARGE_UNIT_WORDS, first_pass_tasks};
use crate::solver::bitboards::context::DigitCounts;
use crate::solver::bitboards::layout::units::Layout;
use crate::solver::bitboards::rules::MoveRules;
use crate::solver::job::Wanted;

/// Bytes of events for each place and both sides to move together, where there are events: with
/// fixed pieces, whose moves lead to many distances, and of kings alone. Measured on slices of five
/// and six pieces of English, and five of international draughts.
const EVENT_BYTES_OF_STEPS: [usize; 2] = [640, 290];
/// The same where kings slide: then fewer captures are possible at each place.
const EVENT_BYTES_OF_SLIDES: [usize; 2] = [320, 128];

/// Bytes of what is noted of a row: whether it is listed to be searched, and its place in the list,
/// for two sides and two lists, and the same in what searches have found.
const ROW_BYTES: usize = 2 * 2 * (1 + 4) * 2;

/// What one worker takes that searches units of a slice, in bytes.
pub fn search_bytes<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    layout: &Layout<W>,
    wanted: Wanted,
) -> usize {
    let open = layout.open.expect("slices with kings have an open one");
    let size = Sizes { layout, wanted, digits: DigitCounts::first(wanted), is_lone: layout.units() == 1 };
    (size.search_planes() * layout.unit_words() + size.part_words()) * size_of::<W>()
        + size.event_bytes(kernel.kings_slide()) * layout.unit_words()
        + ROW_BYTES * layout.rows
        + placement_moves::lists_bytes(kernel, &rules.fills, layout, open)
}

/// The numbers of words of one slice.
struct Sizes<'a, W> {
    layout: &'a Layout<W>,
    wanted: Wanted,
    digits: DigitCounts,
    /// The slice has one unit.
    is_lone: bool,
}

impl<W: Bitboard> Sizes<'_, W> {
    /// Planes of the search of one unit.
    fn search_planes(&self) -> usize {
        let DigitCounts { to_end, to_event } = self.digits;
        let resets = self.wanted.to_reset.is_some();
        let first_pass = self.first_pass_planes();
        // Won, lost, the distance, and no move.
        let state = first_pass + 2 + if resets { to_event } else { to_end } + (to_event > 0) as usize;
        // With resets also the wins and losses in time.
        let frontiers = if resets { 4 + 4 } else { 1 };
        // Open and known positions, the distance, and what is found.
        let conversions = if self.wanted.to_conversion { 2 * (3 + to_event + 2) } else { 0 };
        // What the first pass finds in the next unit.
        let next = if self.is_lone { 0 } else { first_pass };
        2 * (state + next) + frontiers + conversions
    }

    /// Bytes of events for each place.
    fn event_bytes(&self, slides: bool) -> usize {
        let bytes = if slides { EVENT_BYTES_OF_SLIDES } else { EVENT_BYTES_OF_STEPS };
        if self.wanted.to_end || self.wanted.runs_over_men() { bytes[self.is_lone as usize] } else { 0 }
    }

    /// Words of the parts of the first pass that are held together where threads share a unit, and
    /// half as many that the allocator keeps of the parts before: measured.
    fn part_words(&self) -> usize {
        let layout = self.layout;
        let words = (first_pass_tasks(layout.columns) * ROWS_PER_TASK * layout.columns).min(layout.unit_words());
        if layout.unit_words() > LARGE_UNIT_WORDS { 3 * self.first_pass_planes() * words } else { 0 }
    }

    /// Planes of what the first pass finds for one side to move.
    fn first_pass_planes(&self) -> usize {
        let DigitCounts { to_end, to_event } = self.digits;
        let keeps_outcomes = to_end == 0 || to_event > 0;
        // No captures and escapes, and, where they are kept, what wins and what loses.
        2 + if keeps_outcomes { 3 } else { 0 }
    }
}
