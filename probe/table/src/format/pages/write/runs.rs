//! Chooses the symbols that stand for single runs, and converts runs to symbols.

use std::collections::HashMap;

use crate::format::page_layout::{EXTRA_BITS_MAX, PageShape, SYMBOLS_MAX};
use crate::format::pages::code::Meaning;

/// Number of positions of a chunk, the unit of encoding. Each chunk begins with a new block, so
/// that chunks can be encoded in parallel.
pub const CHUNK_POSITIONS: u64 = 1 << 22;

/// A run of equal cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Cell of the run: 0 loss, 1 draw, 2 win.
    pub value: u8,
    /// Length of the run in positions.
    pub positions: u32,
}

/// Least number of occurrences of a run length that gets a symbol of its own.
const EXACT_RUNS_MIN: u64 = 4;
const EXACT_MAX: usize = 640;
/// Binary logarithm of the run length from which lengths are told apart more finely. Lengths below
/// `2^SHARED_FROM` share a symbol if they have equally many binary digits. Longer lengths share a
/// symbol if they also agree in the [`SHARED_BITS`] digits after the leading 1.
const SHARED_FROM: u32 = 6;
const SHARED_BITS: u32 = 2;

/// Symbols that stand for single runs of equal cells.
#[derive(Debug)]
pub(super) struct RunSymbols {
    /// Meaning of each symbol, sorted by value and base. Of symbols with the same value and base,
    /// the one for fewer run lengths comes first.
    pub meanings: Vec<Meaning>,
    shape: PageShape,
    /// Symbol for runs of any length, indexed by the value of the run.
    any: [Option<u16>; 3],
    /// Symbols of runs shorter than [`SHORT`], indexed by value and length; [`NONE`] if no symbol
    /// stands for such a run.
    short: Vec<u16>,
}

/// Returns the sort key of a symbol for runs: its value, its base and its number of extra bits.
fn key(meaning: &Meaning) -> (u8, u32, u8) {
    match *meaning {
        Meaning::Run { value, base, extra_bits } => (value, base, extra_bits),
        Meaning::Phrase { .. } => unreachable!("these are runs"),
    }
}

/// Run length from which the symbol of a run is found by a search. The symbols of shorter runs are
/// read from [`RunSymbols::short`].
const SHORT: usize = 1 << 12;
const NONE: u16 = u16::MAX;

/// Limits on the number of symbols of single runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct SymbolLimits {
    /// Limit for rare lengths: a run length gets a symbol of its own if at least one in this many
    /// runs has that length.
    pub exact_one_in: u64,
    /// Maximum number of symbols for single runs. A run length without a symbol of its own is coded
    /// by the symbol for runs of any length.
    pub symbols: usize,
}

impl SymbolLimits {
    /// Limits that leave no run without a symbol.
    pub(super) const WIDE: SymbolLimits = SymbolLimits { exact_one_in: 4000, symbols: SYMBOLS_MAX };
}

impl RunSymbols {
    /// Chooses symbols that encode the runs of `sample` in few bits. If the sample is only a part
    /// of the table, each value also gets a symbol for runs of any length.
    pub(super) fn choose(sample: &[&[Run]], is_whole: bool, shape: PageShape, limits: SymbolLimits) -> RunSymbols {
        let mut counts: HashMap<(u8, u32), u64> = HashMap::new();
        let split = sample.iter().copied().flatten().flat_map(|&run| split(run, shape));
        split.for_each(|run| *counts.entry((run.value, run.positions)).or_default() += 1);
        let total: u64 = counts.values().sum();
        let enough = (total / limits.exact_one_in).max(EXACT_RUNS_MIN);
        let mut by_count: Vec<((u8, u32), u64)> = counts.into_iter().collect();
        by_count.sort_unstable_by_key(|&(run, count)| (std::cmp::Reverse(count), run));
        let is_exact = |place: usize, count: u64| place < EXACT_MAX && count >= enough;
        let mut of_symbol: HashMap<(u8, u32, u8), u64> = HashMap::new();
        for (place, &((value, length), count)) in by_count.iter().enumerate() {
            let meaning = match is_exact(place, count) {
                true => Meaning::Run { value, base: length, extra_bits: 0 },
                false => shared(value, length),
            };
            *of_symbol.entry(key(&meaning)).or_default() += count;
        }
        if !is_whole {
            of_symbol.extend((0..3).map(|value| (key(&any_run(value, shape)), u64::MAX)));
        }
        let mut by_count: Vec<((u8, u32, u8), u64)> = of_symbol.into_iter().collect();
        by_count.sort_unstable_by_key(|&(key, count)| (std::cmp::Reverse(count), key));
        by_count.truncate(limits.symbols);
        by_count.sort_unstable();
        let run = |((value, base, extra_bits), _)| Meaning::Run { value, base, extra_bits };
        let meanings = by_count.into_iter().map(run).collect();
        let mut symbols = RunSymbols { meanings, shape, any: [None; 3], short: vec![NONE; 3 * SHORT] };
        if !is_whole {
            symbols.any = [0, 1, 2].map(|value| symbols.place_of(any_run(value, shape)));
        }
        symbols.fill_short();
        symbols
    }

    fn place_of(&self, meaning: Meaning) -> Option<u16> {
        self.meanings.binary_search_by_key(&key(&meaning), key).ok().map(|place| place as u16)
    }

