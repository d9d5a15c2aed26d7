//! Many positions at once: a column in, columns out, no object of Python for a row.
//!
//! `fens` and `bitboards` turn rows into positions part by part, `answers` takes the values. Arrow
//! arrays come and go by the C interface. `pyo3-arrow` is made for that and holds the pointers, so
//! that there is no `unsafe` here.

mod answers;
mod asked;
mod batch;
mod bitboards;
mod chess;
mod column;
mod fens;
mod rows;

use numpy::PyUntypedArray;
use peatee_probe::Tables;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use pyo3_arrow::input::AnyArray;

pub(crate) use answers::{Answers, number_of};
pub(crate) use asked::Asked;
pub(crate) use bitboards::{BITBOARD_COLUMNS, Row, WORDS, boards, check_game, from_row, to_row, with_rows};
pub(crate) use chess::{ChessAnswers, probe_many as probe_many_of_chess, with_positions as with_chess_positions};
pub(crate) use column::Column;

use crate::errors::PositionError;
use crate::position::position_of;

/// Probes the rows of a column, whatever it is made of.
pub(crate) fn probe_many(
    py: Python<'_>,
    tables: &Tables,
    given: &Bound<'_, PyAny>,
    asked: &Asked,
) -> PyResult<Answers> {
    if given.hasattr("__arrow_c_array__")? || given.hasattr("__arrow_c_stream__")? {
        let chunks = fens::chunks(given.extract::<AnyArray>()?)?;
        return py.detach(|| fens::probe(tables, asked, &chunks)).map_err(fens::Unreadable::raise);
    }
    if let Ok(array) = given.cast::<PyUntypedArray>()
        && bitboards::are_numbers(array)
    {
        let boards = bitboards::boards(array)?;
        let boards = boards.as_array();
        return py.detach(|| bitboards::probe(tables, asked, boards)).map_err(PositionError::new_err);
    }
    if given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err("probe_many takes a column of positions; probe takes one position"));
    }
    let mut rows = Vec::new();
    for row in given.try_iter()? {
        // A row that is no position has its error in its place, as in the other kinds of columns.
        rows.push(position_of(tables.game(), &row?).map_err(|error| error.value(py).to_string()));
    }
    Ok(py.detach(|| rows::probe_rows(tables, asked, rows.len(), rows)))
}
