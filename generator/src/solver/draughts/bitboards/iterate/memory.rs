//! Estimates the memory that the search of units takes at its peak, as the sum of all lists.
//!
//! A word takes 4, 8 or 16 bytes on boards of up to 32, 64 and 128 squares. A *plane* has one word
//! for each row and column of a unit, for one side to move.

use peatee_rules::{Bitboard, Kernel};

use super::event_queue::{event_bytes, least_bytes};
use super::placement_moves;
use super::row_worklist::ROWS_PER_TASK;
use super::unit::{LARGE_UNIT_WORDS, first_pass_tasks};
use crate::solver::draughts::bitboards::context::DigitCounts;
use crate::solver::draughts::bitboards::first_pass::rows::Event;
use crate::solver::draughts::bitboards::layout::units::Layout;
use crate::solver::draughts::bitboards::rules::MoveRules;
use crate::solver::draughts::job::ValueKinds;

/// Estimated number of events (decisions that wait for a ply) per word, in games whose kings move
/// one square. A word is a set of positions that differ only in the square of one king. The events
/// of both sides to move count together.
///
/// The first number is for units with men or other fixed pieces, whose moves lead to many different
/// distances. The second number is for units of kings alone. Both are the highest numbers observed
/// in slices of five pieces of English draughts.
const EVENTS_OF_STEPS: [usize; 2] = [15, 5];
/// Estimated numbers of events per word of a unit as in [`EVENTS_OF_STEPS`], but for games whose
/// kings slide. The numbers were observed in international draughts.
const EVENTS_OF_SLIDES: [usize; 2] = [7, 2];
/// Assumed number of different plies at which events (decisions that wait for a ply) take effect.
const EVENT_PLIES: usize = 128;

/// Bytes per row of a list of rows to search: a mark that the row is listed, and the index of the
/// row in the list. A row is a placement of one side's kings.
const ROW_BYTES: usize = 1 + 4;

/// Size in bytes of data that are held either in memory or in files.
#[derive(Debug, Clone, Copy, Default)]
pub struct WorkBytes {
    pub in_memory: u64,
    /// Bytes of memory that are needed even if the state is in files.
    pub least: u64,
    pub in_files: u64,
}

/// Bytes that the search of one worker takes. A worker is a thread, or all threads if they share a
/// unit (configuration of the men).
#[derive(Debug, Clone, Copy)]
pub struct SearchBytes {
    pub own: usize,
    /// Bytes of the search state if threads share each unit (configuration of the men); this state
    /// may be in files.
    pub work: WorkBytes,
}

pub fn search_bytes<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    layout: &Layout<W>,
    wanted: ValueKinds,
) -> SearchBytes {
    let open = layout.open.expect("slices with kings have an open one");
    let size = Sizes { layout, wanted, digits: DigitCounts::first(wanted), is_lone: layout.units() == 1 };
    let events = size.events(kernel.kings_slide());
    let lists =
        ROW_BYTES * size.row_lists() * layout.rows + placement_moves::lists_bytes(kernel, &rules.fills, layout, open);
    let planes = |count: usize| count * layout.unit_words() * size_of::<W>();
    let [queued, found] = [event_bytes::<W>(), size_of::<(u32, Event<W>)>()].map(|bytes| events * bytes);
    if layout.unit_words() <= LARGE_UNIT_WORDS {
        let search = planes(size.search_planes() + 2 * size.first_pass_planes());
        let events = (queued + found) * layout.unit_words();
        return SearchBytes { own: search + listed(events) + lists, work: WorkBytes::default() };
    }
    let in_files = planes(size.search_planes()) + queued * layout.unit_words();
    let work = WorkBytes {
        in_memory: (planes(size.search_planes()) + listed(queued * layout.unit_words())) as u64,
        least: if events > 0 { least_bytes::<W>(EVENT_PLIES) as u64 } else { 0 },
        in_files: in_files as u64,
    };
    let parts = size.words_of_tasks() * (2 * size.first_pass_planes() * size_of::<W>() + found);
    SearchBytes { own: listed(parts) + lists, work }
}

/// Returns the expected size in bytes of lists that hold `bytes` bytes. Lists are larger than their
/// content, because they double their capacity when they are full.
const fn listed(bytes: usize) -> usize {
    bytes * 3 / 2
}

struct Sizes<'a, W> {
    layout: &'a Layout<W>,
    wanted: ValueKinds,
    digits: DigitCounts,
    /// True when the slice has only one unit (configuration of the men), as is always so for kings
    /// alone.
    is_lone: bool,
}

impl<W: Bitboard> Sizes<'_, W> {
    /// Returns the number of planes that the search of one unit (configuration of the men) takes. A
    /// plane is a list with one word for each row and column of the unit.
    fn search_planes(&self) -> usize {
        let DigitCounts { to_end, to_event } = self.digits;
        let resets = self.wanted.to_reset.is_some();
        let first_pass = self.first_pass_planes();
        // Planes of the first pass, of won and of lost positions, of the digits of the distance,
        // and of positions without a move.
        let state = first_pass + 2 + if resets { to_event } else { to_end } + (to_event > 0) as usize;
        // Wins and losses that come before the count draws the game, for both sides to move.
        let in_time = if resets { 4 } else { 0 };
        // Won and lost positions of unknown distance, lost positions of known distance, and the
        // digits.
        let conversions = if self.wanted.to_conversion { 2 * (3 + to_event) } else { 0 };
        2 * state + in_time + conversions + self.frontiers()
    }

    fn frontiers(&self) -> usize {
        let of_wdl = if self.wanted.to_reset.is_some() { 4 } else { 1 };
        of_wdl + if self.wanted.to_conversion { 4 } else { 0 }
    }

    /// Returns the number of lists of rows (placements of one side's kings), for both sides to
    /// move. There are worklists of rows to search for losses and for wins, and one list for each
    /// frontier (the positions that one search finds).
    fn row_lists(&self) -> usize {
        let worklists = if self.wanted.to_conversion { 2 * 4 } else { 4 };
        worklists + self.frontiers()
    }

    /// Returns the estimated number of events (decisions that wait for a ply) per word (set of
    /// positions that differ only in the square of one king). Returns 0 if the search uses no
    /// events. `slides` is true if kings can move several squares.
    fn events(&self, slides: bool) -> usize {
        let events = if slides { EVENTS_OF_SLIDES } else { EVENTS_OF_STEPS };
        if self.wanted.to_end || self.wanted.runs_over_men() { events[self.is_lone as usize] } else { 0 }
    }

    /// When several threads solve one unit, the results of several tasks are in memory at the same
    /// time. Returns how many words of each plane are in these results. A plane is a list with one
    /// word for each row and column of the unit.
    fn words_of_tasks(&self) -> usize {
        let layout = self.layout;
        (first_pass_tasks(layout.columns) * ROWS_PER_TASK * layout.columns).min(layout.unit_words())
    }

    /// Returns how many planes the values of captures and of moves of men take for one side to
    /// move. A plane is a list with one word for each row and column of a unit (configuration of
    /// the men).
    fn first_pass_planes(&self) -> usize {
        let DigitCounts { to_end, to_event } = self.digits;
        let keeps_outcomes = to_end == 0 || to_event > 0;
        // Positions without captures, positions with quiet moves of fixed pieces and, if kept, the
        // outcomes of captures and of these moves.
        2 + if keeps_outcomes { 3 } else { 0 }
    }
}
