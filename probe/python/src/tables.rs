//! The tables of one variant in Python.

use std::path::PathBuf;
use std::sync::Arc;

use peatee_probe::peatee_rules::draw::DrawRules;
use pyo3::prelude::*;

use crate::adjudicate::{Verdict, verdicts};
use crate::columns::{Answers, Asked, probe_many};
use crate::errors::Raise;
use crate::handle::Handle;
use crate::moves::{Line, Move};
use crate::options::options;
use crate::position::{Position, position_of};
use crate::slice::Slice;
use crate::value::{RuleValue, Value};

/// The tables of one variant. `open_tables` gives one; `with` closes it.
///
/// All methods may be called from any number of threads, which share memory. While a probe works,
/// other threads of the interpreter run. Positions are FEN texts, `peatee.Position` objects, or
/// boards with a text `fen`, as those of `pydraughts`.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct Tables {
    handle: Arc<Handle>,
}

/// One directory, or several of one variant.
#[derive(Debug, FromPyObject)]
pub(crate) enum Directories {
    /// One.
    One(PathBuf),
    /// Several, which are opened as one set.
    Several(Vec<PathBuf>),
}

/// Opens the tables of one variant: a directory that `peatee-gen` made, or several of one variant.
///
/// `memory_bytes` is the most memory for decoded values, without it a quarter of the machine's
/// memory. A table file that is missing or damaged is left out; `Tables.faults` names it, and so
/// does the error of a probe that needs it.
///
/// `mmap=True` maps the files into memory, which is the fast way for tables that do not fit in
/// `memory_bytes`: WDL tables of pages are read where they are, without a system call. The caller
/// promises that nobody changes or shortens the files while the tables are open and that their disk
/// does not fail: else the interpreter is killed by a signal, or values may be wrong. Files that
/// are replaced by renaming are safe.
///
/// >>> with peatee.open_tables("tables/english") as tb:
/// ...     tb.variant, tb.most_pieces, tb.probe("W:WK17,K5:BK31").dtw_plies
/// ('english', 3, 31)
#[pyfunction]
#[pyo3(signature = (path, *, memory_bytes = None, mmap = false))]
pub(crate) fn open_tables(
    py: Python<'_>,
    path: Directories,
    memory_bytes: Option<u64>,
    mmap: bool,
) -> PyResult<Tables> {
    let directories = match path {
        Directories::One(directory) => vec![directory],
        Directories::Several(directories) => directories,
    };
    let options = options(memory_bytes, mmap);
    let opened = py.detach(|| options.open_several(&directories, |_, _| true)).map_err(Raise::raise)?;
    let directory = opened.directory().to_owned();
    Ok(Tables { handle: Handle::new(opened, directory, "open_tables") })
}

