//! Answers about chess.

use std::fmt::{self, Display};

use peatee_probe::chess::{Chess, Distances, RuleMove, RuleValue, Tables};
use peatee_probe::peatee_chess::{Ending, Position};
use peatee_probe::{Metric, RuleOutcome, Wdl};
use peatee_rules::draw::DrawRules;
use serde::Serialize;

use crate::answer::words;
use crate::ask::chess::{rule_moves, rule_value};
use crate::ask::faults::Partial;
use crate::errors::Error;

/// Answer about a position.
#[derive(Debug, Serialize)]
pub struct ChessAnswer {
    #[serde(flatten)]
    value: ChessValueOut,
    halfmove_clock: u32,
    /// `checkmate` or `stalemate`, if the position ends the game.
    ending: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<ChessMoveOut>>,
}

/// A value without and under a draw rule.
#[derive(Debug, Serialize)]
pub struct ChessValueOut {
    wdl: &'static str,
    dtz_plies: Option<u32>,
    /// DTM; omitted without DTM tables, null for a draw and for a slice without a table. DTC
    /// likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    dtw_plies: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtc_plies: Option<Option<u32>>,
    /// Name of the outcome under the draw rule.
    pub rule_value: &'static str,
    #[serde(skip)]
    limit_plies: u32,
}

#[derive(Debug, Serialize)]
struct ChessMoveOut {
    san: String,
    uci: String,
    #[serde(flatten)]
    value: ChessValueOut,
}

impl ChessValueOut {
    /// Returns the value of a position.
    ///
    /// # Errors
    /// A table is missing or damaged.
    pub fn of(
        tables: &Tables,
        position: &Position,
        rules: &DrawRules,
        value: &RuleValue,
    ) -> Result<ChessValueOut, Error> {
        let distances = tables.distances(position, value)?;
        Ok(ChessValueOut::new(tables, rules, (value.value.wdl, value.outcome), distances))
    }

    /// Returns the value of a move of a position.
    ///
    /// # Errors
    /// A table is missing or damaged.
    pub fn of_move(
        tables: &Tables,
        position: &Position,
        rules: &DrawRules,
        rated: &RuleMove,
    ) -> Result<ChessValueOut, Error> {
        let distances = tables.distances_of_move(position, rules, rated)?;
        Ok(ChessValueOut::new(tables, rules, (rated.value.wdl, rated.outcome), distances))
    }

    pub fn new(
        tables: &Tables,
        rules: &DrawRules,
        (wdl, outcome): (Wdl, RuleOutcome),
        distances: Distances,
    ) -> ChessValueOut {
        ChessValueOut {
            wdl: wdl.name(),
            dtz_plies: distances.dtz_plies,
            dtw_plies: tables.has_listed(Metric::Dtw).then_some(distances.mate_plies),
            dtc_plies: tables.has_listed(Metric::Dtc).then_some(distances.conversion_plies),
            rule_value: outcome.name(),
            limit_plies: Chess::limit_plies(rules),
        }
    }
}

impl ChessAnswer {
    pub fn new(tables: &Tables, position: &Position, rules: &DrawRules, has_moves: bool) -> Result<ChessAnswer, Error> {
        let value = rule_value(tables, position, rules)?;
        let ending = position.ending().map(|ending| match ending {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
        });
        let move_out = |rated: &RuleMove| {
            let value = ChessValueOut::of_move(tables, position, rules, rated)?;
            Ok(ChessMoveOut { san: position.san(rated.mv), uci: position.uci(rated.mv), value })
        };
        let moves = has_moves.then(|| rule_moves(tables, position, rules)).transpose()?;
        Ok(ChessAnswer {
            value: ChessValueOut::of(tables, position, rules, &value)?,
            halfmove_clock: position.halfmove_clock(),
            ending,
            moves: moves.map(|moves| moves.iter().map(move_out).collect::<Result<_, Error>>()).transpose()?,
        })
    }
}

impl Display for ChessValueOut {
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

impl Partial for ChessAnswer {}

impl Display for ChessAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        if let Some(ending) = self.ending {
            write!(f, " ({ending})")?;
        }
        if self.halfmove_clock > 0 && self.value.dtz_plies.is_some() {
            write!(f, "; {} of {} plies of the clock used", self.halfmove_clock, self.value.limit_plies)?;
        }
        let moves = || self.moves.iter().flatten();
        moves().try_for_each(|mv| write!(f, "\n  {:<7} {}", mv.san, mv.value))?;
        let legend = words::legend(moves().map(|mv| mv.value.rule_value).chain([self.value.rule_value]));
        legend.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
