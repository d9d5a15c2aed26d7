//! The verifier: every position of every table against the positions one ply further on.
//!
//! It shares no code with the solver. It generates the legal moves of each position, reads the values of the positions
//! they lead to from the tables, and compares the best of them with what the table says. For DTW this proves the
//! table: by induction over the plies no decided value can be wrong if all smaller ones are right, and a position called
//! drawn has a move to a drawn one and none to a lost one. WDL tables are compared with DTW where both are there, since
//! values that only support each other in a circle would pass a look one ply ahead.
//!
//! Where tables leave captures out, the value of such a position is that of its best capture, and only the count of
//! values in the header can be wrong; that is compared too.

use std::ops::Range;

use peatee_probe::index::SliceIndex;
use peatee_probe::{FileError, Metric, Slice, Table, Tables, Value};
use peatee_rules::{Captures, Kernel, Position, Setup, Side, Word, with_kernel};
use rayon::prelude::*;

use crate::error::Error;
use crate::read::values_digest;

/// What the verifier found in one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The slice.
    pub slice: Slice,
    /// The metric.
    pub metric: Metric,
    /// Positions looked at: all of them.
    pub positions: u64,
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

/// At most so many wrong values of a table are shown.
const EXAMPLES: usize = 5;
/// Positions worked on in one task.
const CHUNK: u64 = 1 << 14;

/// Verifies the table of one slice and metric.
///
/// # Errors
/// When a table that is needed is missing or damaged, or its header says other things of the values than are true.
///
/// # Panics
/// When the table itself is not among `tables`.
pub fn verify(tables: &Tables, slice: Slice, metric: Metric) -> Result<Verdict, Error> {
    let table = tables.table(slice, metric).expect("the table to be verified is there");
    let verdict = match metric {
        Metric::Dtr(set) => crate::verify_under_rules::verify(tables, slice, set, table)?,
        Metric::Dtc => crate::verify_conversions::verify(tables, slice, table)?,
        _ => with_kernel!(tables.game(), kernel => Verifier { kernel, tables, metric }.table(slice, table))?,
    };
    if verdict.wrong == 0 && values_digest(tables, slice, metric)? != table.header().values_digest {
        let reason = "its digest is not that of its values";
        return Err(Error::File { path: table.path().to_owned(), source: FileError::Header { reason } });
    }
    Ok(verdict)
}

/// Looks at every position of a slice with `check`, which is given the position and its number and says what is wrong.
///
/// # Errors
/// The first that `check` gives.
pub(crate) fn by_position(
    tables: &Tables,
    slice: Slice,
    metric: Metric,
    positions: u64,
    check: impl Fn(&Position, u64) -> Result<Option<Mistake>, Error> + Sync,
) -> Result<Verdict, Error> {
    let starts: Vec<u64> = (0..positions).step_by(CHUNK as usize).collect();
    let chunk = |start: u64| {
        let mut mistakes = Vec::new();
        with_kernel!(tables.game(), kernel => {
            let index = SliceIndex::new(kernel, slice);
            let mut cursor = index.cursor();
            for number in start..(start + CHUNK).min(positions) {
                let position = Position { setup: cursor.seek(number).convert(), side: slice.side };
                mistakes.extend(check(&position, number)?);
            }
        });
        Ok(mistakes)
    };
    let parts: Vec<Vec<Mistake>> = starts.into_par_iter().map(chunk).collect::<Result<_, Error>>()?;
    let wrong = parts.iter().map(Vec::len).sum::<usize>() as u64;
    let examples = parts.into_iter().flatten().take(EXAMPLES).collect();
    Ok(Verdict { slice, metric, positions, wrong, examples })
}

struct Verifier<'a, W> {
    kernel: &'a Kernel<W>,
    tables: &'a Tables,
    metric: Metric,
}

