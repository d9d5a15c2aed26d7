//! Slices as arrays.

use std::ops::Range;
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyUntypedArray};
use peatee_probe::{ProbeError, Slice as Name, Tables as Opened};
use peatee_rules::draw::DrawRules;
use peatee_rules::{Position, with_kernel};
use peatee_table::index::{Address, Ranker, SliceIndex};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::columns::{Row, WORDS, boards, check_game, from_row, number_of, rows, to_row};
use crate::errors::{MissingTableError, PositionError, Raise};
use crate::handle::Handle;
use crate::numbers::Numbers;

/// Positions that are worked out and probed together.
const PART_POSITIONS: u64 = 1 << 16;
/// Stands for no distance.
pub(crate) const NO_PLIES: i32 = -1;

/// Values of successive positions: WDL and plies.
type Values<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i32>>);
/// The number of the first position of a chunk, and the chunk's values.
type Chunk<'py> = (u64, Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i32>>);

/// All positions with the same pieces and side to move, numbered from 0 in table order.
///
/// `KKvK` has two kings to move against one, whatever their colours: where a variant has a colour
/// symmetry the side to move is White.
///
/// >>> tb = peatee.open_tables("tables/english")
/// >>> kkvk = tb.slice("KKvK")
/// >>> kkvk.name, len(kkvk), kkvk.metrics
/// ('KKvK', 14880, ['wdl', 'dtw', 'dtc'])
/// >>> wdl, dtw_plies = kkvk.values()
/// >>> longest = int(dtw_plies.argmax())
/// >>> tb.probe_many(kkvk.positions([longest])).dtw_plies.tolist() == [int(dtw_plies[longest])]
/// True
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct Slice {
    tables: Arc<Handle>,
    name: Name,
    positions: u64,
    metrics: Vec<String>,
    bytes: u64,
}

impl Slice {
    /// All slices of some tables.
    pub(crate) fn all(tables: &Arc<Handle>) -> PyResult<Vec<Slice>> {
        let infos = tables.get()?.slices();
        let slice = |info: peatee_probe::SliceInfo| Slice {
            tables: tables.clone(),
            name: info.slice,
            positions: info.positions,
            metrics: info.metrics.iter().map(|metric| metric.to_string()).collect(),
            bytes: info.bytes,
        };
        Ok(infos.into_iter().map(slice).collect())
    }

    /// The slice with that name.
    pub(crate) fn named(tables: &Arc<Handle>, name: &str) -> PyResult<Slice> {
        let opened = tables.get()?;
        let found = Name::parse(opened.game(), name).map_err(Raise::raise)?;
        Slice::all(tables)?.into_iter().find(|slice| slice.name == found).ok_or_else(|| {
            let directory = opened.directory().display();
            let text = format!("there are no tables of {name} in {directory}; make them with `peatee-gen slice`");
            MissingTableError::new_err(text)
        })
    }

    fn opened(&self) -> PyResult<Arc<Opened>> {
        self.tables.get()
    }

    fn all_numbers(&self) -> Numbers<Name> {
        Numbers { name: self.name, count: self.positions }
    }

    fn values_in<'py>(&self, py: Python<'py>, range: Range<u64>) -> PyResult<Values<'py>> {
        let opened = self.opened()?;
        let (wdl, plies) = py.detach(|| values(&opened, self.name, range)).map_err(Raise::raise)?;
        Ok((wdl.into_pyarray(py), plies.into_pyarray(py)))
    }
}

#[pymethods]
impl Slice {
    /// The name, the side to move first.
    #[getter]
    fn name(&self) -> String {
        self.name.name()
    }

    /// The metrics of the tables that can be used.
    #[getter]
    fn metrics(&self) -> Vec<String> {
        self.metrics.clone()
    }

