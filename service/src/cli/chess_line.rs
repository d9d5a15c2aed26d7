//! `peatee line` for chess.

use std::fmt::{self, Display};
use std::process::ExitCode;

use peatee_probe::Game;
use peatee_probe::chess::Chess;
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::Color;
use peatee_rules::Budget;
use serde::Serialize;

use super::chess::Worth;
use super::question::QuestionArgs;
use crate::answer::words;
use crate::ask::chess::rule_value;
use crate::errors::Error;

#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    worth: Worth,
    moves: Vec<MoveOut>,
    end: &'static str,
}

#[derive(Debug, Serialize)]
struct MoveOut {
    san: String,
    uci: String,
    /// The position after the move.
    fen: String,
    #[serde(flatten)]
    worth: Worth,
    /// As in a game: `12.` or `12...`.
    #[serde(skip)]
    number: String,
}

/// Answers positions with a line of best play under the 50-move rule, or another that is named.
///
/// # Errors
/// The tables cannot be opened, or input or output fails.
pub fn line(question: &QuestionArgs, plies_max: u32) -> Result<ExitCode, Error> {
    question.answer_chess(|tables, position, rules| {
        let value = rule_value(tables, position, rules)?;
        let clock = Chess.counters(rules, position);
        let line = tables.rule_line_from(position, rules, &clock, plies_max, &Budget::unlimited())?;
        let befores = std::iter::once(position).chain(line.moves.iter().map(|rated| &rated.position));
        let moves = befores.zip(&line.moves).map(|(before, rated)| {
            Ok(MoveOut {
                san: before.san(rated.mv),
                uci: before.uci(rated.mv),
                fen: rated.position.fen(),
                worth: Worth::of_move(tables, before, rules, rated)?,
                number: number(before),
            })
        });
        Ok(Answer {
            worth: Worth::of(tables, position, rules, &value)?,
            moves: moves.collect::<Result<_, Error>>()?,
            end: line.end.name(),
        })
    })
}

fn number(position: &Position) -> String {
    let dots = if position.side_to_move() == Color::White { "." } else { "..." };
    format!("{}{dots}", position.move_number())
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.worth)?;
        let write = |mv: &MoveOut| (mv.number.clone(), mv.san.clone(), mv.worth.to_string(), mv.fen.clone());
        for (number, san, worth, fen) in self.moves.iter().map(write) {
            write!(f, "\n  {number:>6} {san:<7} {worth:<18} {fen}")?;
        }
        write!(f, "\n  {}", words::line_end(self.end, "--plies-max"))?;
        let legend = words::legend(self.moves.iter().map(|mv| mv.worth.rule_value).chain([self.worth.rule_value]));
        legend.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
