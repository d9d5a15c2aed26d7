//! Runs of equal cells in a block of WDL cells, and the choice of where they end.
//!
//! Free cells lie between bound cells, whose values must be kept. If two successive bound cells
//! have the same value, the free cells between them belong to their run, so that a block has the
//! fewest possible runs. Only the end of each run remains to be chosen, among the free cells after
//! its last bound cell. [`repeated_ends`] is a heuristic. [`cheapest_ends`] finds the ends with the
//! lowest cost by dynamic programming. It derives the costs of lengths from the lengths that the
//! heuristic gives in parts of the table.

use peatee_table::bit_cost::{COST_BITS, log2};

/// A run of equal cells: its value, and the first and the last possible end. An end is the index of
/// the last cell of the run plus one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Value of the cells of the run: 0 loss, 1 draw, 2 win.
    pub value: u8,
    /// First possible end of the run: just after its last bound cell (a cell whose value must be
    /// kept).
    pub shortest_end: u32,
    /// Last possible end of the run: the first bound cell of the next run, or the end of the block.
    pub longest_end: u32,
}

/// Returns an end for each run of equal cells. If possible, a run gets the same length as the run
/// two places before it, because lengths often repeat between similar positions. Otherwise the run
/// gets its maximal length.
pub fn repeated_ends(runs: &[Run]) -> Vec<u32> {
    let (mut start, mut lengths) = (0, [0; 2]);
    let end_of = |run: &Run| {
        let repeated = start + lengths[1];
        let end = if (run.shortest_end..=run.longest_end).contains(&repeated) { repeated } else { run.longest_end };
        lengths = [end - start, lengths[0]];
        start = end;
        end
    };
    runs.iter().map(end_of).collect()
}

/// Returns the ends for which the lengths of all runs of equal cells take the fewest bits in total.
/// Tries up to `ENDS_MAX` ends of each run.
pub fn cheapest_ends(runs: &[Run], costs: &Costs) -> Vec<u32> {
    // For each end that is tried of each run, in order: the index of the best end of the run
    // before.
    let mut best_before: Vec<u8> = Vec::with_capacity(4 * runs.len());
    let (mut starts, mut bits_before) = (Ends::of_start(), [0u32; ENDS_MAX]);
    for (number, run) in runs.iter().enumerate() {
        let context = Context::of(run.value, runs.get(number + 1).map(|next| next.value));
        let ends = Ends::of(run);
        let mut bits = [0; ENDS_MAX];
        if ends.count == 1 && starts.count == 1 {
            // There is no choice, and only differences of costs matter.
            best_before.push(0);
        } else {
            for (&end, least) in ends.list().iter().zip(&mut bits) {
                let total = |(&start, &before): (&u32, &u32)| before + costs.of_length(context, end - start);
                let totals = starts.list().iter().zip(&bits_before).map(total);
                let (place, bits) = (0..).zip(totals).min_by_key(|&(_, bits)| bits).unwrap_or_default();
                *least = bits;
                best_before.push(place);
            }
            // The minimum is subtracted, so that the sums stay small in blocks of any length.
            let bits = &mut bits[..ends.count];
            let least = bits.iter().copied().min().unwrap_or_default();
            bits.iter_mut().for_each(|bits| *bits -= least);
        }
        (starts, bits_before) = (ends, bits);
    }
    let (mut place, mut of_later_runs) = (0, 0);
    let mut chosen: Vec<u32> = runs
        .iter()
        .rev()
        .map(|run| {
            let ends = Ends::of(run);
            of_later_runs += ends.count;
            let end = ends.end[place];
            place = best_before[best_before.len() - of_later_runs + place] as usize;
            end
        })
        .collect();
    chosen.reverse();
    chosen
}

/// Maximum number of ends of a run that are tried. If more ends are possible, half of the tried
/// ends are the first possible ones, and half the last possible ones.
const ENDS_MAX: usize = 16;

/// The possible ends of a run that are tried.
#[derive(Debug, Clone, Copy)]
struct Ends {
    count: usize,
    end: [u32; ENDS_MAX],
}

impl Ends {
    /// Returns the only end of an imaginary run before the first run: the start of the block.
    const fn of_start() -> Self {
        Ends { count: 1, end: [0; ENDS_MAX] }
    }

    fn of(run: &Run) -> Self {
        let choices = (run.longest_end - run.shortest_end) as usize + 1;
        let mut ends = Ends { count: choices.min(ENDS_MAX), ..Ends::of_start() };
        for place in 0..ends.count {
            let is_early = choices <= ENDS_MAX || place < ENDS_MAX / 2;
            ends.end[place] = if is_early {
                run.shortest_end + place as u32
            } else {
                run.longest_end - (ENDS_MAX - 1 - place) as u32
            };
        }
        ends
    }

