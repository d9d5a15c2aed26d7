//! The draughts part of the Python package.

use std::ops::Range;

use numpy::PyUntypedArray;
use peatee_probe::adjudicate::{Judge, Ruling, Verdict};
use peatee_probe::{Draughts, ProbeError, RuleValue as ProbedRuleValue, Slice, Tables};
use peatee_rules::draw::DrawRules;
use peatee_rules::notation::MoveNumber;
use peatee_rules::notation::pdn::{PdnGame, read_games};
use peatee_rules::{Move as PlainMove, Position as Plain, with_kernel};
use peatee_table::index::{Address, Ranker, SliceIndex};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::columns::{self, Answer, Answers, Choice, Columnar, Row, check_game, from_row, number_of, plies_or_none};
use crate::errors::{PositionError, Raise, rules_error};
use crate::family::{PythonFamily, SliceValues};
use crate::judged::{JudgeOptions, Judged, ValueInProgress, Words};
use crate::moves::{After, Line, Move};
use crate::position::{Position, position_of};
use crate::value::{RuleValue, Value};

const PART_POSITIONS: u64 = 1 << 16;

impl Columnar for Draughts {
    const PLIES_COLUMN: &'static str = "dtw_plies";
    const HAS_OUTCOMES: bool = false;

    fn position_of(&self, given: &Bound<'_, PyAny>) -> PyResult<Plain> {
        position_of(self, given)
    }

    fn answer_all(
        tables: &Tables,
        positions: &[Plain],
        choice: &Choice,
        mut each: impl FnMut(Result<Answer, ProbeError>),
    ) {
        tables.probe_many(positions).zip(positions).for_each(|(found, position)| {
            each(found.and_then(|value| choice.answer(tables, position, Value::with_dtw(value))));
        });
    }

    fn probe_bitboards(
        py: Python<'_>,
        tables: &Tables,
        given: &Bound<'_, PyAny>,
        choice: &Choice,
    ) -> PyResult<Option<Answers>> {
        let Ok(array) = given.cast::<PyUntypedArray>() else { return Ok(None) };
        if !columns::are_numbers(array) {
            return Ok(None);
        }
        check_game(tables.game()).map_err(PositionError::new_err)?;
        let boards = columns::boards(array)?;
        let rows = columns::rows(&boards);
        py.detach(|| columns::probe_rows(tables, choice, rows.len(), rows.iter().map(from_row))).map(Some)
    }
}

impl PythonFamily for Draughts {
    fn value(tables: &Tables, position: &Plain) -> Result<Value, ProbeError> {
        tables.probe(position).map(Value::with_dtw)
    }

    fn list_moves(tables: &Tables, position: &Plain) -> Result<Vec<Move>, ProbeError> {
        let (game, rated) = (tables.game(), tables.moves(position)?);
        let moves: Vec<PlainMove> = rated.iter().map(|rated| rated.mv.clone()).collect();
        let texts = game.move_texts(&moves);
        Ok(texts.zip(&rated).map(|(text, rated)| played(game, text, rated)).collect())
    }

    fn best_line(tables: &Tables, position: &Plain, max_plies: u32) -> Result<Line, ProbeError> {
        let (game, line) = (tables.game(), tables.line(position, max_plies)?);
        let (mut before, mut moves) = (*position, Vec::with_capacity(line.moves.len()));
        for rated in &line.moves {
            moves.push(played(game, game.move_text(&before, &rated.mv), rated));
            before = rated.position;
        }
        let numbered = MoveNumber::in_position(game, position, 0).number_all(moves.iter().map(|mv| &mv.text));
        let position = Position { game: game.clone(), plain: before };
        let (value, fen) = (Value::with_dtw(line.value), position.fen());
        Ok(Line { moves, value, end: line.end.name(), fen, numbered, position: Some(position) })
    }

    fn each_position(&self, slice: Slice, numbers: impl Iterator<Item = u64>, mut each: impl FnMut(u64, &Plain)) {
        with_kernel!(self, kernel => {
            let index = SliceIndex::new(kernel, slice);
            let mut cursor = index.cursor();
            numbers.for_each(|number| {
                each(number, &Plain { setup: cursor.seek(number).convert(), side: slice.side });
            });
        });
    }

