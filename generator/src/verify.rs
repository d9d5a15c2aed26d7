//! The verifier: every position of every table against the positions one ply further on.
//!
//! It shares no code with the solver. It generates the legal moves of each position, reads the values of the positions
//! they lead to from the tables, and compares the best of them with what the table says. For DTW this proves the
//! table: by induction over the plies no decided value can be wrong if all smaller ones are right, and a position called
//! drawn has a move to a drawn one and none to a lost one. WDL tables are compared with DTW where both are there, since
//! values that only support each other in a circle would pass a look one ply ahead.

use std::ops::Range;

use peatee_probe::index::SliceIndex;
use peatee_probe::{FileError, Material, Metric, Slice, Table, Tables, Value, Wdl};
use peatee_rules::{AnyKernel, Captures, Kernel, Position, Setup, Side, Word};
use rayon::prelude::*;

use crate::error::Error;

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
pub(crate) const EXAMPLES: usize = 5;
/// Positions worked on in one task.
pub(crate) const CHUNK: u64 = 1 << 14;

/// Verifies the table of one slice and metric.
///
/// # Errors
/// When a table that is needed is missing or damaged.
///
/// # Panics
/// When the table itself is not among `tables`.
pub fn verify(tables: &Tables, slice: Slice, metric: Metric) -> Result<Verdict, Error> {
    if let (Metric::Dtr(set), Some(table)) = (metric, tables.table(slice, metric)) {
        return crate::verify_under_rules::verify(tables, slice, set, table);
    }
    match tables.game().kernel() {
        AnyKernel::Narrow(kernel) => Verifier::new(kernel, tables, metric).table(slice),
        AnyKernel::Wide(kernel) => Verifier::new(kernel, tables, metric).table(slice),
    }
}

struct Verifier<'a, W> {
    kernel: &'a Kernel<W>,
    tables: &'a Tables,
    metric: Metric,
    /// The slice numbers and tables that moves may lead to, by [`Slice::number`].
    readers: Vec<Option<Box<Reader<'a, W>>>>,
}

struct Reader<'a, W> {
    index: SliceIndex<W>,
    table: &'a Table,
}

/// Value of a move for the side that made it, as the two metrics know it.
type Found = Value;

impl<'a, W: Word> Verifier<'a, W> {
    fn new(kernel: &'a Kernel<W>, tables: &'a Tables, metric: Metric) -> Self {
        let mut readers: Vec<Option<Box<Reader<'a, W>>>> = Vec::new();
        readers.resize_with(Slice::NUMBERS, || None);
        for info in tables.slices() {
            if let (Some(number), Some(table)) = (info.slice.number(), tables.table(info.slice, metric)) {
                readers[number] = Some(Box::new(Reader { index: SliceIndex::new(kernel, info.slice), table }));
            }
        }
        Verifier { kernel, tables, metric, readers }
    }

    fn table(&self, slice: Slice) -> Result<Verdict, Error> {
        let reader = self.reader(slice).expect("the table to be verified is there");
        let positions = reader.index.size();
        let distances = if self.metric == Metric::Wdl { self.tables.table(slice, Metric::Dtw) } else { None };
        let starts: Vec<u64> = (0..positions).step_by(CHUNK as usize).collect();
        let parts: Vec<(u64, Vec<Mistake>)> = starts
            .into_par_iter()
            .map(|start| self.chunk(reader, distances, start..(start + CHUNK).min(positions)))
            .collect::<Result<_, Error>>()?;
        let wrong = parts.iter().map(|(wrong, _)| wrong).sum();
        let examples = parts.into_iter().flat_map(|(_, examples)| examples).take(EXAMPLES).collect();
        Ok(Verdict { slice, metric: self.metric, positions, wrong, examples })
    }

    fn chunk(
        &self,
        reader: &Reader<'_, W>,
        distances: Option<&Table>,
        numbers: Range<u64>,
    ) -> Result<(u64, Vec<Mistake>), Error> {
        let side = reader.index.slice().side;
        let mut cursor = reader.index.cursor();
        let mut captures = Captures::default();
        let mut wrong = 0;
        let mut examples = Vec::new();
        for number in numbers {
            let setup = *cursor.seek(number);
            let stored = self.stored(reader, number)?;
            let mut expected = self.looked_ahead(&setup, side, &mut captures)?;
            if let Some(distances) = distances
                && stored == expected
            {
                expected = self.without_plies(distances, number)?;
            }
            if stored != expected {
                wrong += 1;
                if examples.len() < EXAMPLES {
                    let position = Position { setup: setup.convert(), side };
                    examples.push(Mistake { fen: self.tables.game().fen(&position), stored, expected });
                }
            }
        }
        Ok((wrong, examples))
    }

    /// Who wins as a DTW table says.
    fn without_plies(&self, distances: &Table, number: u64) -> Result<Value, Error> {
        let bad = |source| Error::File { path: distances.path().to_owned(), source };
        let cell = distances.cell(number).map_err(bad)?;
        let value = cell.checked_sub(1).map_or(Value::DRAW, |plies| Value::decided(plies, self.kernel.goal));
        Ok(Value { dtw_plies: None, ..value })
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
            let value = self.value_of(&self.kernel.after(setup, side, mv), side.other())?.before_move();
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

    fn value_of(&self, setup: &Setup<W>, side: Side) -> Result<Value, Error> {
        let turned = side == Side::Black && self.kernel.mirror.is_some();
        let (setup, side) = if turned { (self.kernel.mirrored(setup), Side::White) } else { (*setup, side) };
        if setup.of_side(side).is_empty() {
            return Ok(self.ended());
        }
        let slice = Slice { material: Material::of(&setup), side };
        let reader = self.reader(slice).ok_or_else(|| Error::MissingDependency {
            slice: "verification".to_owned(),
            missing: slice.name(),
            metric: self.metric,
            directory: self.tables.directory().to_owned(),
        })?;
        self.stored(reader, reader.index.rank(&setup))
    }

    fn reader(&self, slice: Slice) -> Option<&Reader<'a, W>> {
        self.readers[slice.number()?].as_deref()
    }

    fn stored(&self, reader: &Reader<'_, W>, number: u64) -> Result<Value, Error> {
        let bad = |source| Error::File { path: reader.table.path().to_owned(), source };
        let cell = reader.table.cell(number).map_err(bad)?;
        match self.metric {
            Metric::Wdl => {
                let reason = "a cell holds no value";
                let wdl = Wdl::from_cell(cell as u8).ok_or_else(|| bad(FileError::Header { reason }))?;
                Ok(Value { wdl, dtw_plies: None })
            }
            Metric::Dtw | Metric::Dtr(_) => {
                Ok(cell.checked_sub(1).map_or(Value::DRAW, |plies| Value::decided(plies, self.kernel.goal)))
            }
        }
    }
}
