//! Writing of answers to standard output: one for each position, in the order of the positions.

use std::fmt::Display;
use std::process::ExitCode;

use peatee_probe::{Chance, Metric, RatedMove, RuleMove, Tables, Value};
use peatee_rules::draw::DrawRules;
use peatee_rules::{Draughts, Position};
use serde::Serialize;

use super::input::Input;
use super::moves_out::{ChanceOut, Outcome};
use super::under_rules::RuleMoveOut;
use super::{Format, PositionArgs};
use crate::answer::output::Output;
use crate::answer::words::plies;
use crate::errors::Error;

/// Calls `answer` for each position and writes the results.
///
/// If a position cannot be answered, writes its error and continues. In text, the error goes to
/// standard error; in JSON, it is written as `{"fen","error"}`. The exit code is then 1, or the
/// exit code of the error if that is 5 or more, as for a damaged table.
///
/// # Errors
/// [`Error::Io`] when input or output fails.
pub fn answer_each<A: Serialize + Display>(
    args: &PositionArgs,
    mut answer: impl FnMut(&str) -> Result<A, Error>,
) -> Result<ExitCode, Error> {
    let mut input = Input::new(&args.source);
    let mut answers = AnswerWriter { format: args.format, out: Output::new(), number: 0, exit_code: 0 };
    while let Some(fen) = input.next()? {
        answers.write(&fen, answer(&fen))?;
        if input.may_wait() {
            answers.out.flush()?;
        }
    }
    answers.out.flush()?;
    Ok(ExitCode::from(answers.exit_code))
}

struct AnswerWriter {
    format: Format,
    out: Output,
    number: u64,
    exit_code: u8,
}

impl AnswerWriter {
    fn write<A: Serialize + Display>(&mut self, fen: &str, answered: Result<A, Error>) -> Result<(), Error> {
        self.number += 1;
        if let Err(error) = &answered {
            self.exit_code = self.exit_code.max(error.exit_code_of_part());
        }
        match (self.format, answered) {
            (Format::Text, Ok(answer)) => self.out.line(&format_args!("{fen}  {answer}")),
            (Format::Jsonl, Ok(answer)) => self.out.json(&AnsweredPosition { fen, answer }),
            (Format::Jsonl, Err(error)) => self.out.json(&RefusedPosition { fen, error: error.text() }),
            (Format::Text, Err(error)) => {
                self.out.flush()?;
                crate::stderr::write_line(format_args!("peatee: position {}: {}", self.number, error.text()));
                Ok(())
            }
        }
    }
}

#[derive(Serialize)]
struct AnsweredPosition<'a, A> {
    fen: &'a str,
    #[serde(flatten)]
    answer: A,
}

#[derive(Serialize)]
pub(super) struct RefusedPosition<'a> {
    pub(super) fen: &'a str,
    pub(super) error: String,
}

#[derive(Debug, Serialize)]
pub struct ValueOut {
    wdl: &'static str,
    dtw_plies: Option<u32>,
    /// Plies to the next conversion. `None` leaves the field out of the output, because the game
    /// has no DTC tables. `Some(None)`, null in JSON, stands for a draw or a position without a DTC
    /// table.
    #[serde(skip_serializing_if = "Option::is_none")]
    dtc_plies: Option<Option<u32>>,
}

impl ValueOut {
    pub fn with_conversion(self, tables: &Tables, dtc_plies: Option<u32>) -> Self {
        ValueOut { dtc_plies: tables.has_listed(Metric::Dtc).then_some(dtc_plies), ..self }
    }
}

impl From<Value> for ValueOut {
    fn from(value: Value) -> Self {
        ValueOut { wdl: value.wdl.name(), dtw_plies: value.plies, dtc_plies: None }
    }
}

impl Display for ValueOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.dtw_plies {
            Some(count) => write!(f, "{} in {}", self.wdl, plies(count)),
            None => f.write_str(self.wdl),
        }?;
        match self.dtc_plies {
            Some(Some(count)) => write!(f, ", conversion in {}", plies(count)),
            _ => Ok(()),
        }
    }
}

#[derive(Debug, Serialize)]
pub struct MoveOut {
    r#move: String,
    fen: String,
    #[serde(flatten)]
    value: ValueOut,
    #[serde(flatten)]
    rule_value: Option<RuleMoveOut>,
    #[serde(flatten)]
    chance: Option<ChanceOut>,
}

impl MoveOut {
    pub fn new(tables: &Tables, text: String, rated: &RatedMove) -> Result<Self, Error> {
        let plain = Self::with_value(tables.game(), text, &rated.position, rated.value);
        let value = plain.value.with_conversion(tables, tables.dtc_of_move(rated)?);
        Ok(MoveOut { value, ..plain })
    }

    pub fn under_rules(game: &Draughts, text: String, rules: &DrawRules, rated: &RuleMove) -> Self {
        let plain = Self::with_value(game, text, &rated.position, rated.value);
        MoveOut { rule_value: Some(RuleMoveOut::new(rules, rated)), ..plain }
    }

    /// Adds the chance that the opponent errs after the move.
    pub fn with_chance(self, chance: Option<Chance>) -> Self {
        MoveOut { chance: chance.map(ChanceOut::from), ..self }
    }

    fn with_value(game: &Draughts, text: String, after: &Position, value: Value) -> Self {
        MoveOut { r#move: text, fen: game.fen(after), value: value.into(), rule_value: None, chance: None }
    }
}

impl Outcome for MoveOut {
    fn outcome(&self) -> Option<&'static str> {
        self.rule_value.as_ref().map(RuleMoveOut::name)
    }
}

impl Display for MoveOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:<9} {:<18} ", self.r#move, self.value.to_string())?;
        if let Some(rule_value) = &self.rule_value {
            write!(f, "{:<28} ", rule_value.to_string())?;
        }
        f.write_str(&self.fen)?;
        self.chance.iter().try_for_each(|chance| write!(f, "  {chance}"))
    }
}
