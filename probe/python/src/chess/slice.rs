//! Slices of chess as arrays.

use std::ops::Range;
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1};
use peatee_probe::chess::{Chess, Tables};
use peatee_probe::peatee_chess::{Index, Position, Slice as Name};
use peatee_probe::{Metric, ProbeError, RuleSet, SliceInfo};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::columns::{number_of, with_chess_positions};
use crate::errors::{MissingTableError, PositionError, Raise};
use crate::handle::Handle;
use crate::numbers::Numbers;
use crate::slice::NO_PLIES;

/// Numbers of positions, WDL and plies.
type Values<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i32>>);

/// All positions of chess with the same men and side to move, numbered from 0 in table order.
///
/// `KRvK` has king and rook to move against a king, whatever their colours: White is to move in all
/// positions that it gives. There is one number for positions that are the same turned or mirrored;
/// castling and en passant are left out. Some numbers stand for no legal position, so that `len` is
/// more than the positions.
///
/// >>> tb = peatee.open_chess_tables("tables/chess")
/// >>> krvk = tb.slice("KRvK")
/// >>> krvk.name, len(krvk), krvk.metrics
/// ('KRvK', 29568, ['wdl', 'dtr-FIDE-50'])
/// >>> numbers, wdl, dtz_plies = krvk.values()
/// >>> longest = numbers[dtz_plies.argmax()]
/// >>> tb.probe(krvk.fens([longest])[0])
/// <ChessValue win, DTZ 31 plies>
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct ChessSlice {
    tables: Arc<Handle<Tables>>,
    name: Name,
    numbers: u64,
    metrics: Vec<String>,
    bytes: u64,
}

impl ChessSlice {
    /// All slices of some tables.
    pub(super) fn all(tables: &Arc<Handle<Tables>>) -> PyResult<Vec<ChessSlice>> {
        let slice = |info: SliceInfo<Name>| ChessSlice {
            tables: tables.clone(),
            name: info.slice,
            numbers: info.positions,
            metrics: info.metrics.iter().map(|metric| metric.to_string()).collect(),
            bytes: info.bytes,
        };
        Ok(tables.get()?.slices().into_iter().map(slice).collect())
    }

    /// The slice with that name.
    pub(super) fn named(tables: &Arc<Handle<Tables>>, name: &str) -> PyResult<ChessSlice> {
        let opened = tables.get()?;
        let found = Name::parse(name).map_err(|error| PositionError::new_err(error.to_string()))?;
        ChessSlice::all(tables)?.into_iter().find(|slice| slice.name == found).ok_or_else(|| {
            let (directory, men) = (opened.directory().display(), found.men());
            MissingTableError::new_err(format!(
                "there are no tables of {name} in {directory}; make those of {men} men with `peatee-gen generate \
                 --variant chess --pieces {men}`"
            ))
        })
    }

    fn all_numbers(&self) -> Numbers<Name> {
        Numbers { name: self.name, count: self.numbers }
    }

    fn values_in<'py>(&self, py: Python<'py>, range: Range<u64>) -> PyResult<Values<'py>> {
        let opened = self.tables.get()?;
        let (numbers, wdl, plies) = py.detach(|| values(&opened, self.name, range)).map_err(Raise::raise)?;
        Ok((numbers.into_pyarray(py), wdl.into_pyarray(py), plies.into_pyarray(py)))
    }
}

#[pymethods]
impl ChessSlice {
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

