//! An estimate of the memory that solving takes: what is held at its peaks, counted list by list.
//!
//! A word takes 4, 8 or 16 bytes on boards of up to 32, 64 and 128 squares. A *plane* is one word
//! for each place of a unit and one side to move.

use peatee_rules::{Bitboard, Kernel, Side};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

use super::batches::Batches;
use super::context::DigitCounts;
use super::first_pass::children;
use super::iterate::dirty_rows::ROWS_PER_TASK;
use super::iterate::placement_moves;
use super::iterate::unit::{LARGE_UNIT_WORDS, first_pass_tasks};
use super::kingless;
use super::layout::units::Layout;
use super::rules::MoveRules;
use super::value_word::DIGITS;
use crate::solver::job::{SolverMemory, Wanted};
use crate::solver::known::Known;

/// Digits of half a distance in the first attempt: enough for 127 plies.
const FIRST_DIGITS: usize = 6;

/// Words of events for each place and both sides to move together, where there are events: with
/// fixed pieces, whose moves lead to many distances, and of kings alone. Reckoned from what slices
/// of English draughts take.
const EVENT_WORDS: [usize; 2] = [160, 32];

/// Bytes of what is noted of a row: whether it is listed to be searched, and its place in the list,
/// for two sides and two lists, and the same in what searches have found.
const ROW_BYTES: usize = 2 * 2 * (1 + 4) * 2;

/// The digits of the first attempt.
pub fn first_digits(wanted: Wanted) -> DigitCounts {
    DigitCounts {
        to_end: if wanted.to_end { FIRST_DIGITS } else { 0 },
        // A distance to a conversion or a reset is not halved.
        to_event: if wanted.has_events() { FIRST_DIGITS + 1 } else { 0 },
    }
}

/// An estimate of the memory of solving a slice and its opposite, with the children among
/// `successors`.
pub fn memory<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    layout: &Layout<W>,
    (slices, successors): (&[Slice], &[Slice]),
    wanted: Wanted,
) -> SolverMemory {
    let material = layout.material;
    let largest_layer = rules.layer_sizes(kernel, &material).into_iter().max().unwrap_or(0) as usize;
    let Some(open) = layout.open else {
        return kingless::memory([layout.units(), largest_layer], slices.len(), wanted);
    };
    let size = Sizes { layout, wanted, digits: first_digits(wanted), is_lone: layout.units() == 1 };
    let positions = slices.iter().map(|&slice| SliceIndex::new(kernel, slice).size() as usize).sum::<usize>();
    let known_bytes = size_of::<Known>();
    let unit_values = if wanted.men_end_counts() { positions / layout.units().max(1) * known_bytes } else { 0 };
    let (unit_places, word_bytes) = (layout.unit_words(), size_of::<W>());
    let unit_words = 2 * unit_places * word_bytes * (size.to_end_words() + size.to_event_words());
    let unit_bytes = unit_words + unit_values;
    let batches = Batches::new(unit_places, unit_bytes);
    let in_work = batches.units.min(largest_layer) * unit_bytes;
    let workers = if batches.threads_share_units { 1 } else { rayon::current_num_threads() };
    let queued = size.event_words() * unit_places * word_bytes;
    let search = size.search_bytes(kernel, rules, open) + queued;
    let tables = layout.units() * unit_words;
    let events = layout.units() * unit_values;
    // The layer of each unit; and where the values of the opposite slice go.
    let lists = 4 * layout.units() * if unit_values > 0 { slices.len() } else { 1 };
    let placements = (layout.rows + layout.columns) * word_bytes;
    let children = children::memory_bytes(kernel, &material, open, successors, size.digits.to_end) as usize;
    let between_layers = tables + events + lists + placements + children + workers * search;
    let (to_end, captures) = match wanted {
        _ if wanted.to_reset.is_some() => (positions / 4, 0),
        _ if wanted.to_end => (positions * known_bytes, positions / 8),
        _ => (positions / 4, positions / 8),
    };
    let event_answer = if wanted.has_events() { positions * known_bytes } else { 0 };
    let to_end_tables = 2 * layout.units() * unit_places * word_bytes * size.to_end_words();
    // The allocator keeps the memory of lists as small as the results of most tasks are.
    let retained = workers * queued + if batches.threads_share_units { 0 } else { in_work };
    let whole_tables = tables + events + to_end + captures;
    let output = whole_tables.max(tables - to_end_tables + to_end + captures + event_answer) + retained;
    let number = |bytes: usize| bytes as u64;
    SolverMemory {
        solving: number(between_layers + in_work),
        between_layers: number(between_layers),
        // Of a lone unit nothing is saved.
        saved_unit: number(if size.is_lone { 0 } else { unit_bytes }),
        output: number(output),
        answer: number(to_end + captures + event_answer),
    }
}

/// What one worker takes that searches units of a slice with men for win, draw or loss alone, in
/// bytes.
pub fn search_bytes<W: Bitboard>(kernel: &Kernel<W>, rules: &MoveRules<W>, layout: &Layout<W>) -> usize {
    let open = layout.open.expect("slices with kings have an open one");
    let size = Sizes { layout, wanted: Wanted::WDL, digits: first_digits(Wanted::WDL), is_lone: false };
    size.search_bytes(kernel, rules, open)
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
    /// Words at a place of a table to the end.
    fn to_end_words(&self) -> usize {
        DIGITS + self.digits.to_end + self.wanted.to_reset.is_none() as usize
    }

    /// Words at a place of a table to events.
    fn to_event_words(&self) -> usize {
        if self.wanted.has_events() && !self.wanted.men_end_counts() { DIGITS + self.digits.to_event } else { 0 }
    }

    /// Bytes of what one worker takes, without events; a king of `open` is open.
    fn search_bytes(&self, kernel: &Kernel<W>, rules: &MoveRules<W>, open: Side) -> usize {
        let layout = self.layout;
        (self.search_planes() * layout.unit_words() + self.part_words()) * size_of::<W>()
            + ROW_BYTES * layout.rows
            + placement_moves::lists_bytes(kernel, &rules.fills, layout, open)
    }

    /// Planes of the search of one unit.
    fn search_planes(&self) -> usize {
        let DigitCounts { to_end, to_event } = self.digits;
        let resets = self.wanted.to_reset.is_some();
        let first_pass = self.first_pass_planes();
        // Won, lost, the distance, and no move.
        let state = first_pass + 2 + if resets { to_event } else { to_end } + (to_event > 0) as usize;
        let frontiers = if resets { 4 } else { 1 };
        // Open and known positions, the distance, and what is found.
        let conversions = if self.wanted.to_conversion { 2 * (3 + to_event + 2) } else { 0 };
        // What the first pass finds in the next unit.
        let next = if self.is_lone { 0 } else { first_pass };
        2 * (state + next) + frontiers + conversions
    }

    /// Words of events for each place.
    fn event_words(&self) -> usize {
        let runs_over_men = self.to_event_words() > 0;
        if self.wanted.to_end || runs_over_men { EVENT_WORDS[self.is_lone as usize] } else { 0 }
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
