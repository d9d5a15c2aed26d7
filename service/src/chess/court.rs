//! Judges games of chess and says so in messages.

use peatee_probe::chess::{Chess, Judge, Judged, Tables};
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::Color;
use peatee_probe::peatee_chess::laws::Ruling;
use peatee_probe::peatee_chess::pgn::{PgnError, PgnGame};
use peatee_probe::{Game, ProbeError};
use peatee_proto::v1::AdjudicateResponse;
use peatee_rules::Budget;
use peatee_rules::draw::DrawRules;

use super::CHESS;
use super::query::rule_value;
use crate::convert::chess_notes::{damaged, unknown};
use crate::convert::chess_verdict::{Assessed, adjudicated};
use crate::errors::Error;
use crate::note::Note;

/// What is asked of all games.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    /// The draw rules under which a game in progress has its value.
    pub rules: DrawRules,
    /// The side whose flag has fallen. `None`: the one that the tag `Termination` means.
    pub flag: Option<Color>,
    /// Whether the last move was announced with a claim.
    pub is_last_announced: bool,
    /// The most plies of best play.
    pub line_plies: u32,
    /// The most positions that are looked at for a mate.
    pub positions_max: usize,
    /// Whether a damaged table is the reason why something is not known. Else it is an error.
    pub tells_damage: bool,
}

/// What games are judged with.
#[derive(Debug)]
pub struct Court<'a> {
    asked: Asked,
    /// The tables, or why there are none.
    tables: Result<&'a Tables, String>,
    budget: &'a Budget,
}

impl<'a> Court<'a> {
    /// A court that has these tables, or none for that reason. It works within a budget.
    pub fn new(asked: Asked, tables: Result<&'a Tables, String>, budget: &'a Budget) -> Self {
        Court { asked, tables, budget }
    }

    /// Judges a game.
    ///
    /// # Errors
    /// As [`Judge::judge`].
    pub fn judge(&self, game: &PgnGame) -> Result<Judged, PgnError> {
        let Asked { flag, is_last_announced, positions_max, .. } = self.asked;
        Judge { tables: self.tables.as_ref().ok().copied(), flag, is_last_announced, positions_max }
            .judge_within(game, self.budget)
    }

    /// A judged game as a message. `in_text` says whether it comes from a PGN text, in which its
    /// moves have places.
    ///
    /// # Errors
    /// The start of the game is wrong; a table is damaged, and not [`Asked::tells_damage`]; the
    /// budget ends.
    pub fn answer(&self, game: &PgnGame, judged: &Judged, in_text: bool) -> Result<AdjudicateResponse, Error> {
        let start = game.start()?;
        let assessed = match judged.verdict.ruling {
            Ruling::InProgress => Some(self.assessed(&judged.verdict.position)?),
            _ => None,
        };
        Ok(adjudicated(game, &start, judged, assessed, &self.asked.rules, in_text))
    }

    fn assessed(&self, position: &Position) -> Result<Assessed, Error> {
        let tables = match &self.tables {
            Ok(tables) => tables,
            Err(lacking) => {
                return Ok(Assessed::Unknown(Note::new("no-tables", [("game", CHESS)], lacking.clone())));
            }
        };
        let (rules, tells_damage) = (&self.asked.rules, self.asked.tells_damage);
        let value = match rule_value(tables, position, rules) {
            Err(error @ ProbeError::File { .. }) if tells_damage => return Ok(Assessed::Unknown(damaged(&error))),
            Err(error) => return unknown(&error).map(Assessed::Unknown).ok_or_else(|| error.into()),
            Ok(value) => Box::new(value),
        };
        let clock = Chess.counters(rules, position);
        let line = |plies| tables.rule_line_from(position, rules, &clock, plies, self.budget);
        match line(self.asked.line_plies) {
            Ok(line) => Ok(Assessed::Known { value, line, lacking: None }),
            // The value may be known where the line is not.
            Err(error @ ProbeError::File { .. }) if tells_damage => {
                Ok(Assessed::Known { value, line: line(0)?, lacking: Some(damaged(&error)) })
            }
            Err(error) => unknown(&error).map(Assessed::Unknown).ok_or_else(|| error.into()),
        }
    }
}
