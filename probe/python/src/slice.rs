//! The Python class `Slice`, which gives the values of a slice as arrays.

use std::ops::Range;
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use peatee_generator::explore::families::Explored;
use peatee_generator::explore::plots::{distances, histogram};
use peatee_generator::{Error, NoProgress, Watched};
use peatee_probe::any::{AnyTables, Tables};
use peatee_probe::{Notation, ProbeError, Tabled, with_tables};
use peatee_rules::draw::DrawRules;
use peatee_table::Metric;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::columns::{WORDS, check_game, number_of, plies_or_none, to_row};
use crate::errors::{MissingTableError, PositionError, Raise, rules_error};
use crate::family::{PythonFamily, SliceValues};
use crate::handle::Handle;
use crate::numbers::Numbers;

/// Largest slice that draws its histogram in a notebook, in position numbers.
const SHOWN_POSITIONS: u64 = 1 << 24;

/// Array of wins, draws and losses (1, 0, -1), and array of plies, both ordered by position number.
type WdlAndPlies<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i32>>);

/// All positions with the same pieces and side to move, numbered from 0 in table order.
///
/// In `KKvK`, the side to move has two kings and the other side one. In a game with a colour
/// symmetry, the side to move is White. In chess, positions that symmetries map to each other share
/// a number, castling and en passant are left out, and some numbers have no legal position. `len`
/// is therefore more than the number of positions.
///
/// >>> tb = peatee.open_tables("tables/english")
/// >>> kkvk = tb.slice("KKvK")
/// >>> kkvk.name, len(kkvk), kkvk.metrics
/// ('KKvK', 14880, ['wdl', 'dtw', 'dtc'])
/// >>> wdl, dtw_plies = kkvk.values()
/// >>> longest = int(dtw_plies.argmax())
/// >>> tb.probe_many(kkvk.positions([longest])).dtw_plies.tolist() == [int(dtw_plies[longest])]
/// True
/// >>> tb = peatee.open_tables("tables/chess")
/// >>> krvk = tb.slice("KRvK")
/// >>> krvk.name, len(krvk), krvk.metrics
/// ('KRvK', 29568, ['wdl', 'dtr-FIDE-50'])
/// >>> numbers, wdl, dtz_plies = krvk.values()
/// >>> tb.probe(krvk.fens(numbers[[dtz_plies.argmax()]])[0])
/// <Value win, DTZ 31 plies>
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct Slice {
    tables: Arc<Handle>,
    /// The name, with the side to move first.
    #[pyo3(get)]
    name: String,
    count: u64,
    /// The metrics of the usable tables.
    #[pyo3(get)]
    metrics: Vec<String>,
    /// The total length of the table files in bytes.
    #[pyo3(get)]
    bytes: u64,
}

impl Slice {
    pub(crate) fn all(tables: &Arc<Handle>) -> PyResult<Vec<Slice>> {
        let any = tables.get()?;
        Ok(with_tables!(&*any, opened => opened.slices().into_iter().map(|info| Slice {
            tables: tables.clone(),
            name: info.slice.to_string(),
            count: info.positions,
            metrics: info.metrics.iter().map(|metric| metric.to_string()).collect(),
            bytes: info.bytes,
        }).collect()))
    }

    pub(crate) fn named(tables: &Arc<Handle>, name: &str) -> PyResult<Slice> {
        let any = tables.get()?;
        let (found, pieces) = with_tables!(&*any, opened => read_name(opened, name)).map_err(PositionError::new_err)?;
        Slice::all(tables)?.into_iter().find(|slice| slice.name == found).ok_or_else(|| {
            let (directory, game) = (tables.directory.display(), any.game_id());
            MissingTableError::new_err(format!(
                "there are no tables of {name} in {directory}; make those of {pieces} pieces with `peatee-gen generate \
                 --variant {game} --pieces {pieces}`"
            ))
        })
    }

    fn numbered(&self) -> Numbers<&str> {
        Numbers { name: &self.name, count: self.count }
    }

