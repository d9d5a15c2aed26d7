//! The tables of chess in Python.

use std::path::PathBuf;
use std::sync::Arc;

use peatee_probe::OpenOptions;
use peatee_probe::chess::{Tables, Value as Found};
use peatee_probe::peatee_chess::Position;
use pyo3::prelude::*;

use crate::chess_position::chess_position_of;
use crate::columns::{ChessAnswers, probe_many_of_chess};
use crate::errors::Raise;
use crate::handle::Handle;
use crate::value::Wdl;

/// The tables of chess. `open_chess_tables` gives one; `with` closes it.
///
/// All methods may be called from any number of threads, which share memory. While a probe works,
/// other threads of the interpreter run. Positions are FEN texts, or boards that tell their FEN, as
/// `chess.Board` of `python-chess` does.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct ChessTables {
    handle: Arc<Handle<Tables>>,
}

/// Opens the tables of chess in a directory that `peatee-gen generate --variant chess` made.
///
/// `memory_bytes` is the most memory for decoded values, without it a quarter of the machine's
/// memory. A table file that is missing or damaged is left out; `ChessTables.faults` names it, and
/// so does the error of a probe that needs it.
///
/// >>> with peatee.open_chess_tables("tables/chess") as tb:
/// ...     print(tb.most_men, tb.probe("8/8/8/8/8/2k5/8/K6R w - - 0 1"))
/// 3 win, DTZ 27 plies
#[pyfunction]
#[pyo3(signature = (path, *, memory_bytes = None))]
pub(crate) fn open_chess_tables(py: Python<'_>, path: PathBuf, memory_bytes: Option<u64>) -> PyResult<ChessTables> {
    let options = memory_bytes.into_iter().fold(OpenOptions::new(), OpenOptions::memory_bytes);
    let opened = py.detach(|| options.open_chess(&path)).map_err(Raise::raise)?;
    let directory = opened.directory().to_owned();
    Ok(ChessTables { handle: Handle::new(opened, directory, "open_chess_tables") })
}

#[pymethods]
impl ChessTables {
    /// The value of a position for the side to move.
    ///
    /// >>> with peatee.open_chess_tables("tables/chess") as tb:
    /// ...     value = tb.probe("8/8/8/8/8/2k5/8/K6R w - - 80 90")
    /// >>> value.wdl == peatee.Wdl.WIN, value.dtz_plies, value.outcome
    /// (True, 27, 'cursed-win')
    fn probe(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<ChessValue> {
        let tables = self.handle.get()?;
        let position = chess_position_of(position)?;
        let found = py.detach(|| tables.probe(&position)).map_err(Raise::raise)?;
        Ok(ChessValue::new(found, &position))
    }

    /// All legal moves with their values, the best first. Empty when the game is over.
    ///
    /// >>> with peatee.open_chess_tables("tables/chess") as tb:
    /// ...     move = tb.moves("8/8/8/8/8/2k5/7q/K7 b - - 98 90")[0]
    /// >>> move.san, move.uci, str(move.value)
    /// ('Qb2#', 'h2b2', 'win, DTZ 1 ply')
    fn moves(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Vec<ChessMove>> {
        let tables = self.handle.get()?;
        let position = chess_position_of(position)?;
        let rated = py.detach(|| tables.moves(&position)).map_err(Raise::raise)?;
        let told = rated.into_iter().map(|rated| ChessMove {
            san: position.san(rated.mv),
            uci: position.uci(rated.mv),
            value: ChessValue::new(rated.value, &position),
        });
        Ok(told.collect())
    }

    /// The values of many positions at once, as Arrow columns `wdl`, `dtz_plies`, `outcome` and
    /// `error`.
    ///
    /// `positions` is a column of FEN texts (anything with the Arrow C interface), or a list of
    /// positions. A row that has no answer has null values and its error in its place.
    ///
    /// >>> with peatee.open_chess_tables("tables/chess") as tb:
    /// ...     answers = tb.probe_many(["8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "nonsense"])
    /// >>> answers.wdl.tolist(), answers.dtz_plies.tolist(), answers.outcome.tolist()
    /// ([-1, None], [0, None], ['loss', None])
    fn probe_many(&self, py: Python<'_>, positions: &Bound<'_, PyAny>) -> PyResult<ChessAnswers> {
        probe_many_of_chess(py, &*self.handle.get()?, positions)
    }

    /// The id of the game, `chess`.
    #[getter]
    fn variant(&self) -> &'static str {
        "chess"
    }

    /// The most men of any slice, kings included.
    #[getter]
    fn most_men(&self) -> PyResult<u32> {
        Ok(self.handle.get()?.most_men())
    }

    /// What is wrong with the tables that cannot be used, one text for each.
    #[getter]
    fn faults(&self) -> PyResult<Vec<String>> {
        Ok(self.handle.get()?.faults().map(ToString::to_string).collect())
    }

    /// True once the tables are closed.
    #[getter]
    fn closed(&self) -> bool {
        self.handle.get().is_err()
    }

    /// Closes the tables. Probes that other threads have begun still end; later ones raise
    /// `ClosedError`. To close twice does nothing.
    fn close(&self) {
        self.handle.close();
    }

    fn __enter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        slf.get().handle.get()?;
        Ok(slf)
    }

