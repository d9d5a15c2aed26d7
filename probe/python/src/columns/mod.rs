//! Many positions at once: columns in and columns out, without a Python object for each row.
//!
//! Rows are converted to positions in parts, and `answers` collects the values. Arrow arrays are
//! imported through their C interface in `foreign`, the only module with `unsafe` code, which
//! checks them completely. They are exported by `pyo3-arrow`.

mod answers;
mod batch;
mod bitboards;
mod choice;
mod column;
mod columnar;
mod foreign;
mod reasons;
mod rows;
mod texts;
mod wdl;

use peatee_probe::any::Tables;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

pub(crate) use answers::{Answers, plies_or_none};
pub(crate) use batch::stream;
pub(crate) use bitboards::{BITBOARD_COLUMNS, Row, WORDS, are_numbers, boards, check_game, from_row, rows, to_row};
pub(crate) use choice::{Answer, Choice};
pub(crate) use column::Column;
pub(crate) use columnar::Columnar;
pub(crate) use rows::probe_rows;
pub(crate) use wdl::number_of;

use texts::Texts;

/// Positions of the rows of a column. An item is an error message if its row is not a position.
pub(crate) type Rows<'a, P> = &'a mut dyn Iterator<Item = Result<P, String>>;

/// Calls `work` with the number of rows in `given` and with the rows. The lock of the Python
/// interpreter is released during the call. `given` is the argument of the Python function
/// `method`, whose name error messages contain.
pub(crate) fn with_positions<G: Columnar, T: Send>(
    py: Python<'_>,
    game: &G,
    method: &str,
    given: &Bound<'_, PyAny>,
    work: impl FnOnce(usize, Rows<'_, G::Position>) -> T + Send,
) -> PyResult<T> {
    if let Some(texts) = Texts::read(given)? {
        let read = |text: &str| game.parse_fen(text).map_err(|error| error.to_string());
        return Ok(py.detach(|| work(texts.rows(), &mut texts.iter().map(|text| read(text?)))));
    }
    if given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err(format!("{method} takes a column of positions; probe takes one position")));
    }
    let mut rows = Vec::new();
    for row in given.try_iter()? {
        // A row that is no position becomes an error of this row, as in columns of texts.
        rows.push(game.position_of(&row?).map_err(|error| error.value(py).to_string()));
    }
    Ok(py.detach(|| work(rows.len(), &mut rows.into_iter())))
}

pub(crate) fn probe_many<G: Columnar>(
    py: Python<'_>,
    tables: &Tables<G>,
    given: &Bound<'_, PyAny>,
    choice: &Choice,
) -> PyResult<Answers> {
    match G::probe_bitboards(py, tables, given, choice)? {
        Some(answers) => Ok(answers),
        None => with_positions(py, tables.game(), "probe_many", given, |count, rows| {
            probe_rows(tables, choice, count, rows)
        })?,
    }
}