    #[inline(always)]
    fn list(&self) -> &[u32] {
        &self.end[..self.count]
    }
}

/// Context of a run, by which the code of its length is chosen: the value of the run, and which of
/// the two other values comes next.
#[derive(Debug, Clone, Copy)]
pub struct Context(usize);

const CONTEXTS: usize = 3 * 2;

impl Context {
    /// Returns the context of a run of equal cells with the value `value` before a run with the
    /// value `next`. `next` is `None` for the last run of a block.
    pub fn of(value: u8, next: Option<u8>) -> Self {
        let higher = if value == 2 { 1 } else { 2 };
        Context(2 * value as usize + (next == Some(higher)) as usize)
    }
}

/// Run length below which each length has a length class of its own; see [`length_class_of`].
const EXACT_LENGTHS: u32 = 64;
/// Number of bits after the leading 1 bit of a run length that select its length class. Two run
/// lengths of [`EXACT_LENGTHS`] or more are in the same class if they have equally many bits and
/// agree in these bits.
const SHARED_BITS: u32 = 2;
pub const LENGTH_CLASSES: usize = EXACT_LENGTHS as usize + ((u32::BITS - 6) << SHARED_BITS) as usize;

/// Returns the length class of a run length, and the number of bits that tell the lengths of this
/// class apart. All lengths of a class share a code word.
#[inline(always)]
pub fn length_class_of(length: u32) -> (usize, u32) {
    if length < EXACT_LENGTHS {
        return (length as usize, 0);
    }
    let size = length.ilog2();
    let leading = (length >> (size - SHARED_BITS)) - (1 << SHARED_BITS);
    ((EXACT_LENGTHS + ((size - EXACT_LENGTHS.ilog2()) << SHARED_BITS) + leading) as usize, size - SHARED_BITS)
}

/// Number of runs of equal cells by context ([`Context`]) and by length class
/// ([`length_class_of`]).
#[derive(Debug, Clone)]
pub struct Lengths {
    counts: Vec<u64>,
}

impl Default for Lengths {
    fn default() -> Self {
        Lengths { counts: vec![0; CONTEXTS * LENGTH_CLASSES] }
    }
}

impl Lengths {
    /// Counts the lengths of the runs of equal cells of a block. `ends` holds the end of each run.
    pub fn add(&mut self, runs: &[Run], ends: &[u32]) {
        let mut start = 0;
        for (number, (run, &end)) in runs.iter().zip(ends).enumerate() {
            let Context(context) = Context::of(run.value, runs.get(number + 1).map(|next| next.value));
            self.counts[context * LENGTH_CLASSES + length_class_of(end - start).0] += 1;
            start = end;
        }
    }

    pub fn with(mut self, other: &Lengths) -> Lengths {
        self.counts.iter_mut().zip(&other.counts).for_each(|(own, other)| *own += other);
        self
    }
}

/// Costs of run lengths in fractions of a bit; see [`COST_BITS`].
#[derive(Debug, Clone)]
pub struct Costs {
    costs: Vec<u32>,
}

impl Costs {
    /// Returns the costs of run lengths in an ideal code, if lengths occur as often as `lengths`
    /// says.
    pub fn of(lengths: &Lengths) -> Self {
        let mut costs = Vec::with_capacity(CONTEXTS * LENGTH_CLASSES);
        // The length of a run is coded together with the value of the next run, so the frequencies
        // in both contexts of a value are relative to their common total.
        for of_value in lengths.counts.chunks(2 * LENGTH_CLASSES) {
            let total: u64 = of_value.iter().sum();
            for (place, &count) in of_value.iter().enumerate() {
                // A class that does not occur is taken to occur 1/32 of a time.
                let bits = log2(32 * total + 32) - log2(32 * count + 1);
                costs.push(bits + (raw_bits(place % LENGTH_CLASSES) << COST_BITS));
            }
        }
        Costs { costs }
    }

    /// Returns the cost of all run lengths in `lengths` together, in whole bits.
    pub fn total(&self, lengths: &Lengths) -> u64 {
        let fractions: u64 = self.costs.iter().zip(&lengths.counts).map(|(&cost, &count)| cost as u64 * count).sum();
        fractions >> COST_BITS
    }

    #[inline(always)]
    pub fn of_length(&self, Context(context): Context, length: u32) -> u32 {
        self.costs[context * LENGTH_CLASSES + length_class_of(length).0]
    }
}

/// Returns the number of bits that tell the run lengths of a length class apart; see
/// [`length_class_of`].
pub fn raw_bits(class: usize) -> u32 {
    let above = (class as u32).saturating_sub(EXACT_LENGTHS);
    if class < EXACT_LENGTHS as usize { 0 } else { EXACT_LENGTHS.ilog2() + (above >> SHARED_BITS) - SHARED_BITS }
}