    fn values_in(&self, py: Python<'_>, range: Range<u64>) -> PyResult<SliceValues> {
        let any = self.tables.get()?;
        py.detach(
            || with_tables!(&*any, tables => PythonFamily::slice_values(tables, slice_of(tables, &self.name), range)),
        )
        .map_err(Raise::raise)
    }
}

/// Parses the name of a slice. Returns the name in its standard form, and the number of pieces.
fn read_name<G: Tabled>(tables: &Tables<G>, name: &str) -> Result<(String, u32), String> {
    tables.game().parse_slice(name).map(|slice| (slice.to_string(), G::pieces(slice)))
}

fn slice_of<G: Tabled>(tables: &Tables<G>, name: &str) -> G::Slice {
    tables.game().parse_slice(name).expect("a name that the tables gave")
}

/// Calls `each` with the position for every item of `numbers` that belongs to a legal position.
/// Returns the results.
fn of_positions<G: PythonFamily, T>(
    tables: &Tables<G>,
    name: &str,
    numbers: impl Iterator<Item = u64>,
    mut each: impl FnMut(&G::Position) -> T,
) -> Vec<T> {
    let mut found = Vec::with_capacity(numbers.size_hint().0);
    tables.game().each_position(slice_of(tables, name), numbers, |_, position| found.push(each(position)));
    found
}

fn are_legal<G: PythonFamily>(tables: &Tables<G>, name: &str, numbers: &[u64]) -> Vec<bool> {
    let mut legal = Vec::with_capacity(numbers.len());
    tables.game().each_position(slice_of(tables, name), numbers.iter().copied(), |number, _| {
        while numbers[legal.len()] != number {
            legal.push(false);
        }
        legal.push(true);
    });
    legal.resize(numbers.len(), false);
    legal
}

/// Returns the win, draw or loss under draw rules, and the plies that the winner needs, of the
/// positions in a range of numbers.
fn rule_values<G: PythonFamily>(
    tables: &Tables<G>,
    name: &str,
    range: Range<u64>,
    rules: &DrawRules,
) -> Result<(Vec<i8>, Vec<i32>), ProbeError> {
    let value = |position: &G::Position| {
        let counters = tables.game().counters(rules, position);
        let value = tables.exact_rule_value(position, rules, &counters)?;
        Ok((value.outcome.wdl().map_or(0, number_of), plies_or_none(value.needed_plies)))
    };
    of_positions(tables, name, range, value).into_iter().collect()
}

fn drawn<F: Explored>(tables: &Tables<F>, name: &str) -> Result<Option<String>, Error> {
    let slice = slice_of(tables, name);
    let metric = F::read_metric(tables, slice, None)?;
    if metric == Metric::Wdl {
        return Ok(None);
    }
    let watched = Watched::start(&NoProgress, tables.game().positions(slice));
    Ok(histogram(tables.game().id(), &distances(tables, slice, metric, &watched)?))
}