    /// Fills [`RunSymbols::short`]. A run length gets its own symbol if it has one, else the symbol
    /// that it shares with similar lengths, else the symbol for any length.
    fn fill_short(&mut self) {
        for (symbol, &meaning) in self.meanings.iter().enumerate() {
            let Meaning::Run { value, base, extra_bits } = meaning else { continue };
            let symbol = symbol as u16;
            let of_value = value as usize * SHORT;
            let covered =
                of_value + (base as usize).min(SHORT)..of_value + (base as usize + (1 << extra_bits)).min(SHORT);
            for place in &mut self.short[covered] {
                let is_any = |symbol| Some(symbol) == self.any[value as usize];
                // Symbols with the same base come in the order of their number of extra bits; a
                // symbol for one length only has no extra bits.
                if *place == NONE || extra_bits == 0 || is_any(*place) && !is_any(symbol) {
                    *place = symbol;
                }
            }
        }
    }

    fn search(&self, value: u8, length: u32) -> Option<u16> {
        self.place_of(Meaning::Run { value, base: length, extra_bits: 0 })
            .or_else(|| self.place_of(shared(value, length)))
            .or(self.any[value as usize])
    }

    /// Returns the symbol of a run. The run must not be longer than one symbol can code; [`split`]
    /// shortens longer runs.
    #[inline(always)]
    fn symbol(&self, run: Run) -> u16 {
        let length = run.positions as usize;
        if length < SHORT {
            return self.short[run.value as usize * SHORT + length];
        }
        self.search(run.value, run.positions).unwrap_or(NONE)
    }

    /// Converts runs to symbols and the numbers in their extra bits.
    pub(super) fn of(&self, runs: &[Run]) -> Symbols {
        let mut symbols = Symbols { list: Vec::with_capacity(runs.len()), extra: Vec::new() };
        for run in runs.iter().flat_map(|&run| split(run, self.shape)) {
            let symbol = self.symbol(run);
            symbols.list.push(symbol);
            let Meaning::Run { base, extra_bits, .. } = self.meanings[symbol as usize] else { continue };
            if extra_bits > 0 {
                symbols.extra.push(run.positions - base);
            }
        }
        symbols
    }

    /// Returns the symbol for runs of any length with this value; `None` if the code has no such
    /// symbol.
    pub(super) fn any(&self, value: u8) -> Option<u16> {
        self.any[value as usize]
    }
}

#[derive(Debug, Clone)]
pub(super) struct Symbols {
    pub list: Vec<u16>,
    /// Numbers in the extra bits of the symbols that have extra bits, in the order of `list`.
    pub extra: Vec<u32>,
}

/// Returns the symbols and the sample for streams that are read backward. In them, the two symbols
/// of each phrase are exchanged, and the symbols of the sample are in reverse order.
pub(super) fn mirrored(meanings: &[Meaning], mut sample: Vec<Symbols>) -> (Vec<Meaning>, Vec<Symbols>) {
    let mirror = |&meaning: &Meaning| match meaning {
        Meaning::Phrase { first, second } => Meaning::Phrase { first: second, second: first },
        run => run,
    };
    for symbols in &mut sample {
        symbols.list.reverse();
        symbols.extra.reverse();
    }
    (meanings.iter().map(mirror).collect(), sample)
}

/// Returns the [`Meaning`] of the symbol for runs (equal cells in a row) of any length with the
/// value `value`.
fn any_run(value: u8, shape: PageShape) -> Meaning {
    Meaning::Run { value, base: 1, extra_bits: shape.run_max().ilog2() as u8 }
}

/// Returns the [`Meaning`] of the symbol that stands for runs with the value `value` and a length
/// similar to `length`.
fn shared(value: u8, length: u32) -> Meaning {
    let size = length.ilog2();
    let extra_bits = if size < SHARED_FROM { size } else { size - SHARED_BITS };
    Meaning::Run {
        value,
        base: length >> extra_bits << extra_bits,
        extra_bits: extra_bits.min(EXTRA_BITS_MAX.into()) as u8,
    }
}

fn split(run: Run, shape: PageShape) -> impl Iterator<Item = Run> {
    let most = shape.run_max();
    let full = run.positions / most;
    let rest = run.positions % most;
    let lengths = std::iter::repeat_n(most, full as usize).chain((rest > 0).then_some(rest));
    lengths.map(move |positions| Run { value: run.value, positions })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_runs_have_the_symbols_that_a_search_finds() {
        let runs =
            |seed: u32| (1..3000u32).map(move |i| Run { value: (i % 3) as u8, positions: i * i * seed % 5000 + 1 });
        let sample: Vec<Run> = runs(7).chain((0..900).map(|i| Run { value: 1, positions: i % 9 + 1 })).collect();
        for is_whole in [true, false] {
            let sample = &[&sample[..]];
            let symbols = RunSymbols::choose(sample, is_whole, PageShape::default(), SymbolLimits::WIDE);
            for value in 0..3 {
                for length in 1..SHORT as u32 {
                    let found = symbols.search(value, length).unwrap_or(NONE);
                    assert_eq!(symbols.symbol(Run { value, positions: length }), found, "{value} {length}");
                    assert!(is_whole || found != NONE);
                }
            }
        }
    }
}