    /// The length of the files of its tables together.
    #[getter]
    fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The values of the positions from `start` to before `stop`, by default all, in table order:
    /// an array `wdl` (`int8`: 1 win, 0 draw, -1 loss for the side to move) and an array
    /// `dtw_plies` (`int32`: plies to the end of the game; -1 for draws, and where there is no DTW
    /// table).
    #[pyo3(signature = (start = 0, stop = None))]
    fn values<'py>(&self, py: Python<'py>, start: u64, stop: Option<u64>) -> PyResult<Values<'py>> {
        self.values_in(py, self.all_numbers().range(start, stop)?)
    }

    /// The values of all positions in chunks, for slices larger than memory: `(first, wdl,
    /// dtw_plies)`, where `first` is the number of the first position of the chunk.
    #[pyo3(signature = (positions = 1 << 20))]
    fn chunks(slf: &Bound<'_, Self>, positions: u64) -> PyResult<SliceChunks> {
        if positions == 0 {
            return Err(PyValueError::new_err("a chunk has at least one position, not 0"));
        }
        Ok(SliceChunks { slice: slf.clone().unbind(), chunk: positions, next: 0 })
    }

    /// The positions with these numbers, as bitboards: an array with the columns
    /// `peatee.BITBOARD_COLUMNS`.
    fn positions<'py>(&self, py: Python<'py>, numbers: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let opened = self.opened()?;
        check_game(opened.game()).map_err(PositionError::new_err)?;
        let numbers = self.all_numbers().checked(numbers)?;
        let rows = py.detach(|| {
            with_kernel!(opened.game(), kernel => {
                let index = SliceIndex::new(kernel, self.name);
                let mut cursor = index.cursor();
                let place = |&number: &u64| {
                    let setup = cursor.seek(number).convert();
                    to_row(&Position { setup, side: self.name.side })
                };
                numbers.iter().flat_map(place).collect::<Vec<u64>>()
            })
        });
        rows.into_pyarray(py).reshape([numbers.len(), WORDS])
    }

    /// The FENs of the positions with these numbers.
    ///
    /// >>> peatee.open_tables("tables/english").slice("KKvK").fens([0])
    /// ['W:WK2,K3:BK1']
    fn fens(&self, py: Python<'_>, numbers: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let opened = self.opened()?;
        let numbers = self.all_numbers().checked(numbers)?;
        Ok(py.detach(|| {
            let mut fens = Vec::with_capacity(numbers.len());
            each_position(&opened, self.name, numbers.into_iter(), |position| fens.push(opened.game().fen(position)));
            fens
        }))
    }

    /// The plies to the next conversion of the positions from `start` to before `stop`, by default
    /// all, in table order (`int32`; -1 for draws). A conversion is a capture, a move of any piece
    /// but a king, or the end of the game. Needs the DTC table.
    #[pyo3(signature = (start = 0, stop = None))]
    fn dtc_plies<'py>(&self, py: Python<'py>, start: u64, stop: Option<u64>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let (opened, range) = (self.opened()?, self.all_numbers().range(start, stop)?);
        let plies = py.detach(|| {
            let mut plies = Vec::with_capacity((range.end - range.start) as usize);
            each_position(&opened, self.name, range, |position| plies.push(opened.probe_dtc(position)));
            let known = |found: Option<u32>| found.map_or(NO_PLIES, u32::cast_signed);
            plies.into_iter().map(|found| found.map(known)).collect::<Result<Vec<i32>, ProbeError>>()
        });
        Ok(plies.map_err(Raise::raise)?.into_pyarray(py))
    }

    /// The values under draw rules of the positions from `start` to before `stop`, by default all,
    /// in table order, all counts fresh: an array `wdl` (`int8`, as in `values`; 0 where the rules
    /// make a draw) and an array `needed_plies` (`int32`: the plies that the winner needs of the
    /// count that binds; -1 for draws and where no count binds).
    #[pyo3(signature = (rules, start = 0, stop = None))]
    fn rule_values<'py>(&self, py: Python<'py>, rules: &str, start: u64, stop: Option<u64>) -> PyResult<Values<'py>> {
        let (opened, range) = (self.opened()?, self.all_numbers().range(start, stop)?);
        let rules = DrawRules::named(rules).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let (wdl, plies) = py.detach(|| rule_values(&opened, self.name, range, &rules)).map_err(Raise::raise)?;
        Ok((wdl.into_pyarray(py), plies.into_pyarray(py)))
    }

    /// The numbers of positions that are given as bitboards; either side may be to move where the
    /// variant has a colour symmetry.
    fn numbers<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyUntypedArray>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let opened = self.opened()?;
        check_game(opened.game()).map_err(PositionError::new_err)?;
        let boards = boards(positions)?;
        let rows = rows(&boards);
        let numbers = py.detach(|| numbers(&opened, self.name, rows));
        Ok(numbers.map_err(PositionError::new_err)?.into_pyarray(py))
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(usize::try_from(self.positions)?)
    }

    fn __repr__(&self) -> String {
        format!("<Slice {} of {} positions, {}>", self.name, self.positions, self.metrics.join(" "))
    }
}

