//! The Python class `Tables`, and the function that opens it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use peatee_probe::any::{AnyGame, AnyTables, Tables as GameTables};
use peatee_probe::{Metric, with_tables};
use peatee_questions::names::nearest;
use peatee_rules::Budget;
use peatee_rules::draw::{Counters, DrawRules};
use pyo3::exceptions::{PyModuleNotFoundError, PyTypeError};
use pyo3::prelude::*;

use crate::columns::{Answers, Choice, Columnar, probe_many};
use crate::errors::{Raise, open_error, rules_error};
use crate::family::PythonFamily;
use crate::handle::Handle;
use crate::judged::JudgeOptions;
use crate::moves::{Line, Move};
use crate::options::options;
use crate::pictures;
use crate::position::Position;
use crate::slice::Slice;
use crate::value::{RuleValue, Value};
use crate::verdict::{Verdict, verdicts};

/// The tables of one game: a variant of draughts, or chess. `open_tables` opens them; a `with`
/// block closes them.
///
/// All methods may be called from any number of threads, which share the memory for tables. Other
/// Python threads can run during a probe. Positions are FEN texts, `peatee.Position` objects of
/// draughts, or boards that have a FEN, such as those of `pydraughts` and `python-chess`. In chess,
/// values follow the 50-move rule with the half-move clock of the position.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug)]
pub(crate) struct Tables {
    handle: Arc<Handle>,
}

/// The argument of `open_tables`: one directory, or several of one game.
#[derive(Debug, FromPyObject)]
pub(crate) enum Directories {
    One(PathBuf),
    /// Several directories, which are opened as one set.
    Several(Vec<PathBuf>),
}

/// Opens the tables of one game: a directory made by `peatee-gen`, or several directories of one
/// game. `open_chess_tables` is another name of this function. If `path` is the id of a game and no
/// such directory exists, opens the tables in the package `peatee-tables` (`pip install
/// 'peatee[tables]'`).
///
/// `memory_bytes` is the maximal memory for decoded values, by default a quarter of the machine's
/// memory. Missing and damaged table files are left out: `Tables.faults` lists them, and a probe
/// that needs one raises an error.
///
/// `mmap=True` maps the files into memory. This is fast for tables that do not fit in
/// `memory_bytes`. Single values are then read in place, without a system call, from WDL tables
/// that are coded as pages. The caller promises that nobody changes or shortens the files while the
/// tables are open, and that their disk does not fail. Otherwise a signal kills the interpreter, or
/// values may be wrong. Files may safely be replaced by renaming.
///
/// >>> with peatee.open_tables("tables/english") as tb:
/// ...     tb.variant, tb.most_pieces, tb.probe("W:WK17,K5:BK31").dtw_plies
/// ('english', 3, 31)
/// >>> with peatee.open_tables("tables/chess") as tb:
/// ...     print(tb.most_pieces, tb.probe("8/8/8/8/8/2k5/8/K6R w - - 0 1"))
/// 3 win, DTZ 27 plies
#[pyfunction]
#[pyo3(signature = (path, *, memory_bytes = None, mmap = false))]
pub(crate) fn open_tables(
    py: Python<'_>,
    path: Directories,
    memory_bytes: Option<u64>,
    mmap: bool,
) -> PyResult<Tables> {
    let directories = match path {
        Directories::One(directory) => vec![installed(py, &directory)?.unwrap_or(directory)],
        Directories::Several(directories) => directories,
    };
    let options = options(memory_bytes, mmap);
    let opened = py.detach(|| options.open_any(&directories, |_| true)).map_err(Raise::raise)?;
    let directory = with_tables!(&opened, tables => tables.directory().to_owned());
    Ok(Tables { handle: Handle::new(opened, directory) })
}

/// Most typing errors in the id of a game; names with more are those of directories.
const WRONG_CHARACTERS_MAX: usize = 2;

/// Returns the directory of a game's tables in the package `peatee-tables`, if `path` is the id of
/// the game and there is nothing of that name on the disk.
fn installed(py: Python<'_>, path: &Path) -> PyResult<Option<PathBuf>> {
    let Some(name) = path.to_str().filter(|_| !path.exists()) else { return Ok(None) };
    let game = match nearest(AnyGame::ids(), name) {
        Some((game, 0)) => game,
        Some((game, 1..=WRONG_CHARACTERS_MAX)) => {
            let told = format!("there is no directory {name} and no game of this name; the nearest game is {game}");
            return Err(open_error(told));
        }
        _ => return Ok(None),
    };
    let package = py.import("peatee_tables").map_err(|error| {
        if error.is_instance_of::<PyModuleNotFoundError>(py) {
            open_error(format!(
                "there is no directory {game}, and no tables of {game} are installed; \
                 `pip install 'peatee[tables]'` brings them"
            ))
        } else {
            error
        }
    })?;
    let folder: PathBuf = package.getattr("__path__")?.get_item(0)?.extract()?;
    Ok(Some(folder.join(game)))
}