#[pymethods]
impl Tables {
    /// The value of a position for the side to move.
    ///
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     value = tb.probe("W:WK10:B4,11")
    /// >>> value.wdl == peatee.Wdl.LOSS, value.dtw_plies
    /// (True, 54)
    fn probe(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Value> {
        let tables = self.handle.get()?;
        let position = position_of(tables.game(), position)?;
        py.detach(|| tables.probe(&position)).map(Value).map_err(Raise::raise)
    }

    /// Plies to the next capture or move of any piece but a king, the winner hurrying and the loser
    /// delaying; `None` for a draw. Needs DTC tables.
    fn dtc_plies(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let tables = self.handle.get()?;
        let position = position_of(tables.game(), position)?;
        py.detach(|| tables.probe_dtc(&position)).map_err(Raise::raise)
    }

    /// The value of a position under draw rules. `counts` says which counts run, as `6.2=12`: the
    /// article and the plies counted; without it all counts start.
    ///
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     tb.rule_value("W:WK17,K5:BK31", "WCDF", counts="1.32.2=60").outcome
    /// 'cursed-win'
    #[pyo3(signature = (position, rules, *, counts = None))]
    fn rule_value(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        rules: &str,
        counts: Option<&str>,
    ) -> PyResult<RuleValue> {
        let tables = self.handle.get()?;
        let position = position_of(tables.game(), position)?;
        let rules = DrawRules::named(rules).map_err(Raise::raise)?;
        let counters = match counts {
            Some(text) => rules.parse_counters(text, &position).map_err(Raise::raise)?,
            None => rules.start(&position),
        };
        py.detach(|| tables.rule_value(&position, &rules, &counters)).map(RuleValue).map_err(Raise::raise)
    }

    /// All legal moves with their values, the best first. Empty when the game is over.
    ///
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     for move in tb.moves("W:WK17,K5:BK31")[:2]:
    /// ...         print(move.text, "  ", move.value)
    /// 5-1    win in 31 plies
    /// 5-9    win in 31 plies
    fn moves(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
        let tables = self.handle.get()?;
        let position = position_of(tables.game(), position)?;
        let rated = py.detach(|| tables.moves(&position)).map_err(Raise::raise)?;
        Ok(rated.into_iter().map(|rated| Move::new(tables.game(), &position, rated)).collect())
    }

    /// A line with best play by both sides, until the game is over or after `max_plies` plies.
    ///
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     line = tb.best_line("W:WK17,K5:BK31", max_plies=4)
    /// >>> print(line)
    /// 1... 5-1 2. 31-26 1-6 3. 26-23
    /// >>> line.end, len(line.moves)
    /// ('cut', 4)
    #[pyo3(signature = (position, *, max_plies = 1000))]
    fn best_line(&self, py: Python<'_>, position: &Bound<'_, PyAny>, max_plies: u32) -> PyResult<Line> {
        let tables = self.handle.get()?;
        let position = position_of(tables.game(), position)?;
        let line = py.detach(|| tables.line(&position, max_plies)).map_err(Raise::raise)?;
        Ok(Line::new(tables.game(), &position, line))
    }

    /// Judges the games of a PDN text under draw rules, by default those of the variant: illegal
    /// moves, draws by rule, and whether the result that was written down stands.
    ///
    /// >>> pdn = '[GameType "21"] [FEN "W:WK17,K5:BK31"] 1. 17-14 1/2-1/2'
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     [verdict] = tb.adjudicate(pdn, rules="WCDF")
    /// >>> verdict.result, verdict.agreement, str(verdict.value.value)
    /// ('1-1', 'against-value', 'loss in 30 plies')
    #[pyo3(signature = (pdn, *, rules = None))]
    fn adjudicate(&self, py: Python<'_>, pdn: &str, rules: Option<&str>) -> PyResult<Vec<Verdict>> {
        let tables = self.handle.get()?;
        py.detach(|| verdicts(&tables, pdn, rules))
    }

    /// The values of many positions at once, as Arrow columns `wdl`, `dtw_plies` and `error`.
    ///
    /// `positions` is a column of FEN texts (anything with the Arrow C interface: of pyarrow,
    /// polars, duckdb, datafusion), a NumPy array of bitboards, or a list of positions. A row that
    /// has no answer has null values and its error in its place.
    ///
    /// Bitboards are an array of `uint64` with five columns: `peatee.BITBOARD_COLUMNS`. Bit 0 is
    /// the first square of the row at Black's side.
    ///
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     answers = tb.probe_many(["W:WK1:BK32", "W:WK18,20:BK10", "W:WK99:B1"])
    /// >>> answers.wdl.tolist(), answers.dtw_plies.tolist()
    /// ([0, 1, None], [None, 29, None])
    ///
    /// `dtc` adds the column `dtc_plies`, the plies to the next conversion; it needs DTC tables.
    /// `rules` names draw rules and adds `rules_wdl` and `rules_needed_plies`, the value under them
    /// with fresh counts. A row that lacks a table for any of its columns has its error.
    ///
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     answers = tb.probe_many(["W:WK18,20:BK10"], dtc=True, rules="none")
    /// >>> answers.dtc_plies.tolist(), answers.rules_wdl.tolist()
    /// ([1], [1])
    #[pyo3(name = "probe_many", signature = (positions, *, dtc = false, rules = None))]
    fn probe_many_py(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        dtc: bool,
        rules: Option<&str>,
    ) -> PyResult<Answers> {
        let tables = self.handle.get()?;
        let rules = rules.map(DrawRules::named).transpose().map_err(Raise::raise)?;
        probe_many(py, &tables, positions, &Asked { dtc, rules })
    }

    /// A slice by its name: its positions in table order and their values, as NumPy arrays.
    ///
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     wdl, dtw_plies = tb.slice("KKvK").values()
    /// >>> int(dtw_plies.max())
    /// 33
    fn slice(&self, name: &str) -> PyResult<Slice> {
        Slice::named(&self.handle, name)
    }

    /// All slices that have tables, by the number of pieces and by name.
    fn slices(&self) -> PyResult<Vec<Slice>> {
        Slice::all(&self.handle)
    }

    /// Reads a position of the game of these tables.
    fn position(&self, position: &Bound<'_, PyAny>) -> PyResult<Position> {
        let tables = self.handle.get()?;
        let plain = position_of(tables.game(), position)?;
        Ok(Position { game: tables.game().clone(), plain })
    }

    /// The id of the variant.
    #[getter]
    fn variant(&self) -> PyResult<&'static str> {
        Ok(self.handle.get()?.game().variant().id)
    }

    /// The most pieces of any slice.
    #[getter]
    fn most_pieces(&self) -> PyResult<u32> {
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
            Ok(tables) => {
                format!("<Tables of {} to {} pieces in {directory}>", tables.game().variant().id, tables.most_pieces())
            }
            Err(_) => format!("<closed Tables of {directory}>"),
        }
    }
}