#[pymethods]
impl Slice {
    /// Returns the values of the positions from number `start` up to but not including `stop`, in
    /// table order. By default, returns the values of all positions.
    ///
    /// In draughts, returns two arrays:
    ///
    /// - `wdl` (`int8`): 1 for a win, 0 for a draw and -1 for a loss of the side to move
    /// - `dtw_plies` (`int32`): plies to the end of the game; -1 for draws, and without a DTW table
    ///
    /// In chess, returns three arrays:
    ///
    /// - numbers of the legal positions (`int64`)
    /// - `wdl` of these positions, without the 50-move rule
    /// - `dtz_plies` (`int32`): plies to the next capture, pawn move or mate; -1 for draws, and
    ///   without a DTZ table. A win with more than 100 is cursed.
    #[pyo3(signature = (start = 0, stop = None))]
    fn values<'py>(&self, py: Python<'py>, start: u64, stop: Option<u64>) -> PyResult<Bound<'py, PyTuple>> {
        let SliceValues { numbers, wdl, plies } = self.values_in(py, self.numbered().range(start, stop)?)?;
        let (wdl, plies) = (wdl.into_pyarray(py), plies.into_pyarray(py));
        match numbers {
            None => (wdl, plies).into_pyobject(py),
            Some(numbers) => (numbers.into_pyarray(py), wdl, plies).into_pyobject(py),
        }
    }

    /// Returns an iterator over the values of all positions in chunks, for slices larger than
    /// memory. In draughts, an item is `(first, wdl, dtw_plies)`, where `first` is the number of
    /// the first position of the chunk. In chess, an item consists of the three arrays that
    /// `values` returns. Each chunk covers `numbers` position numbers, or `positions` of them if
    /// `numbers` is not given.
    #[pyo3(signature = (positions = 1 << 20, *, numbers = None))]
    fn chunks(slf: &Bound<'_, Self>, positions: u64, numbers: Option<u64>) -> PyResult<SliceChunks> {
        let chunk = numbers.unwrap_or(positions);
        if chunk == 0 {
            return Err(PyValueError::new_err("a chunk has at least one position, not 0"));
        }
        Ok(SliceChunks { slice: slf.clone().unbind(), chunk, next: 0 })
    }

    /// Returns the positions of draughts with these numbers, as bitboards: an array with the
    /// columns `peatee.BITBOARD_COLUMNS`.
    fn positions<'py>(&self, py: Python<'py>, numbers: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let any = self.tables.get()?;
        let AnyTables::Draughts(tables) = &*any else {
            return Err(PositionError::new_err("chess has no bitboards here; take `fens`"));
        };
        check_game(tables.game()).map_err(PositionError::new_err)?;
        let numbers = self.numbered().checked(numbers)?;
        let count = numbers.len();
        let rows = py.detach(|| of_positions(tables, &self.name, numbers.into_iter(), to_row));
        rows.into_flattened().into_pyarray(py).reshape([count, WORDS])
    }

    /// Returns the FENs of the positions with these numbers.
    ///
    /// >>> peatee.open_tables("tables/english").slice("KKvK").fens([0])
    /// ['W:WK2,K3:BK1']
    /// >>> krvk = peatee.open_tables("tables/chess").slice("KRvK")
    /// >>> numbers, wdl, dtz_plies = krvk.values()
    /// >>> krvk.fens(numbers[:1])
    /// ['8/8/8/8/8/8/R7/K1k5 w - - 0 1']
    fn fens(&self, py: Python<'_>, numbers: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let any = self.tables.get()?;
        let numbers = self.numbered().checked(numbers)?;
        with_tables!(&*any, tables => py.detach(|| {
            let list = numbers.iter().copied();
            let fens = of_positions(tables, &self.name, list, |position| tables.game().fen(position));
            if fens.len() == numbers.len() {
                return Ok(fens);
            }
            let legal = are_legal(tables, &self.name, &numbers);
            let illegal = numbers.iter().zip(legal).find(|(_, is_legal)| !is_legal).map_or(0, |(&number, _)| number);
            let name = &self.name;
            Err(PyIndexError::new_err(format!(
                "number {illegal} of {name} stands for no legal position; take numbers that `values` gives"
            )))
        }))
    }

    /// Returns an array of `bool` that tells which of these numbers belong to legal positions. In
    /// draughts, all numbers do.
    fn legal<'py>(&self, py: Python<'py>, numbers: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let any = self.tables.get()?;
        let numbers = self.numbered().checked(numbers)?;
        let legal = py.detach(|| with_tables!(&*any, tables => are_legal(tables, &self.name, &numbers)));
        Ok(legal.into_pyarray(py))
    }

    /// Returns the plies to the next conversion of the positions from number `start` up to but not
    /// including `stop` (`int32`; -1 for draws). By default, returns those of all positions, in the
    /// order of `values`. A conversion is a capture, a move of any piece but a king, or the end of
    /// the game. In chess, it is a capture, a promotion or mate. Needs the DTC table.
    #[pyo3(signature = (start = 0, stop = None))]
    fn dtc_plies<'py>(&self, py: Python<'py>, start: u64, stop: Option<u64>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let (any, range) = (self.tables.get()?, self.numbered().range(start, stop)?);
        let plies = py.detach(|| {
            with_tables!(&*any, tables => {
                let plies = |position: &_| tables.probe_dtc(position).map(plies_or_none);
                of_positions(tables, &self.name, range, plies).into_iter().collect::<Result<Vec<i32>, ProbeError>>()
            })
        });
        Ok(plies.map_err(Raise::raise)?.into_pyarray(py))
    }

    /// Returns the values under draw rules, with all counts at 0, of the positions from number
    /// `start` up to but not including `stop`. By default, returns those of all positions, in the
    /// order of `values`. The result is two arrays:
    ///
    /// - `wdl` (`int8`): as in `values`, but 0 if the rules make the position a draw
    /// - `needed_plies` (`int32`): plies that the winner needs to the end of the game, or to the
    ///   next move that resets the deciding count and keeps the win. The deciding count is the
    ///   count that decides whether the win comes in time. -1 for draws, and if no count decides
    #[pyo3(signature = (rules, start = 0, stop = None))]
    fn rule_values<'py>(
        &self,
        py: Python<'py>,
        rules: &str,
        start: u64,
        stop: Option<u64>,
    ) -> PyResult<WdlAndPlies<'py>> {
        let (any, range) = (self.tables.get()?, self.numbered().range(start, stop)?);
        let (wdl, plies) = with_tables!(&*any, tables => {
            let rules = tables.game().rules_named(rules).map_err(rules_error)?;
            py.detach(|| rule_values(tables, &self.name, range, &rules))
        })
        .map_err(Raise::raise)?;
        Ok((wdl.into_pyarray(py), plies.into_pyarray(py)))
    }

    /// Returns the position numbers of the given positions. In draughts the positions are
    /// bitboards; either side may be to move if the variant has a colour symmetry. In chess they
    /// are a column of FEN texts or a list of positions, whose half-move clocks are ignored.
    fn numbers<'py>(&self, py: Python<'py>, positions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let any = self.tables.get()?;
        let numbers =
            with_tables!(&*any, tables => PythonFamily::numbers(py, tables, slice_of(tables, &self.name), positions))?;
        Ok(numbers.into_pyarray(py))
    }

    /// The histogram of the distances, as `peatee-gen stats --plots` draws it. `None` without
    /// distances, and for slices that are too large to read for a look.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if self.count > SHOWN_POSITIONS {
            return Ok(None);
        }
        let any = self.tables.get()?;
        py.detach(|| with_tables!(&*any, tables => drawn(tables, &self.name))).map_err(Raise::raise)
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(usize::try_from(self.count)?)
    }

    fn __repr__(&self) -> String {
        format!("<Slice {} of {} positions, {}>", self.name, self.count, self.metrics.join(" "))
    }
}

/// Iterator over the values of a slice, chunk by chunk.
#[pyclass(module = "peatee")]
#[derive(Debug)]
pub(crate) struct SliceChunks {
    slice: Py<Slice>,
    chunk: u64,
    next: u64,
}

#[pymethods]
impl SliceChunks {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let slice = self.slice.get();
        let first = self.next;
        let stop = first.saturating_add(self.chunk).min(slice.count);
        if first == stop {
            return Ok(None);
        }
        let SliceValues { numbers, wdl, plies } = slice.values_in(py, first..stop)?;
        self.next = stop;
        let (wdl, plies) = (wdl.into_pyarray(py), plies.into_pyarray(py));
        let chunk = match numbers {
            None => (first, wdl, plies).into_pyobject(py)?,
            Some(numbers) => (numbers.into_pyarray(py), wdl, plies).into_pyobject(py)?,
        };
        Ok(Some(chunk))
    }
}
