//! The verifier: every position of every table against the positions one ply further on.
//!
//! It shares no code with the solver. It generates the legal moves of each position, reads the values of the positions
//! they lead to from the tables, and compares the best of them with what the table says. For DTW this proves the
//! table: by induction over the plies no decided value can be wrong if all smaller ones are right, and a position called
//! drawn has a move to a drawn one and none to a lost one. WDL tables are compared with DTW where both are there, since
//! values that only support each other in a circle would pass a look one ply ahead.
//!
//! Where tables leave captures out, the value of such a position is that of its best capture, and only what the header
//! says of all values can be wrong: their counts and their digest; these are compared too.

mod conversions;
mod stored;
mod under_rules;

use fastrand::Rng;
use peatee_probe::digest::{self, PART_POSITIONS};
use peatee_probe::index::SliceIndex;
use peatee_probe::{FileError, Metric, Slice, Table, Tables, Value};
use peatee_rules::{Kernel, Position, Word, with_kernel};
use rayon::prelude::*;

use self::stored::StoredTables;
use crate::error::Error;
use crate::read::values_digest;

/// What the verifier found in one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The slice.
    pub slice: Slice,
    /// The metric.
    pub metric: Metric,
    /// Positions looked at.
    pub positions: u64,
    /// Those of them that were compared with all their moves; the others are captures that the table leaves out.
    pub compared: u64,
    /// How many values are wrong.
    pub wrong: u64,
    /// Some of the wrong ones.
    pub examples: Vec<Mistake>,
}

/// A wrong value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The position, as FEN.
    pub fen: String,
    /// What the table says.
    pub stored: Value,
    /// What its moves say, or the DTW table.
    pub expected: Value,
}

/// Which positions are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// All of them, and the counts and the digest in the headers.
    All,
    /// About so many of all tables together, WDL and DTW, in stretches of [`STRETCH`] that are chosen at random: one in
    /// each of as many equal parts of a table as its size calls for.
    Sample {
        /// How many.
        positions: u64,
        /// Other numbers choose others.
        seed: u64,
    },
}

/// Positions that follow each other in a sample.
pub const STRETCH: u64 = 1 << 10;

/// At most so many wrong values of a table are shown.
const EXAMPLES: usize = 5;

/// Verifies the table of one slice and metric.
///
/// # Errors
/// As [`verify_tables`].
///
/// # Panics
/// When the table itself is not among `tables`.
pub fn verify(tables: &Tables, slice: Slice, metric: Metric) -> Result<Verdict, Error> {
    let mut verdict = None;
    verify_tables(tables, &[(slice, metric)], Extent::All, |found| {
        verdict = Some(found);
        Ok(())
    })?;
    Ok(verdict.expect("there is one for every table"))
}

/// Verifies tables one after the other and gives each verdict to `each`. Of a sample, only WDL and DTW tables are looked
/// at.
///
/// # Errors
/// When a table that is needed is missing or damaged, or its header says other things of the values than are true; and
/// those of `each`.
///
/// # Panics
/// When one of the tables is not there.
pub fn verify_tables(
    tables: &Tables,
    wanted: &[(Slice, Metric)],
    extent: Extent,
    mut each: impl FnMut(Verdict) -> Result<(), Error>,
) -> Result<(), Error> {
    let is_plain = |metric: Metric| matches!(metric, Metric::Wdl | Metric::Dtw);
    let table = |slice, metric| tables.table(slice, metric).expect("tables to be verified are there");
    let plain = wanted.iter().filter(|&&(_, metric)| is_plain(metric));
    let all_positions: u64 = plain.map(|&(slice, metric)| table(slice, metric).header().positions).sum();
    with_kernel!(tables.game(), kernel => {
        let mut wdl = Verifier { kernel, tables, stored: StoredTables::new(kernel, tables, Metric::Wdl) };
        let mut dtw = Verifier { kernel, tables, stored: StoredTables::new(kernel, tables, Metric::Dtw) };
        for &(slice, metric) in wanted {
            let table = table(slice, metric);
            let stretches = stretches(slice, table.header().positions, all_positions, extent);
            match (metric, extent) {
                (Metric::Wdl, _) => each(wdl.table(slice, metric, &stretches, extent)?)?,
                (Metric::Dtw, _) => each(dtw.table(slice, metric, &stretches, extent)?)?,
                (_, Extent::Sample { .. }) => {}
                (Metric::Dtc, Extent::All) => each(with_digest(tables, conversions::verify(tables, slice, table)?)?)?,
                (Metric::Dtr(set), Extent::All) => {
                    each(with_digest(tables, under_rules::verify(tables, slice, set, table)?)?)?
                }
            }
        }
    });
    Ok(())
}

/// The stretches of a table that are looked at: the number of the first position of each, and how many there are in it.
fn stretches(slice: Slice, positions: u64, all_positions: u64, extent: Extent) -> Vec<(u64, u64)> {
    let of = |length: u64| move |start: u64| (start, length.min(positions - start));
    let Extent::Sample { positions: wanted, seed } = extent else {
        return (0..positions).step_by(PART_POSITIONS as usize).map(of(PART_POSITIONS)).collect();
    };
    let there = positions.div_ceil(STRETCH);
    let share = (wanted as u128 * positions as u128).div_ceil(all_positions.max(1) as u128 * STRETCH as u128) as u64;
    let count = share.min(there);
    let seed = blake3::hash(format!("{seed} {slice}").as_bytes());
    let mut random = Rng::with_seed(seed.as_bytes().first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes)));
    let edge = |number: u64| (there as u128 * number as u128 / count.max(1) as u128) as u64;
    (0..count).map(|number| random.u64(edge(number)..edge(number + 1))).map(|s| of(STRETCH)(s * STRETCH)).collect()
}

