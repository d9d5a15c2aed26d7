//! Many positions at once: columns in and columns out, without a Python object for each row.
//!
//! Rows become positions part by part, and `answers` collects the values. Arrow arrays are imported
//! by the C interface in `foreign`, which checks everything and alone is `unsafe`, and exported by
//! `pyo3-arrow`.

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

use peatee_probe::any::Tables;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

pub(crate) use answers::{Answers, number_of, plies_or_none};
pub(crate) use bitboards::{BITBOARD_COLUMNS, Row, WORDS, are_numbers, boards, check_game, from_row, rows, to_row};
pub(crate) use choice::{Answer, Choice};
pub(crate) use column::Column;
pub(crate) use columnar::Columnar;
pub(crate) use rows::probe_rows;

use texts::Texts;

/// Rows of a column of FEN texts or of a list of positions. A faulty row has an error in its place.
pub(crate) type Rows<'a, P> = &'a mut dyn Iterator<Item = Result<P, String>>;

/// Calls `work` with the number of rows of the argument `given` of a `method`, and with the rows.
/// Releases the lock of the interpreter meanwhile.
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
        // A faulty row has its error in its place, as in columns of texts.
        rows.push(game.position_of(&row?).map_err(|error| error.value(py).to_string()));
    }
    Ok(py.detach(|| work(rows.len(), &mut rows.into_iter())))
}

/// Probes the rows of a column of any kind.
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