/// Evaluates an expression with the tables of any family and a position of their game. Releases the
/// lock of the Python interpreter meanwhile.
macro_rules! with_position {
    ($py:expr, $handle:expr, $given:expr, ($tables:ident, $position:ident) => $body:expr) => {{
        let any = $handle.get()?;
        with_tables!(&*any, tables => {
            let $tables: &GameTables<_> = tables;
            let $position = $tables.game().position_of($given)?;
            $py.detach(|| $body).map_err(Raise::raise)
        })
    }};
}

#[pymethods]
impl Tables {
    /// Returns the value of a position for the side to move.
    ///
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     value = tb.probe("W:WK10:B4,11")
    /// >>> value.wdl == peatee.Wdl.LOSS, value.dtw_plies
    /// (True, 54)
    /// >>> with peatee.open_tables("tables/chess") as tb:
    /// ...     value = tb.probe("8/8/8/8/8/2k5/8/K6R w - - 80 90")
    /// >>> value.wdl == peatee.Wdl.WIN, value.dtz_plies, value.outcome
    /// (True, 27, 'cursed-win')
    fn probe(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Value> {
        with_position!(py, self.handle, position, (tables, position) => PythonFamily::value(tables, &position))
    }

    /// Returns the plies to the end of the game, in chess to mate (DTM), without draw rules; `None`
    /// for a draw. Needs tables of the metric `dtw`.
    fn dtm_plies(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        with_position!(py, self.handle, position, (tables, position) => tables.plies(&position, Metric::Dtw))
    }

    /// Returns the plies to the next conversion, if the winner takes the fastest way and the loser
    /// the slowest; `None` for a draw. A conversion is a capture or a move of any piece but a king,
    /// in chess a capture, a promotion or mate. Needs DTC tables.
    fn dtc_plies(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        with_position!(py, self.handle, position, (tables, position) => tables.probe_dtc(&position))
    }

    /// Returns the value of a position under draw rules. `counts` states how many plies each rule
    /// has counted so far. A rule is named by its article: `6.2=12` is 12 plies under article 6.2.
    /// Without `counts`, all counts are 0 in draughts; in chess, the half-move clock of the
    /// position is the count. If tables do not give the plies to the end of the game, `with_plies`
    /// searches for them. This takes up to seconds near the limit of a count.
    ///
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     tb.rule_value("W:WK17,K5:BK31", "WCDF", counts="1.32.2=60").outcome
    /// 'cursed-win'
    #[pyo3(signature = (position, rules, *, counts = None, with_plies = false))]
    fn rule_value(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        rules: &str,
        counts: Option<&str>,
        with_plies: bool,
    ) -> PyResult<RuleValue> {
        let any = self.handle.get()?;
        with_tables!(&*any, tables => {
            let position = tables.game().position_of(position)?;
            let (rules, counters) = counted(tables, &position, rules, counts)?;
            let value = py.detach(|| match with_plies {
                true => tables.rule_value_until(&position, &rules, &counters, &Budget::unlimited()),
                false => tables.rule_value(&position, &rules, &counters),
            });
            value.map(RuleValue::from).map_err(Raise::raise)
        })
    }

    /// Returns all legal moves with their values, the best first. Empty when the game is over.
    ///
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     for move in tb.moves("W:WK17,K5:BK31")[:2]:
    /// ...         print(move.text, "  ", move.value)
    /// 5-1    win in 31 plies
    /// 5-9    win in 31 plies
    /// >>> with peatee.open_tables("tables/chess") as tb:
    /// ...     move = tb.moves("8/8/8/8/8/2k5/7q/K7 b - - 98 90")[0]
    /// >>> move.san, move.uci, str(move.value)
    /// ('Qb2#', 'h2b2', 'win, DTZ 1 ply')
    fn moves(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
        with_position!(py, self.handle, position, (tables, position) => PythonFamily::list_moves(tables, &position))
    }

    /// Returns a line of best play by both sides, to the end of the game or of at most `max_plies`
    /// plies.
    ///
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     line = tb.best_line("W:WK17,K5:BK31", max_plies=4)
    /// >>> print(line)
    /// 1... 5-1 2. 31-26 1-6 3. 26-23
    /// >>> line.end, len(line.moves)
    /// ('cut', 4)
    /// >>> with peatee.open_tables("tables/chess") as tb:
    /// ...     line = tb.best_line("8/8/8/8/8/1k5r/8/K7 b - - 0 1")
    /// >>> print(line, line.end)
    /// 1... Rh1# game-over
    #[pyo3(signature = (position, *, max_plies = 1000))]
    fn best_line(&self, py: Python<'_>, position: &Bound<'_, PyAny>, max_plies: u32) -> PyResult<Line> {
        with_position!(py, self.handle, position, (tables, position) => PythonFamily::best_line(tables, &position, max_plies))
    }

    /// Judges the games of a PDN text (`pdn`), or in chess of a PGN text (`pgn`): illegal moves,
    /// draws by rule, and the agreement of the written result with the verdict.
    ///
    /// Draughts are judged under the draw rules `rules`, by default those of the variant, and chess
    /// by the FIDE Laws. `flag` is the side that has run out of time in the last position, `white`
    /// or `black`; by default, the tag `Termination` and the result show this side.
    /// `claim_announced` means that the last move was announced with a claim of a draw, and not
    /// made (9.2.1, 9.3.1).
    ///
    /// >>> pdn = '[GameType "21"] [FEN "W:WK17,K5:BK31"] 1. 17-14 1/2-1/2'
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     [verdict] = tb.adjudicate(pdn, rules="WCDF")
    /// >>> verdict.result, verdict.agreement, str(verdict.value.value)
    /// ('1-1', 'against-value', 'loss in 30 plies')
    /// >>> pgn = '[SetUp "1"] [FEN "8/8/8/8/8/1k5r/8/K7 b - - 0 1"] 1... Rh1# 0-1'
    /// >>> with peatee.open_tables("tables/chess") as tb:
    /// ...     [verdict] = tb.adjudicate(pgn)
    /// >>> verdict.ruling, verdict.winner, verdict.article, verdict.agreement
    /// ('won', 'black', '5.1.1', 'confirmed')
    #[pyo3(signature = (pdn = None, *, pgn = None, rules = None, flag = None, claim_announced = false))]
    fn adjudicate(
        slf: &Bound<'_, Self>,
        pdn: Option<&str>,
        pgn: Option<&str>,
        rules: Option<&str>,
        flag: Option<&str>,
        claim_announced: bool,
    ) -> PyResult<Vec<Verdict>> {
        let (Some(games), None) = (pdn.or(pgn), pdn.and(pgn)) else {
            return Err(PyTypeError::new_err("give the games, as `pdn` or as `pgn`"));
        };
        let (any, wanted) = (slf.get().handle.get()?, JudgeOptions { rules, flag, claim_announced });
        with_tables!(&*any, tables => slf.py().detach(|| verdicts(tables, games, &wanted)))
    }

    /// Returns the values of many positions at once, as Arrow columns: `wdl`, `dtw_plies` and
    /// `error`, in chess `wdl`, `dtz_plies`, `outcome` and `error`.
    ///
    /// `positions` is a column of FEN texts (any object with the Arrow C interface, as of pyarrow,
    /// polars, duckdb, datafusion), in draughts a NumPy array of bitboards, or a list of positions.
    /// A row without an answer has null values and a text in `error`.
    ///
    /// Bitboards are an array of `uint64` with five columns: `peatee.BITBOARD_COLUMNS`. Bit 0 is
    /// the first square of the row at Black's side.
    ///
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     answers = tb.probe_many(["W:WK1:BK32", "W:WK18,20:BK10", "W:WK99:B1"])
    /// >>> answers.wdl.tolist(), answers.dtw_plies.tolist()
    /// (['draw', 'win', None], [None, 29, None])
    /// >>> with peatee.open_tables("tables/chess") as tb:
    /// ...     answers = tb.probe_many(["8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "nonsense"])
    /// >>> answers.wdl.tolist(), answers.dtz_plies.tolist(), answers.outcome.tolist()
    /// (['loss', None], [0, None], ['loss', None])
    ///
    /// `dtc` adds the column `dtc_plies`, the plies to the next conversion; it needs DTC tables.
    /// `rules` names draw rules. It adds the columns `rules_wdl` and `rules_needed_plies`, which
    /// hold the value under these rules. All counts are 0 in draughts; in chess, the half-move
    /// clock of the row is the count. A row that lacks a table for one of its columns has an error.
    ///
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     answers = tb.probe_many(["W:WK18,20:BK10"], dtc=True, rules="none")
    /// >>> answers.dtc_plies.tolist(), answers.rules_wdl.tolist()
    /// ([1], ['win'])
    #[pyo3(name = "probe_many", signature = (positions, *, dtc = false, rules = None))]
    fn probe_many_py(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        dtc: bool,
        rules: Option<&str>,
    ) -> PyResult<Answers> {
        let any = self.handle.get()?;
        with_tables!(&*any, tables => {
            let rules = rules.map(|rules| rules_named(tables, rules)).transpose()?;
            probe_many(py, tables, positions, &Choice { dtc, rules })
        })
    }

    /// Returns a slice by its name: its positions in table order and their values, as NumPy arrays.
    ///
    /// >>> with peatee.open_tables("tables/english") as tb:
    /// ...     wdl, dtw_plies = tb.slice("KKvK").values()
    /// >>> int(dtw_plies.max())
    /// 33
    /// >>> with peatee.open_tables("tables/chess") as tb:
    /// ...     numbers, wdl, dtz_plies = tb.slice("KRvK").values()
    /// >>> int(dtz_plies.max())
    /// 31
    fn slice(&self, name: &str) -> PyResult<Slice> {
        Slice::named(&self.handle, name)
    }

    /// Returns all slices that have tables, ordered by number of pieces, then by name.
    fn slices(&self) -> PyResult<Vec<Slice>> {
        Slice::all(&self.handle)
    }

    /// Parses a position of the draughts game of these tables.
    fn position(&self, position: &Bound<'_, PyAny>) -> PyResult<Position> {
        match &*self.handle.get()? {
            AnyTables::Draughts(tables) => {
                let plain = tables.game().position_of(position)?;
                Ok(Position { game: tables.game().clone(), plain })
            }
            _ => Err(PyTypeError::new_err("peatee.Position is of draughts; positions of chess are FENs or boards")),
        }
    }

    /// The id of the game: `chess`, or the id of the variant.
    #[getter]
    fn variant(&self) -> PyResult<&'static str> {
        Ok(self.handle.get()?.game_id())
    }