/// A verdict, once the digest in the header has been compared.
fn with_digest(tables: &Tables, verdict: Verdict) -> Result<Verdict, Error> {
    let table = tables.table(verdict.slice, verdict.metric).expect("it has been verified");
    if verdict.wrong == 0 && values_digest(tables, verdict.slice, verdict.metric)? != table.header().values_digest {
        return Err(wrong_header(table, "its digest is not that of its values"));
    }
    Ok(verdict)
}

fn wrong_header(table: &Table, reason: &'static str) -> Error {
    Error::File { path: table.path().to_owned(), source: FileError::Header { reason } }
}

/// Looks at every position of a slice with `check`, which is given the position and its number and says what is wrong.
///
/// # Errors
/// The first that `check` gives.
fn by_position(
    tables: &Tables,
    slice: Slice,
    metric: Metric,
    positions: u64,
    check: impl Fn(&Position, u64) -> Result<Option<Mistake>, Error> + Sync,
) -> Result<Verdict, Error> {
    let starts: Vec<u64> = (0..positions).step_by(PART_POSITIONS as usize).collect();
    let chunk = |start: u64| {
        let mut mistakes = Vec::new();
        with_kernel!(tables.game(), kernel => {
            let index = SliceIndex::new(kernel, slice);
            let mut cursor = index.cursor();
            for number in start..(start + PART_POSITIONS).min(positions) {
                let position = Position { setup: cursor.seek(number).convert(), side: slice.side };
                mistakes.extend(check(&position, number)?);
            }
        });
        Ok(mistakes)
    };
    let parts: Vec<Vec<Mistake>> = starts.into_par_iter().map(chunk).collect::<Result<_, Error>>()?;
    let wrong = parts.iter().map(Vec::len).sum::<usize>() as u64;
    let examples = parts.into_iter().flatten().take(EXAMPLES).collect();
    Ok(Verdict { slice, metric, positions, compared: positions, wrong, examples })
}

/// Verifies tables of WDL or of DTW.
struct Verifier<'a, W> {
    kernel: &'a Kernel<W>,
    tables: &'a Tables,
    stored: StoredTables<'a, W>,
}

/// What was found in a part of a table.
#[derive(Default)]
struct Part {
    compared: u64,
    wrong: u64,
    examples: Vec<Mistake>,
    /// How often each value occurs, by [`Wdl`](peatee_probe::Wdl).
    counts: [u64; 3],
    hash: [u8; 32],
}

impl<W: Word> Verifier<'_, W> {
    fn table(
        &mut self,
        slice: Slice,
        metric: Metric,
        stretches: &[(u64, u64)],
        extent: Extent,
    ) -> Result<Verdict, Error> {
        self.stored.turn_to(slice, extent == Extent::All)?;
        let table = self.tables.table(slice, metric).expect("it has been loaded");
        let index = SliceIndex::new(self.kernel, slice);
        let part = |&(first, count): &(u64, u64)| self.part(&index, metric, first, count);
        let parts: Vec<Part> = stretches.par_iter().map(part).collect::<Result<_, Error>>()?;
        let wrong: u64 = parts.iter().map(|part| part.wrong).sum();
        if extent == Extent::All && wrong == 0 {
            let header = table.header();
            let counted: [u64; 3] = std::array::from_fn(|wdl| parts.iter().map(|part| part.counts[wdl]).sum());
            if counted != [header.counts.losses, header.counts.draws, header.counts.wins] {
                return Err(wrong_header(table, "wins, draws and losses are not as many as it says"));
            }
            let hashes: Vec<[u8; 32]> = parts.iter().map(|part| part.hash).collect();
            if digest::of_parts(&hashes) != header.values_digest {
                return Err(wrong_header(table, "its digest is not that of its values"));
            }
        }
        Ok(Verdict {
            slice,
            metric,
            positions: stretches.iter().map(|&(_, count)| count).sum(),
            compared: parts.iter().map(|part| part.compared).sum(),
            wrong,
            examples: parts.into_iter().flat_map(|part| part.examples).take(EXAMPLES).collect(),
        })
    }

    fn part(&self, index: &SliceIndex<W>, metric: Metric, first: u64, count: u64) -> Result<Part, Error> {
        let side = index.slice().side;
        let has_distances = metric == Metric::Wdl && self.tables.table(index.slice(), Metric::Dtw).is_some();
        let leaves_captures_out = self.stored.leaves_captures_out(index.slice());
        let mut reader = self.stored.reader();
        let mut cursor = index.cursor();
        let mut part = Part::default();
        let mut numbers = Vec::with_capacity(count as usize);
        for number in first..first + count {
            let setup = *cursor.seek(number);
            let stored = reader.numbered(index.slice(), &setup, number);
            part.counts[stored.wdl as usize] += 1;
            numbers.push(stored.cell(metric));
            if leaves_captures_out && self.kernel.has_capture(&setup, side) {
                continue;
            }
            part.compared += 1;
            let mut expected = reader.looked_ahead(&setup, side);
            let position = || Position { setup: setup.convert(), side };
            if has_distances
                && stored == expected
                && let Some(cell) = self.tables.cell(&position(), Metric::Dtw)?
            {
                expected = Value { dtw_plies: None, ..Value::of_cell(cell, Metric::Dtw, self.kernel.goal) };
            }
            if stored != expected {
                part.wrong += 1;
                if part.examples.len() < EXAMPLES {
                    let fen = self.tables.game().fen(&position());
                    part.examples.push(Mistake { fen, stored, expected });
                }
            }
        }
        part.hash = digest::of_part(metric, numbers.into_iter());
        Ok(part)
    }
}
