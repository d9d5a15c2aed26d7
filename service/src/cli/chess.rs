//! `peatee probe` and `peatee moves` for chess.

use std::fmt::{self, Display};
use std::process::ExitCode;

use peatee_probe::chess::{Chess, Distances, RuleMove, RuleValue, Tables};
use peatee_probe::peatee_chess::{Ending, Position};
use peatee_probe::{Metric, RuleOutcome, Wdl};
use peatee_rules::draw::DrawRules;
use serde::Serialize;

use super::bulk::{Form, Lines, PositionTexts, answer_lines};
use super::question::QuestionArgs;
use crate::answer::words;
use crate::ask::chess::{CHESS, read_fen, rule_moves, rule_value};
use crate::ask::faults;
use crate::ask::tables::TableArgs;
use crate::errors::Error;

/// The columns of answers in a form.
pub fn columns(tables: &Tables, form: Form) -> Vec<&'static str> {
    let mut columns = vec!["wdl", "dtz_plies"];
    columns.extend(tables.has_listed(Metric::Dtw).then_some("dtw_plies"));
    columns.extend(tables.has_listed(Metric::Dtc).then_some("dtc_plies"));
    columns.extend(["rule_value", "halfmove_clock", "ending"]);
    columns.extend(has_moves(form).then_some("moves"));
    columns.push("error");
    columns
}

/// Whether moves stand beside the value: a list is no column.
fn has_moves(form: Form) -> bool {
    !matches!(form, Form::Separated(_))
}

/// Answers the positions of all lines, in their order.
///
/// # Errors
/// The tables cannot be opened, the first line names no such columns, or input or output fails.
pub fn probe<'a>(
    lines: impl FnOnce(&[&str]) -> Result<Lines<'a>, Error>,
    form: Form,
    args: &TableArgs,
    rules: &DrawRules,
) -> Result<ExitCode, Error> {
    let collection = args.open(Some(CHESS))?;
    faults::tell(&collection);
    let tables = args.of_chess(&collection)?;
    let columns = &columns(tables, form)[..];
    let lines = lines(columns)?;
    let answer = |asked: &&PositionTexts| Answer::of(tables, &read_fen(tables, &asked.fen)?, rules, has_moves(form));
    answer_lines(lines, form, columns, |asked| asked.iter().map(answer).collect())
}

/// Answers positions with their moves.
///
/// # Errors
/// The tables cannot be opened, or input or output fails.
pub fn moves(question: &QuestionArgs) -> Result<ExitCode, Error> {
    question.answer_chess(|tables, position, rules| Answer::of(tables, position, rules, true))
}

/// What the tables say of a position.
#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    worth: Worth,
    halfmove_clock: u32,
    /// `checkmate` or `stalemate`, where the position ends the game.
    ending: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveOut>>,
}

/// A value, and what its rule makes of it.
#[derive(Debug, Serialize)]
pub struct Worth {
    wdl: &'static str,
    dtz_plies: Option<u32>,
    /// DTM and DTC: left out where there are no tables of them; null for a draw, and for a slice
    /// without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    dtw_plies: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtc_plies: Option<Option<u32>>,
    /// The name of the outcome.
    pub rule_value: &'static str,
    #[serde(skip)]
    limit_plies: u32,
}

#[derive(Debug, Serialize)]
struct MoveOut {
    san: String,
    uci: String,
    #[serde(flatten)]
    worth: Worth,
}

impl Worth {
    /// Of a position.
    ///
    /// # Errors
    /// A table is missing or damaged.
    pub fn of(tables: &Tables, position: &Position, rules: &DrawRules, value: &RuleValue) -> Result<Worth, Error> {
        let distances = tables.distances(position, value)?;
        Ok(Worth::new(tables, rules, (value.value.wdl, value.outcome), distances))
    }

    /// Of a move of a position.
    ///
    /// # Errors
    /// A table is missing or damaged.
    pub fn of_move(tables: &Tables, position: &Position, rules: &DrawRules, rated: &RuleMove) -> Result<Worth, Error> {
        let distances = tables.distances_of_move(position, rules, rated)?;
        Ok(Worth::new(tables, rules, (rated.value.wdl, rated.outcome), distances))
    }

    fn new(tables: &Tables, rules: &DrawRules, (wdl, outcome): (Wdl, RuleOutcome), distances: Distances) -> Worth {
        Worth {
            wdl: wdl.name(),
            dtz_plies: distances.dtz_plies,
            dtw_plies: tables.has_listed(Metric::Dtw).then_some(distances.mate_plies),
            dtc_plies: tables.has_listed(Metric::Dtc).then_some(distances.conversion_plies),
            rule_value: outcome.name(),
            limit_plies: Chess::limit_plies(rules),
        }
    }
}

impl Answer {
    fn of(tables: &Tables, position: &Position, rules: &DrawRules, has_moves: bool) -> Result<Answer, Error> {
        let value = rule_value(tables, position, rules)?;
        let ending = position.ending().map(|ending| match ending {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
        });
        let move_out = |rated: &RuleMove| {
            let worth = Worth::of_move(tables, position, rules, rated)?;
            Ok(MoveOut { san: position.san(rated.mv), uci: position.uci(rated.mv), worth })
        };
        let moves = has_moves.then(|| rule_moves(tables, position, rules)).transpose()?;
        Ok(Answer {
            worth: Worth::of(tables, position, rules, &value)?,
            halfmove_clock: position.halfmove_clock(),
            ending,
            moves: moves.map(|moves| moves.iter().map(move_out).collect::<Result<_, Error>>()).transpose()?,
        })
    }
}

impl Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.wdl)?;
        if let Some(plies) = self.dtz_plies {
            write!(f, ", DTZ {}", words::plies(plies))?;
        }
        for (name, plies) in [("DTM", self.dtw_plies), ("DTC", self.dtc_plies)] {
            plies.flatten().map_or(Ok(()), |plies| write!(f, ", {name} {}", words::plies(plies)))?;
        }
        if self.rule_value != self.wdl {
            write!(f, "; under the {}-move rule {}", self.limit_plies / 2, self.rule_value)?;
        }
        Ok(())
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.worth)?;
        if let Some(ending) = self.ending {
            write!(f, " ({ending})")?;
        }
        if self.halfmove_clock > 0 && self.worth.dtz_plies.is_some() {
            write!(f, "; {} of {} plies of the clock used", self.halfmove_clock, self.worth.limit_plies)?;
        }
        let moves = || self.moves.iter().flatten();
        moves().try_for_each(|mv| write!(f, "\n  {:<7} {}", mv.san, mv.worth))?;
        let legend = words::legend(moves().map(|mv| mv.worth.rule_value).chain([self.worth.rule_value]));
        legend.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
