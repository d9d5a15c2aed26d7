//! The tables.

use std::path::PathBuf;
use std::sync::Arc;

use peatee_probe::chess::{Chess, Tables};
use peatee_probe::peatee_rules::Budget;
use peatee_probe::{Metric, ProbeError};
use pyo3::prelude::*;

use super::line::ChessLine;
use super::position::chess_position_of;
use super::slice::ChessSlice;
use super::value::{ChessMove, ChessValue, rule_value, rules_of};
use super::verdict::{ChessVerdict, verdicts};
use crate::columns::{ChessAnswers, probe_many_of_chess};
use crate::errors::Raise;
use crate::handle::Handle;
use crate::options::options;

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
/// so does the error of a probe that needs it. `mmap` is that of `open_tables`.
///
/// >>> with peatee.open_chess_tables("tables/chess") as tb:
/// ...     print(tb.most_men, tb.probe("8/8/8/8/8/2k5/8/K6R w - - 0 1"))
/// 3 win, DTZ 27 plies
#[pyfunction]
#[pyo3(signature = (path, *, memory_bytes = None, mmap = false))]
pub(crate) fn open_chess_tables(
    py: Python<'_>,
    path: PathBuf,
    memory_bytes: Option<u64>,
    mmap: bool,
) -> PyResult<ChessTables> {
    let options = options(memory_bytes, mmap);
    let opened = py.detach(|| options.open_game::<Chess>(&path)).map_err(Raise::raise)?;
    let directory = opened.directory().to_owned();
    Ok(ChessTables { handle: Handle::new(opened, directory, "open_chess_tables") })
}

impl ChessTables {
    fn plies(&self, py: Python<'_>, position: &Bound<'_, PyAny>, metric: Metric) -> PyResult<Option<u32>> {
        let tables = self.handle.get()?;
        let position = chess_position_of(position)?;
        py.detach(|| tables.plies(&position, metric)).map_err(Raise::raise)
    }
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
        let found = py.detach(|| rule_value(&tables, &position)).map_err(Raise::raise)?;
        Ok(ChessValue::new(&found))
    }

    /// DTM: plies to mate, the winner hurrying and the loser delaying, whatever a draw rule says;
    /// `None` for a draw. Needs tables of the metric `dtw`.
    fn dtm_plies(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        self.plies(py, position, Metric::Dtw)
    }

    /// DTC: plies to the next capture, promotion or mate, likewise. Needs tables of the metric
    /// `dtc`.
    fn dtc_plies(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        self.plies(py, position, Metric::Dtc)
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
        let (rules, clock) = rules_of(&position);
        let rated = py.detach(|| tables.rule_moves(&position, &rules, &clock)).map_err(Raise::raise)?;
        Ok(rated.iter().map(|rated| ChessMove::new(&position, rated)).collect())
    }

    /// A line with best play by both sides under the 50-move rule, until the game is over or drawn
    /// by rule, or after `max_plies` plies.
    ///
    /// >>> with peatee.open_chess_tables("tables/chess") as tb:
    /// ...     line = tb.best_line("8/8/8/8/8/1k5r/8/K7 b - - 0 1")
    /// >>> print(line, line.end)
    /// 1... Rh1# game-over
    #[pyo3(signature = (position, *, max_plies = 1000))]
    fn best_line(&self, py: Python<'_>, position: &Bound<'_, PyAny>, max_plies: u32) -> PyResult<ChessLine> {
        let tables = self.handle.get()?;
        let position = chess_position_of(position)?;
        let (rules, clock) = rules_of(&position);
        let best = || {
            let value = tables.rule_value(&position, &rules, &clock)?;
            let line = tables.rule_line_from(&position, &rules, &clock, max_plies, &Budget::unlimited())?;
            Ok::<_, ProbeError>((value, line))
        };
        let (value, line) = py.detach(best).map_err(Raise::raise)?;
        Ok(ChessLine::new(&position, &value, &line))
    }

    /// Judges the games of a PGN text by the FIDE Laws: checkmate, stalemate, dead positions,
    /// repetitions, 50 and 75 moves, illegal moves, and whether the result that was written down
    /// stands. `flag` names the side whose time is over in the last position, `white` or `black`;
    /// without it the tag `Termination` and the result say so. `claim_announced` says that the last
    /// move was written down with a claim of a draw, and not made (9.2.1, 9.3.1).
    ///
    /// >>> pgn = '[SetUp "1"] [FEN "8/8/8/8/8/1k5r/8/K7 b - - 0 1"] 1... Rh1# 0-1'
    /// >>> with peatee.open_chess_tables("tables/chess") as tb:
    /// ...     [verdict] = tb.adjudicate(pgn)
    /// >>> verdict.ruling, verdict.winner, verdict.article, verdict.agreement
    /// ('won', 'black', '5.1.1', 'confirmed')
    #[pyo3(signature = (pgn, *, flag = None, claim_announced = false))]
    fn adjudicate(
        &self,
        py: Python<'_>,
        pgn: &str,
        flag: Option<&str>,
        claim_announced: bool,
    ) -> PyResult<Vec<ChessVerdict>> {
        let tables = self.handle.get()?;
        py.detach(|| verdicts(&tables, pgn, flag, claim_announced))
    }

    /// A slice by its name: its positions in table order and their values, as NumPy arrays.
    ///
    /// >>> with peatee.open_chess_tables("tables/chess") as tb:
    /// ...     numbers, wdl, dtz_plies = tb.slice("KRvK").values()
    /// >>> int(dtz_plies.max())
    /// 31
    fn slice(&self, name: &str) -> PyResult<ChessSlice> {
        ChessSlice::named(&self.handle, name)
    }

    /// All slices that have tables, by the number of men and by name.
    fn slices(&self) -> PyResult<Vec<ChessSlice>> {
        ChessSlice::all(&self.handle)
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
        Ok(self.handle.get()?.most_pieces())
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
            Ok(tables) => format!("<ChessTables to {} men in {directory}>", tables.most_pieces()),
            Err(_) => format!("<closed ChessTables of {directory}>"),
        }
    }
}
