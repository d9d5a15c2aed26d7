//! Many positions at once: a column in, columns out, no object of Python for a row.
//!
//! `fens` and `bitboards` turn rows into positions part by part, `answers` takes the values. Arrow
//! arrays come by the C interface through `foreign`, which believes nothing and alone is `unsafe`,
//! and go by `pyo3-arrow`.

mod answers;
mod asked;
mod batch;
mod bitboards;
mod chess;
mod column;
mod fens;
mod foreign;
mod reasons;
mod rows;
mod texts;

use numpy::PyUntypedArray;
use peatee_probe::Tables;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

pub(crate) use answers::{Answers, number_of};
pub(crate) use asked::Asked;
pub(crate) use bitboards::{BITBOARD_COLUMNS, Row, WORDS, boards, check_game, from_row, rows, to_row};
pub(crate) use chess::{ChessAnswers, probe_many as probe_many_of_chess, with_positions as with_chess_positions};
pub(crate) use column::Column;

use crate::errors::PositionError;
use crate::position::position_of;
use foreign::Refusal;
use texts::Texts;

/// Probes the rows of a column, whatever it is made of.
pub(crate) fn probe_many(
    py: Python<'_>,
    tables: &Tables,
    given: &Bound<'_, PyAny>,
    asked: &Asked,
) -> PyResult<Answers> {
    if let Some(texts) = Texts::read(given)? {
        return py.detach(|| fens::probe(tables, asked, &texts)).map_err(Refusal::raise);
    }
    if let Ok(array) = given.cast::<PyUntypedArray>()
        && bitboards::are_numbers(array)
    {
        check_game(tables.game()).map_err(PositionError::new_err)?;
        let boards = bitboards::boards(array)?;
        let rows = bitboards::rows(&boards);
        return py.detach(|| bitboards::probe(tables, asked, rows)).map_err(Refusal::raise);
    }
    if given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err("probe_many takes a column of positions; probe takes one position"));
    }
    let mut rows = Vec::new();
    for row in given.try_iter()? {
        // A row that is no position has its error in its place, as in the other kinds of columns.
        rows.push(position_of(tables.game(), &row?).map_err(|error| error.value(py).to_string()));
    }
    py.detach(|| rows::probe_rows(tables, asked, rows.len(), rows)).map_err(Refusal::raise)
}
