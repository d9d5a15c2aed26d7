//! The chess part of the Python package.

use std::iter::once;
use std::ops::Range;

use peatee_probe::adjudicate::{Judge, Ruling, Verdict};
use peatee_probe::chess::{Chess, RuleMove, RuleValue, Tables};
use peatee_probe::peatee_chess::cozy_chess::Color;
use peatee_probe::peatee_chess::laws::Article;
use peatee_probe::peatee_chess::pgn::{PgnGame, Score, games};
use peatee_probe::peatee_chess::{Index, Position, Slice};
use peatee_probe::peatee_rules::draw::{Counters, DrawRules};
use peatee_probe::peatee_rules::{Budget, Side};
use peatee_probe::{Game, Metric, ProbeError, RuleSet};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::position::chess_position_of;
use crate::columns::{Answer, Choice, Columnar, number_of, plies_or_none, with_positions};
use crate::errors::PositionError;
use crate::family::{PythonFamily, SliceValues};
use crate::judged::{JudgeOptions, Judged, ValueInProgress, Words};
use crate::moves::{After, Line, Move};
use crate::value::Value;

impl Columnar for Chess {
    const PLIES_COLUMN: &'static str = "dtz_plies";
    const HAS_OUTCOMES: bool = true;

    fn position_of(&self, given: &Bound<'_, PyAny>) -> PyResult<Position> {
        chess_position_of(given)
    }

    fn answer_all(
        tables: &Tables,
        positions: &[Position],
        choice: &Choice,
        mut each: impl FnMut(Result<Answer, ProbeError>),
    ) {
        for position in positions {
            each(Chess::value(tables, position).and_then(|value| choice.answer(tables, position, value)));
        }
    }
}

impl PythonFamily for Chess {
    fn value(tables: &Tables, position: &Position) -> Result<Value, ProbeError> {
        let (rules, clock) = rules_of(position);
        Ok(Value::from(&tables.rule_value(position, &rules, &clock)?))
    }

    fn list_moves(tables: &Tables, position: &Position) -> Result<Vec<Move>, ProbeError> {
        let (rules, clock) = rules_of(position);
        let rated = tables.rule_moves(position, &rules, &clock)?;
        Ok(rated.iter().map(|rated| played(position, rated)).collect())
    }

    fn best_line(tables: &Tables, position: &Position, max_plies: u32) -> Result<Line, ProbeError> {
        let (rules, clock) = rules_of(position);
        let value = Chess::value(tables, position)?;
        let line = tables.rule_line_from(position, &rules, &clock, max_plies, &Budget::unlimited())?;
        let mut moves: Vec<Move> = Vec::with_capacity(line.moves.len());
        let mut numbered = String::new();
        let befores = once(position).chain(line.moves.iter().map(|rated| &rated.position));
        for (before, rated) in befores.zip(&line.moves) {
            let mv = played(before, rated);
            let number = match (before.side_to_move(), moves.is_empty()) {
                (Color::White, _) => format!("{}. ", before.move_number()),
                (Color::Black, true) => format!("{}... ", before.move_number()),
                (Color::Black, false) => String::new(),
            };
            numbered += &format!("{}{number}{}", if moves.is_empty() { "" } else { " " }, mv.text);
            moves.push(mv);
        }
        let last = line.moves.last().map_or(position, |rated| &rated.position);
        Ok(Line { moves, value, end: line.end.name(), fen: last.fen(), numbered, position: None })
    }

    fn each_position(&self, slice: Slice, numbers: impl Iterator<Item = u64>, mut each: impl FnMut(u64, &Position)) {
        let index = Index::new(slice);
        for number in numbers {
            if let Some(position) = index.position(number) {
                each(number, &position);
            }
        }
    }

    fn slice_values(tables: &Tables, slice: Slice, range: Range<u64>) -> Result<SliceValues, ProbeError> {
        let dtz = Metric::Dtr(RuleSet::new(&Chess::fifty_moves()));
        let (mut numbers, mut wdl, mut plies) = (Vec::new(), Vec::new(), Vec::new());
        let index = Index::new(slice);
        for number in range {
            let Some(position) = index.position(number) else { continue };
            let value = tables.value_in(&position, dtz)?;
            numbers.push(number.cast_signed());
            wdl.push(number_of(value.wdl));
            plies.push(plies_or_none(value.plies));
        }
        Ok(SliceValues { numbers: Some(numbers), wdl, plies })
    }

    fn numbers(py: Python<'_>, tables: &Tables, slice: Slice, given: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
        let numbers = with_positions(py, tables.game(), "numbers", given, |_, rows| {
            let index = Index::new(slice);
            let number = |(row, position): (usize, Result<Position, String>)| {
                position.and_then(|at| number(&index, &at)).map_err(|error| format!("row {row}: {error}"))
            };
            rows.enumerate().map(number).collect::<Result<Vec<i64>, String>>()
        })?;
        numbers.map_err(PositionError::new_err)
    }
}

impl Judged for Chess {
    fn judge<'a>(tables: &'a Tables, wanted: &JudgeOptions<'_>) -> PyResult<Judge<'a, Chess>> {
        if wanted.rules.is_some() {
            return Err(PyValueError::new_err("chess is judged by the FIDE Laws; leave `rules` out"));
        }
        if wanted.flag.is_some() && wanted.claim_announced {
            return Err(PyValueError::new_err(
                "a claim stops the clocks, and a fallen flag ends the game; give flag or claim_announced, not both",
            ));
        }
        let flag = match wanted.flag {
            None => None,
            Some("white") => Some(Side::White),
            Some("black") => Some(Side::Black),
            Some(other) => {
                let error = format!("{other:?} is no side; give \"white\" or \"black\" as flag");
                return Err(PyValueError::new_err(error));
            }
        };
        // The best line is not used, and a line without moves costs least.
        let judge = Judge::new(&Chess, Chess::fifty_moves()).tables(tables).line_plies(0);
        Ok(judge.flag(flag).last_announced(wanted.claim_announced))
    }

    fn records(text: &str) -> impl Iterator<Item = PgnGame> {
        games(text)
    }

    fn rule_value(value: &RuleValue) -> ValueInProgress {
        ValueInProgress::Chess(Value::from(value))
    }

    fn clock(position: &Position) -> Option<u32> {
        Some(position.halfmove_clock())
    }

    fn words(&self, verdict: &Verdict<Chess>, record: &PgnGame) -> Words {
        let article = verdict.article();
        let text = |number| Article::ALL.into_iter().find(|known| known.number() == number).map(Article::text);
        Words {
            ruling: if matches!(verdict.ruling, Ruling::Lost { .. }) { "won" } else { "in-progress" },
            text: article.and_then(text).map(str::to_owned),
            article,
            result: record.result().map(Score::pgn_text),
            is_disagreement: verdict.asks_arbiter(),
            position: None,
        }
    }
}

/// Returns the 50-move rule, and the plies that it has counted: the half-move clock of the
/// position.
fn rules_of(position: &Position) -> (DrawRules, Counters) {
    let rules = Chess::fifty_moves();
    (rules, Chess.counters(&rules, position))
}

fn played(before: &Position, rated: &RuleMove) -> Move {
    let dtz_plies = rated.reset_plies(&Chess, before, &Chess::fifty_moves());
    Move {
        text: before.san(rated.mv),
        value: Value::with_dtz(rated.value.wdl, dtz_plies, rated.outcome),
        is_capture: rated.position.men() < before.men(),
        after: After::Chess { uci: before.uci(rated.mv), fen: rated.position.fen() },
    }
}

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