/// Goes through the values of a slice chunk by chunk.
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

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Chunk<'py>>> {
        let slice = self.slice.get();
        let first = self.next;
        let stop = first.saturating_add(self.chunk).min(slice.positions);
        if first == stop {
            return Ok(None);
        }
        let (wdl, plies) = slice.values_in(py, first..stop)?;
        self.next = stop;
        Ok(Some((first, wdl, plies)))
    }
}

/// The values of some positions of a slice in table order. They are probed and not copied from the
/// files, since files leave out the values of positions with captures.
fn values(tables: &Opened, name: Name, range: Range<u64>) -> Result<(Vec<i8>, Vec<i32>), ProbeError> {
    let count = (range.end - range.start) as usize;
    let (mut wdl, mut plies) = (Vec::with_capacity(count), Vec::with_capacity(count));
    let mut part = Vec::with_capacity(count.min(PART_POSITIONS as usize));
    with_kernel!(tables.game(), kernel => {
        let index = SliceIndex::new(kernel, name);
        let mut cursor = index.cursor();
        for first in range.clone().step_by(PART_POSITIONS as usize) {
            part.clear();
            for number in first..range.end.min(first + PART_POSITIONS) {
                part.push(Position { setup: cursor.seek(number).convert(), side: name.side });
            }
            for found in tables.probe_many(&part) {
                let value = found?;
                wdl.push(number_of(value.wdl));
                plies.push(value.plies.map_or(NO_PLIES, u32::cast_signed));
            }
        }
    });
    Ok((wdl, plies))
}

/// Calls `each` with the positions of a slice that have these numbers.
fn each_position(tables: &Opened, name: Name, numbers: impl Iterator<Item = u64>, mut each: impl FnMut(&Position)) {
    with_kernel!(tables.game(), kernel => {
        let index = SliceIndex::new(kernel, name);
        let mut cursor = index.cursor();
        numbers.for_each(|number| each(&Position { setup: cursor.seek(number).convert(), side: name.side }));
    });
}

/// The values under draw rules of some positions of a slice in table order, all counts fresh.
fn rule_values(
    tables: &Opened,
    name: Name,
    range: Range<u64>,
    rules: &DrawRules,
) -> Result<(Vec<i8>, Vec<i32>), ProbeError> {
    let mut found = Vec::with_capacity((range.end - range.start) as usize);
    each_position(tables, name, range, |position| {
        found.push(tables.exact_rule_value(position, rules, &rules.start(position)));
    });
    let (mut wdl, mut plies) = (Vec::with_capacity(found.len()), Vec::with_capacity(found.len()));
    for value in found {
        let value = value?;
        wdl.push(value.outcome.wdl().map_or(0, number_of));
        plies.push(value.needed_plies.map_or(NO_PLIES, u32::cast_signed));
    }
    Ok((wdl, plies))
}

/// The numbers of the positions of some rows in a slice.
fn numbers(tables: &Opened, name: Name, rows: &[Row]) -> Result<Vec<i64>, String> {
    let mut positions = Vec::with_capacity(rows.len());
    for (row, words) in rows.iter().enumerate() {
        positions.push(from_row(words).map_err(|error| format!("row {row}: {error}"))?);
    }
    let game = tables.game();
    let mut numbers = Vec::with_capacity(rows.len());
    with_kernel!(game, kernel => {
        let ranker = Ranker::new(kernel, &[SliceIndex::new(kernel, name)]);
        ranker.find_many(&positions, |address| {
            numbers.push(if address == Address::NOWHERE { -1 } else { address.number.cast_signed() });
        });
    });
    let Some(row) = numbers.iter().position(|&number| number < 0) else { return Ok(numbers) };
    let position = &positions[row];
    Err(match game.check(position) {
        Err(error) => format!("row {row}: impossible position: {error}"),
        Ok(()) => {
            format!("row {row}: {} is a position of {}, not of {name}", game.fen(position), Name::of(game, position))
        }
    })
}