    fn slice_values(tables: &Tables, slice: Slice, range: Range<u64>) -> Result<SliceValues, ProbeError> {
        let count = (range.end - range.start) as usize;
        let mut values =
            SliceValues { numbers: None, wdl: Vec::with_capacity(count), plies: Vec::with_capacity(count) };
        let mut part = Vec::with_capacity(count.min(PART_POSITIONS as usize));
        for first in range.clone().step_by(PART_POSITIONS as usize) {
            part.clear();
            let last = range.end.min(first + PART_POSITIONS);
            tables.game().each_position(slice, first..last, |_, position| part.push(*position));
            for found in tables.probe_many(&part) {
                let value = found?;
                values.wdl.push(number_of(value.wdl));
                values.plies.push(plies_or_none(value.plies));
            }
        }
        Ok(values)
    }

    fn numbers(py: Python<'_>, tables: &Tables, slice: Slice, given: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
        check_game(tables.game()).map_err(PositionError::new_err)?;
        let given = given.cast::<PyUntypedArray>();
        let given =
            given.map_err(|_| PyTypeError::new_err("numbers takes an array of bitboards, as `positions` gives"))?;
        let boards = columns::boards(given)?;
        let rows = columns::rows(&boards);
        py.detach(|| numbers(tables, slice, rows)).map_err(PositionError::new_err)
    }
}

impl Judged for Draughts {
    fn judge<'a>(tables: &'a Tables, wanted: &JudgeOptions<'_>) -> PyResult<Judge<'a, Draughts>> {
        if wanted.flag.is_some() || wanted.claim_announced {
            return Err(PyValueError::new_err("`flag` and `claim_announced` are of chess; leave them out"));
        }
        let rules = match wanted.rules {
            Some(name) => DrawRules::named(name).map_err(Raise::raise)?,
            None => DrawRules::of_variant(tables.game().variant()).map_err(|error| rules_error(error.to_string()))?,
        };
        Ok(Judge::new(tables.game(), rules).tables(tables))
    }

    fn records(text: &str) -> impl Iterator<Item = PdnGame> {
        read_games(text).into_iter()
    }

    fn rule_value(value: &ProbedRuleValue<Slice>) -> ValueInProgress {
        ValueInProgress::Draughts(RuleValue::from(*value))
    }

    fn clock(_position: &Plain) -> Option<u32> {
        None
    }

    fn words(&self, verdict: &Verdict, _record: &PdnGame) -> Words {
        let ruling = match verdict.ruling {
            Ruling::Lost { .. } => "lost",
            _ if verdict.claims.is_empty() => "in-progress",
            _ => "draw-claimable",
        };
        Words {
            ruling,
            text: Some(verdict.to_string()),
            article: verdict.article().or_else(|| verdict.claims.first().map(|claim| claim.article)),
            result: verdict.written.map(|written| written.text),
            is_disagreement: verdict.agreement.is_disagreement(),
            position: Some(Position { game: self.clone(), plain: verdict.position }),
        }
    }
}

fn played(game: &Draughts, text: String, rated: &peatee_probe::RatedMove) -> Move {
    Move {
        text,
        value: Value::with_dtw(rated.value),
        is_capture: rated.mv.is_capture(),
        after: After::Draughts(Position { game: game.clone(), plain: rated.position }),
    }
}

/// Returns the numbers that positions have in a slice. The positions are rows of bitboards.
fn numbers(tables: &Tables, slice: Slice, rows: &[Row]) -> Result<Vec<i64>, String> {
    let mut positions = Vec::with_capacity(rows.len());
    for (row, words) in rows.iter().enumerate() {
        positions.push(from_row(words).map_err(|error| format!("row {row}: {error}"))?);
    }
    let game = tables.game();
    let mut numbers = Vec::with_capacity(rows.len());
    with_kernel!(game, kernel => {
        let ranker = Ranker::new(kernel, &[SliceIndex::new(kernel, slice)]);
        ranker.find_many(&positions, |address| {
            numbers.push(if address == Address::NOWHERE { -1 } else { address.number.cast_signed() });
        });
    });
    let Some(row) = numbers.iter().position(|&number| number < 0) else { return Ok(numbers) };
    let position = &positions[row];
    Err(match game.check(position) {
        Err(error) => format!("row {row}: impossible position: {error}"),
        Ok(()) => {
            format!("row {row}: {} is a position of {}, not of {slice}", game.fen(position), Slice::of(game, position))
        }
    })
}