    /// The legal positions among the numbers from `start` to before `stop`, by default all, in
    /// table order: an array of their numbers (`int64`), an array `wdl` (`int8`: 1 win, 0 draw, -1
    /// loss for the side to move, without the 50-move rule) and an array `dtz_plies` (`int32`:
    /// plies to the next capture, pawn move or mate; -1 for draws, and where there is no DTZ
    /// table; more than 100 say that the win is cursed).
    #[pyo3(signature = (start = 0, stop = None))]
    fn values<'py>(&self, py: Python<'py>, start: u64, stop: Option<u64>) -> PyResult<Values<'py>> {
        self.values_in(py, self.all_numbers().range(start, stop)?)
    }

    /// The same as `values` in chunks, for slices larger than memory. `numbers` are gone through
    /// for each.
    #[pyo3(signature = (numbers = 1 << 20))]
    fn chunks(slf: &Bound<'_, Self>, numbers: u64) -> PyResult<ChessSliceChunks> {
        if numbers == 0 {
            return Err(PyValueError::new_err("a chunk has at least one number, not 0"));
        }
        Ok(ChessSliceChunks { slice: slf.clone().unbind(), chunk: numbers, next: 0 })
    }

    /// The FENs of the positions with these numbers, White to move.
    ///
    /// >>> krvk = peatee.open_chess_tables("tables/chess").slice("KRvK")
    /// >>> numbers, wdl, dtz_plies = krvk.values()
    /// >>> krvk.fens(numbers[:1])
    /// ['8/8/8/8/8/8/R7/K1k5 w - - 0 1']
    fn fens(&self, py: Python<'_>, numbers: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        self.tables.get()?;
        let numbers = self.all_numbers().checked(numbers)?;
        let fens = py.detach(|| {
            let index = Index::new(self.name);
            let fen = |&number: &u64| index.position(number).map(|position| position.fen()).ok_or(number);
            numbers.iter().map(fen).collect::<Result<Vec<String>, u64>>()
        });
        fens.map_err(|number| {
            let name = self.name;
            PyIndexError::new_err(format!(
                "number {number} of {name} stands for no legal position; take numbers that `values` gives"
            ))
        })
    }

    /// Whether these numbers stand for legal positions: an array of `bool`.
    fn legal<'py>(&self, py: Python<'py>, numbers: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.tables.get()?;
        let numbers = self.all_numbers().checked(numbers)?;
        let legal: Vec<bool> = py.detach(|| {
            let index = Index::new(self.name);
            numbers.iter().map(|&number| index.board(number).is_some()).collect()
        });
        Ok(legal.into_pyarray(py))
    }

    /// The numbers of positions: a column of FEN texts, or a list of positions. Clocks do not
    /// matter.
    fn numbers<'py>(&self, py: Python<'py>, positions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.tables.get()?;
        let name = self.name;
        let numbers = with_chess_positions(py, "numbers", positions, |rows| {
            let index = Index::new(name);
            let number = |(row, position): (usize, Result<Position, String>)| {
                position.and_then(|at| number(&index, &at)).map_err(|error| format!("row {row}: {error}"))
            };
            rows.enumerate().map(number).collect::<Result<Vec<i64>, String>>()
        })?;
        Ok(numbers.map_err(PositionError::new_err)?.into_pyarray(py))
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(usize::try_from(self.numbers)?)
    }

    fn __repr__(&self) -> String {
        format!("<ChessSlice {} of {} numbers, {}>", self.name, self.numbers, self.metrics.join(" "))
    }
}

/// Goes through the values of a slice of chess chunk by chunk.
#[pyclass(module = "peatee")]
#[derive(Debug)]
pub(crate) struct ChessSliceChunks {
    slice: Py<ChessSlice>,
    chunk: u64,
    next: u64,
}

#[pymethods]
impl ChessSliceChunks {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Values<'py>>> {
        let slice = self.slice.get();
        let first = self.next;
        let stop = first.saturating_add(self.chunk).min(slice.numbers);
        if first == stop {
            return Ok(None);
        }
        let values = slice.values_in(py, first..stop)?;
        self.next = stop;
        Ok(Some(values))
    }
}

/// Numbers, values for the side to move, and plies, each of as many positions.
type Columns = (Vec<i64>, Vec<i8>, Vec<i32>);

/// The numbers that stand for legal positions, and their values. They are probed and not copied
/// from the files, since cells leave out what captures say.
fn values(tables: &Tables, name: Name, range: Range<u64>) -> Result<Columns, ProbeError> {
    let (index, dtz) = (Index::new(name), Metric::Dtr(RuleSet::new(&Chess::fifty_moves())));
    let (mut numbers, mut wdl, mut plies) = (Vec::new(), Vec::new(), Vec::new());
    for number in range {
        let Some(position) = index.position(number) else { continue };
        let value = tables.value_in(&position, dtz)?;
        numbers.push(number.cast_signed());
        wdl.push(number_of(value.wdl));
        plies.push(value.plies.map_or(NO_PLIES, u32::cast_signed));
    }
    Ok((numbers, wdl, plies))
}

/// The number of a position in the slice of an index.
fn number(index: &Index, position: &Position) -> Result<i64, String> {
    let (setup, name) = (position.setup(), index.slice());
    if setup.slice().ok() != Some(name) {
        return Err(format!("{} is no position of {name}", position.fen()));
    }
    if position.has_castling_rights() || position.can_capture_en_passant() {
        return Err(format!("{} has castling rights or a capture en passant, which no number has", position.fen()));
    }
    Ok(index.number(&setup).cast_signed())
}