    /// Maximum number of pieces in a slice, kings included.
    #[getter]
    fn most_pieces(&self) -> PyResult<u32> {
        let any = self.handle.get()?;
        Ok(with_tables!(&*any, tables => tables.most_pieces()))
    }

    /// Equal to `most_pieces`, under the name used for chess.
    #[getter]
    fn most_men(&self) -> PyResult<u32> {
        self.most_pieces()
    }

    /// Descriptions of the unusable tables, one text for each.
    #[getter]
    fn faults(&self) -> PyResult<Vec<String>> {
        let any = self.handle.get()?;
        Ok(with_tables!(&*any, tables => tables.faults().map(ToString::to_string).collect()))
    }

    /// True once the tables are closed.
    #[getter]
    fn closed(&self) -> bool {
        self.handle.get().is_err()
    }

    /// Closes the tables. Probes that other threads have begun are finished; later ones raise
    /// `ClosedError`. Closing twice has no effect.
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

    fn _repr_html_(&self) -> PyResult<String> {
        let any = self.handle.get()?;
        let sizes = with_tables!(&*any, tables => sizes(tables));
        let rows =
            sizes.into_iter().map(|(pieces, [slices, positions, bytes])| vec![pieces.into(), slices, positions, bytes]);
        let rows = pictures::table(&["pieces", "slices", "positions", "bytes"], rows);
        Ok(pictures::paragraph(self.__repr__().trim_matches(['<', '>'])) + &rows)
    }