    fn __exit__(&self, _kind: &Bound<'_, PyAny>, _error: &Bound<'_, PyAny>, _trace: &Bound<'_, PyAny>) {
        self.close();
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(self.handle.not_sent())
    }

    fn __repr__(&self) -> String {
        let directory = self.handle.directory.display();
        match self.handle.get() {
            Ok(tables) => format!("<ChessTables to {} men in {directory}>", tables.most_men()),
            Err(_) => format!("<closed ChessTables of {directory}>"),
        }
    }
}

/// The value of a position of chess for the side to move, with best play by both sides.
///
/// `wdl` is win, draw or loss as if there were no 50-move rule, `dtz_plies` the exact number of
/// plies to the next capture, pawn move or mate, `outcome` what the 50-move rule makes of it.
///
/// >>> with peatee.open_chess_tables("tables/chess") as tb:
/// ...     tb.probe("8/8/8/8/8/2k5/1q6/K7 w - - 30 90")
/// <ChessValue loss, DTZ 0 plies>
#[pyclass(module = "peatee", eq, hash, frozen)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ChessValue {
    found: Found,
    halfmove_clock: u32,
}

impl ChessValue {
    fn new(found: Found, position: &Position) -> ChessValue {
        ChessValue { found, halfmove_clock: position.halfmove_clock() }
    }
}

#[pymethods]
impl ChessValue {
    /// Win, draw or loss for the side to move.
    #[getter]
    fn wdl(&self) -> Wdl {
        self.found.wdl.into()
    }

    /// Plies to the next capture, pawn move or mate; more than 100 say that a win is cursed with
    /// every clock. `None` for a draw, and where there is no DTZ table.
    #[getter]
    fn dtz_plies(&self) -> Option<u32> {
        self.found.dtz_plies
    }

    /// Who wins under the 50-move rule with the half-move clock of the position: `win`,
    /// `cursed-win`, `draw`, `blessed-loss` or `loss`, or `maybe-win` and `maybe-loss` where a DTZ
    /// table is lacking.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.found.outcome(self.halfmove_clock).name()
    }

    fn __str__(&self) -> String {
        self.found.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<ChessValue {}>", self.found)
    }
}

/// A legal move of chess and what it is worth to the player who makes it.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct ChessMove {
    /// The move in SAN.
    #[pyo3(get)]
    san: String,
    /// The move in UCI.
    #[pyo3(get)]
    uci: String,
    /// Its value, plies counted from before the move.
    #[pyo3(get)]
    value: ChessValue,
}

#[pymethods]
impl ChessMove {
    fn __repr__(&self) -> String {
        format!("<ChessMove {} {}>", self.san, self.value.found)
    }
}
