//! Lines of best play in chess.

use std::fmt::{self, Display};

use peatee_probe::Game;
use peatee_probe::chess::{Chess, Tables};
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::Color;
use peatee_rules::Budget;
use peatee_rules::draw::DrawRules;
use serde::Serialize;

use super::chess::ChessValueOut;
use crate::answer::words;
use crate::ask::chess::rule_value;
use crate::ask::faults::Partial;
use crate::errors::Error;

#[derive(Debug, Serialize)]
pub struct ChessLine {
    #[serde(flatten)]
    value: ChessValueOut,
    moves: Vec<ChessLineMove>,
    end: &'static str,
}

#[derive(Debug, Serialize)]
struct ChessLineMove {
    san: String,
    uci: String,
    /// The position after the move.
    fen: String,
    #[serde(flatten)]
    value: ChessValueOut,
    /// Number of the move in game notation: `12.` or `12...`.
    #[serde(skip)]
    number: String,
}

impl ChessLine {
    /// Returns the line of best play under draw rules.
    ///
    /// # Errors
    /// [`Error::Probe`].
    pub fn new(tables: &Tables, position: &Position, rules: &DrawRules, plies_max: u32) -> Result<ChessLine, Error> {
        let value = rule_value(tables, position, rules)?;
        let clock = Chess.counters(rules, position);
        let line = tables.rule_line_from(position, rules, &clock, plies_max, &Budget::unlimited())?;
        let befores = std::iter::once(position).chain(line.moves.iter().map(|rated| &rated.position));
        let moves = befores.zip(&line.moves).map(|(before, rated)| {
            Ok(ChessLineMove {
                san: before.san(rated.mv),
                uci: before.uci(rated.mv),
                fen: rated.position.fen(),
                value: ChessValueOut::of_move(tables, before, rules, rated)?,
                number: number(before),
            })
        });
        Ok(ChessLine {
            value: ChessValueOut::of(tables, position, rules, &value)?,
            moves: moves.collect::<Result<_, Error>>()?,
            end: line.end.name(),
        })
    }
}

impl Partial for ChessLine {}

fn number(position: &Position) -> String {
    let dots = if position.side_to_move() == Color::White { "." } else { "..." };
    format!("{}{dots}", position.move_number())
}

impl Display for ChessLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        let write = |mv: &ChessLineMove| (mv.number.clone(), mv.san.clone(), mv.value.to_string(), mv.fen.clone());
        for (number, san, value, fen) in self.moves.iter().map(write) {
            write!(f, "\n  {number:>6} {san:<7} {value:<18} {fen}")?;
        }
        write!(f, "\n  {}", words::line_end(self.end, "--plies-max"))?;
        let legend = words::legend(self.moves.iter().map(|mv| mv.value.rule_value).chain([self.value.rule_value]));
        legend.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