/// What was found in a part of a table.
#[derive(Default)]
struct Part {
    wrong: u64,
    examples: Vec<Mistake>,
    /// How often each value occurs, by [`Wdl`].
    counts: [u64; 3],
}

/// Value of a move for the side that made it, as the two metrics know it.
type Found = Value;

impl<'a, W: Word> Verifier<'a, W> {
    fn table(&self, slice: Slice, table: &Table) -> Result<Verdict, Error> {
        let index = SliceIndex::new(self.kernel, slice);
        let positions = index.size();
        let has_distances = self.metric == Metric::Wdl && self.tables.table(slice, Metric::Dtw).is_some();
        let starts: Vec<u64> = (0..positions).step_by(CHUNK as usize).collect();
        let parts: Vec<Part> = starts
            .into_par_iter()
            .map(|start| self.chunk(&index, has_distances, start..(start + CHUNK).min(positions)))
            .collect::<Result<_, Error>>()?;
        let wrong: u64 = parts.iter().map(|part| part.wrong).sum();
        let counted: [u64; 3] = std::array::from_fn(|wdl| parts.iter().map(|part| part.counts[wdl]).sum());
        let said = table.header().counts;
        if wrong == 0 && counted != [said.losses, said.draws, said.wins] {
            let reason = "wins, draws and losses are not as many as it says";
            return Err(Error::File { path: table.path().to_owned(), source: FileError::Header { reason } });
        }
        let examples = parts.into_iter().flat_map(|part| part.examples).take(EXAMPLES).collect();
        Ok(Verdict { slice, metric: self.metric, positions, wrong, examples })
    }

    fn chunk(&self, index: &SliceIndex<W>, has_distances: bool, numbers: Range<u64>) -> Result<Part, Error> {
        let side = index.slice().side;
        let mut cursor = index.cursor();
        let mut captures = Captures::default();
        let mut part = Part::default();
        for number in numbers {
            let setup = *cursor.seek(number);
            let stored = self.stored(&setup, side, self.metric)?;
            part.counts[stored.wdl as usize] += 1;
            let mut expected = self.looked_ahead(&setup, side, &mut captures)?;
            if has_distances && stored == expected {
                expected = Value { dtw_plies: None, ..self.stored(&setup, side, Metric::Dtw)? };
            }
            if stored != expected {
                part.wrong += 1;
                if part.examples.len() < EXAMPLES {
                    let position = Position { setup: setup.convert(), side };
                    part.examples.push(Mistake { fen: self.tables.game().fen(&position), stored, expected });
                }
            }
        }
        Ok(part)
    }

    /// The value of a position as its moves say.
    fn looked_ahead(&self, setup: &Setup<W>, side: Side, captures: &mut Captures<W>) -> Result<Found, Error> {
        captures.clear();
        self.kernel.captures(setup, side, captures);
        if captures.moves.is_empty() {
            self.kernel.quiet_moves(setup, side, |mv| captures.moves.push(mv));
        }
        let mut best: Option<Value> = None;
        for mv in &captures.moves {
            let after = self.kernel.after(setup, side, mv);
            let value = self.stored(&after, side.other(), self.metric)?.before_move();
            if best.is_none_or(|best| value.order() < best.order()) {
                best = Some(value);
            }
        }
        Ok(best.unwrap_or_else(|| self.ended()))
    }

    /// The value of having no move.
    fn ended(&self) -> Value {
        let value = Value::decided(0, self.kernel.goal);
        if self.metric == Metric::Wdl { Value { dtw_plies: None, ..value } } else { value }
    }

    /// The value of a position as the tables say.
    fn stored(&self, setup: &Setup<W>, side: Side, metric: Metric) -> Result<Value, Error> {
        let position = Position { setup: setup.convert(), side };
        let cell = self.tables.cell(&position, metric)?;
        Ok(cell.map_or_else(|| self.ended(), |cell| Value::of_cell(cell, metric, self.kernel.goal)))
    }
}
