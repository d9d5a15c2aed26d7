//! Judges games of chess and says so in messages.

use peatee_probe::chess::{ClockRule, Judge, Judged, ProbeError, Tables};
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::Color;
use peatee_probe::peatee_chess::laws::Ruling;
use peatee_probe::peatee_chess::pgn::{PgnError, PgnGame};
use peatee_proto::v1::AdjudicateResponse;
use peatee_rules::Budget;

use super::CHESS;
use crate::convert::chess_notes::{damaged, unknown};
use crate::convert::chess_verdict::{Assessed, adjudicated};
use crate::errors::Error;
use crate::note::Note;

/// What is asked of all games.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    /// The rule under which a game in progress has its value.
    pub rule: ClockRule,
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
        Ok(adjudicated(game, &start, judged, assessed, self.asked.rule, in_text))
    }

    fn assessed(&self, position: &Position) -> Result<Assessed, Error> {
        let tables = match &self.tables {
            Ok(tables) => tables,
            Err(lacking) => {
                return Ok(Assessed::Unknown(Note::new("no-tables", [("game", CHESS)], lacking.clone())));
            }
        };
        let line = |plies| tables.line_until(position, plies, self.asked.rule, self.budget);
        match line(self.asked.line_plies) {
            Ok(line) => Ok(Assessed::Known { line, lacking: None }),
            // The value may be known where the line is not.
            Err(error @ ProbeError::File { .. }) if self.asked.tells_damage => {
                let damage = damaged(&error);
                Ok(match line(0) {
                    Ok(line) => Assessed::Known { line, lacking: Some(damage) },
                    Err(_) => Assessed::Unknown(damage),
                })
            }
            Err(error) => unknown(&error).map(Assessed::Unknown).ok_or_else(|| error.into()),
        }
    }
}
