//! `peatee probe --variant chess`.

use std::fmt::{self, Display};
use std::process::ExitCode;

use peatee_probe::chess::{RULE_PLIES, RatedMove, Tables, Value};
use peatee_probe::peatee_chess::{Ending, Position};
use peatee_probe::{Collection, RuleOutcome};
use serde::Serialize;

use super::output::answer_fens;
use super::{CHESS, Format, TableArgs, faults, words};
use crate::errors::Error;

/// Answers positions of chess.
///
/// # Errors
/// The tables cannot be opened, or input or output fails.
pub fn probe(fens: &[String], format: Format, args: &TableArgs) -> Result<ExitCode, Error> {
    let collection = open(args)?;
    faults::tell(&collection);
    let tables = collection.chess().ok_or_else(|| missing(args, "there are no tables of chess here".to_owned()))?;
    answer_fens(fens, format, |fen| Answer::of(tables, &Position::parse_fen(fen)?))
}

/// Opens tables of chess.
///
/// # Errors
/// They are missing, or cannot be opened.
pub fn open(args: &TableArgs) -> Result<Collection, Error> {
    args.open(Some(CHESS)).map_err(|error| match error {
        Error::Missing { reason, .. } => missing(args, reason),
        other => other,
    })
}

/// The error of tables that are missing, with the command that makes them.
fn missing(args: &TableArgs, reason: String) -> Error {
    let make = format!("peatee-gen generate --variant {CHESS} --pieces 3 --tables {}", args.tables.display());
    Error::Missing { reason, make }
}

/// What the tables say of a position.
#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    worth: Worth,
    halfmove_clock: u32,
    /// `checkmate` or `stalemate`, where the position ends the game.
    ending: Option<&'static str>,
    moves: Vec<MoveOut>,
}

/// A value, and what the 50-move rule makes of it.
#[derive(Debug, Serialize)]
struct Worth {
    wdl: &'static str,
    dtz_plies: Option<u32>,
    rule_value: &'static str,
}

#[derive(Debug, Serialize)]
struct MoveOut {
    san: String,
    uci: String,
    #[serde(flatten)]
    worth: Worth,
}

impl Worth {
    fn new(value: Value, outcome: RuleOutcome) -> Worth {
        Worth { wdl: value.wdl.name(), dtz_plies: value.dtz_plies, rule_value: outcome.name() }
    }
}

impl Answer {
    fn of(tables: &Tables, position: &Position) -> Result<Answer, Error> {
        let value = tables.probe(position)?;
        let ending = position.ending().map(|ending| match ending {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
        });
        let move_out = |rated: RatedMove| MoveOut {
            san: position.san(rated.mv),
            uci: position.uci(rated.mv),
            worth: Worth::new(rated.value, rated.outcome),
        };
        Ok(Answer {
            worth: Worth::new(value, value.outcome(position.halfmove_clock())),
            halfmove_clock: position.halfmove_clock(),
            ending,
            moves: tables.moves(position)?.into_iter().map(move_out).collect(),
        })
    }
}

impl Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.wdl)?;
        if let Some(plies) = self.dtz_plies {
            write!(f, ", DTZ {}", words::plies(plies))?;
        }
        if self.rule_value != self.wdl {
            write!(f, "; under the 50-move rule {}", self.rule_value)?;
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
            write!(f, "; {} of {RULE_PLIES} plies of the clock used", self.halfmove_clock)?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, "\n  {:<7} {}", mv.san, mv.worth))?;
        let outcomes = self.moves.iter().map(|mv| mv.worth.rule_value);
        let legend = words::legend(outcomes.chain([self.worth.rule_value]));
        legend.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