    fn __repr__(&self) -> String {
        let directory = self.handle.directory.display();
        match (self.variant(), self.most_pieces()) {
            (Ok(game), Ok(most)) => format!("<Tables of {game} to {most} pieces in {directory}>"),
            _ => format!("<closed Tables of {directory}>"),
        }
    }
}

impl Tables {
    pub(crate) fn opened(&self) -> PyResult<Arc<AnyTables>> {
        self.handle.get()
    }
}

/// Returns the numbers of slices, positions and bytes by number of pieces.
fn sizes<G: PythonFamily>(tables: &GameTables<G>) -> BTreeMap<u32, [u64; 3]> {
    let mut sizes: BTreeMap<u32, [u64; 3]> = BTreeMap::new();
    for info in tables.slices() {
        let of_pieces = sizes.entry(G::pieces(info.slice)).or_default();
        for (sum, more) in of_pieces.iter_mut().zip([1, info.positions, info.bytes]) {
            *sum += more;
        }
    }
    sizes
}

fn rules_named<G: PythonFamily>(tables: &GameTables<G>, rules: &str) -> PyResult<DrawRules> {
    tables.game().rules_named(rules).map_err(rules_error)
}

/// Returns the draw rules named `rules`, and the counters that `counts` states (plies that each
/// count has used). If `counts` is `None`, all counts are 0 in draughts; in chess, the half-move
/// clock of the position is the count.
fn counted<G: PythonFamily>(
    tables: &GameTables<G>,
    position: &G::Position,
    rules: &str,
    counts: Option<&str>,
) -> PyResult<(DrawRules, Counters)> {
    let rules = rules_named(tables, rules)?;
    let counters = tables.game().counters_named(&rules, position, counts).map_err(rules_error)?;
    Ok((rules, counters))
}
