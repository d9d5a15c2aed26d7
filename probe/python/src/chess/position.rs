//! Reads the positions of chess that a Python caller gives.

use peatee_probe::peatee_chess::Position;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::PositionError;

/// Value of `uci_variant` for chess in `python-chess`. Other games of that package have other
/// values.
const UCI_VARIANT: &str = "chess";

pub(crate) fn chess_position_of(given: &Bound<'_, PyAny>) -> PyResult<Position> {
    let text = match given.cast::<PyString>() {
        Ok(text) => text.clone(),
        Err(_) => fen_of_board(given)?,
    };
    Position::parse_fen(&text.to_cow()?).map_err(|error| PositionError::new_err(error.to_string()))
}

/// Returns the board of a position of chess as an SVG picture. The position is a FEN, or a board of
/// `python-chess`. A notebook shows the picture with `IPython.display.SVG`.
///
/// >>> peatee.chess_svg("8/8/8/8/8/2k5/8/K6R w - - 0 1")[:4]
/// '<svg'
#[pyfunction]
pub(crate) fn chess_svg(position: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(chess_position_of(position)?.svg())
}

/// Returns the FEN of a board of another package, in which `fen` is a method or an attribute.
fn fen_of_board<'py>(board: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    let found = match board.getattr("fen") {
        Ok(fen) if fen.is_callable() => Some(fen.call0()?),
        found => found.ok(),
    };
    let Some(fen) = found.and_then(|fen| fen.cast_into::<PyString>().ok()) else {
        let kind = board.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{kind} is no position of chess; give a FEN, or a board with a FEN")));
    };
    if let Ok(variant) = board.getattr("uci_variant").and_then(|variant| variant.extract::<String>())
        && variant != UCI_VARIANT
    {
        return Err(PositionError::new_err(format!("the board is of {variant}; give a board of chess")));
    }
    Ok(fen)
}
