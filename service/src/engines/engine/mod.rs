//! The engine, which chooses moves by the tables and the draw rules.
//!
//! [`Engine`] chooses the moves and knows no protocol. [`EngineGame`] is the game that is being
//! played. [`Choice`] is a chosen move with the reasons for it. [`converse`] runs a session in any
//! protocol whose messages are lines.

mod beyond;
mod choice;
mod converse;
mod draws;
mod input;
mod named;
mod play;

pub use beyond::Beyond;
pub use choice::{Choice, MoveValue, rank_of_outcome};
pub use converse::{Dialogue, PV_PLIES_MAX, Step, converse, pv_plies_range};
pub use draws::{Draws, TimeLimits};
pub use input::{decode, latin_1};
pub use named::Named;
pub use play::EngineGame;

use peatee_probe::{Collection, LineEnd, MoveChoice, ProbeError, RuleMove, RulePlies, Tables};
use peatee_rules::draw::{DrawRules, GameRecord};
use peatee_rules::{Draughts, Move, Position, Variant};

use crate::ask::query;
use crate::ask::rules::rules_of;
use crate::errors::Error;

#[derive(Debug)]
pub struct Engine {
    game: Draughts,
    rules: DrawRules,
    /// Tables of all games, or the reason why there are none.
    collection: Result<Collection, String>,
    beyond: Beyond,
    draws: Draws,
    /// Maximum length of [`Choice::line`], at least 1.
    line_plies_max: u32,
}

impl Engine {
    /// Creates an engine for a game. `rules` names the draw rules; the empty name stands for the
    /// rules that were written for the game. `collection` holds the open tables, or the reason why
    /// there are none.
    ///
    /// # Errors
    /// [`Error::Rules`].
    pub fn new(
        variant: &'static Variant,
        rules: &str,
        collection: Result<Collection, String>,
        beyond: Beyond,
        draws: Draws,
        line_plies_max: u32,
    ) -> Result<Self, Error> {
        let rules = rules_of(variant, rules)?;
        let tables = collection.as_ref().ok().and_then(|collection| collection.variant(variant.id));
        let game = tables.map_or_else(|| Draughts::new(variant), |tables| tables.game().clone());
        Ok(Engine { game, rules, collection, beyond, draws, line_plies_max })
    }

    pub fn game(&self) -> &Draughts {
        &self.game
    }

    pub fn rules(&self) -> &DrawRules {
        &self.rules
    }

    /// Starts a game from a position. `counters` states how many plies each article of the draw
    /// rules has counted so far, such as `6.2=12,6.3=4`. If it is empty, all counts are 0.
    ///
    /// # Errors
    /// [`Error::Counters`] if `counters` cannot be parsed or is impossible in the position.
    pub fn begin(&self, position: Position, counters: &str) -> Result<EngineGame, Error> {
        let counters = self.rules.parse_counters(counters, &position)?;
        Ok(EngineGame::new(GameRecord::resume(&self.game, self.rules, position, counters)?))
    }

    /// Returns the move to play within limits of time; `None` if there is no legal move.
    ///
    /// # Errors
    /// [`Error::TooManyCaptures`]. With [`Beyond::Error`], also the reason why the tables do not
    /// show the best move.
    pub fn choose(&self, play: &EngineGame, limits: TimeLimits) -> Result<Option<Choice>, Error> {
        match (self.best(play.record(), self.draws.within(limits)), self.beyond) {
            (Err(Error::Probe(ProbeError::TooManyCaptures(error))), _) => Err(error.into()),
            (Err(reason), Beyond::Move) => self.plain(play.record(), reason),
            (answer, _) => answer,
        }
    }

    fn tables(&self) -> Result<&Tables, Error> {
        let collection = self.collection.as_ref().map_err(|reason| Error::Untabled { reason: reason.clone() })?;
        query::tables_for(collection, &self.game)
    }

    fn best(&self, record: &GameRecord, draws: MoveChoice) -> Result<Option<Choice>, Error> {
        if !self.game.has_moves(record.position()) {
            return Ok(None);
        }
        let tables = self.tables()?;
        let Some(best) = tables.best_move(record, draws)? else { return Ok(None) };
        let line = self.line(tables, record, &best)?;
        let plies = best.plies.map(RulePlies::number).or(best.value.plies);
        let value = MoveValue { outcome: best.outcome, plies };
        Ok(Some(Choice { mv: best.mv, value: Some(value), line, unknown: None }))
    }

    /// Returns the move `best` followed by best play. If the tables lack values under the draw
    /// rules, the rest of the line ignores the rules. If the game is already drawn, or a player can
    /// claim a draw now, the line consists of `best` only.
    fn line(&self, tables: &Tables, record: &GameRecord, best: &RuleMove) -> Result<Vec<Move>, Error> {
        let line = tables.rule_line(record, self.line_plies_max)?;
        let mut moves = vec![best.mv.clone()];
        match line.moves.first() {
            Some(first) if first.mv == best.mv => return Ok(line.moves.into_iter().map(|rated| rated.mv).collect()),
            // The line of best play begins with another drawn move.
            Some(_) => {
                let mut after = record.clone();
                if after.play(&best.mv).is_ok() {
                    let rest = tables.rule_line(&after, self.line_plies_max - 1)?;
                    moves.extend(rest.moves.into_iter().map(|rated| rated.mv));
                }
                return Ok(moves);
            }
            None => {}
        }
        if line.end == LineEnd::NotKnown {
            match tables.line(&best.position, self.line_plies_max - 1) {
                Ok(rest) => moves.extend(rest.moves.into_iter().map(|rated| rated.mv)),
                Err(ProbeError::MissingTable { .. } | ProbeError::TooManyPieces { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(moves)
    }

    /// Returns the legal move with the best known value, for a position whose best move the tables
    /// do not show. `reason` says why they do not show it. Returns `None` if there is no legal
    /// move.
    fn plain(&self, record: &GameRecord, reason: Error) -> Result<Option<Choice>, Error> {
        let mut moves = Vec::new();
        for mv in record.legal_moves()? {
            let after = self.game.play(record.position(), mv);
            let counters = self.rules.after(record.counters(), mv, &after);
            let value = self.tables().ok().and_then(|tables| tables.rule_value(&after, &self.rules, &counters).ok());
            moves.push((choice::rank_of_outcome(value.map(|value| value.outcome.reversed())), mv));
        }
        // Of moves with the same rank, the first is chosen, so that a position always gets the same
        // answer.
        let mv = moves.into_iter().min_by_key(|&(order, _)| order).map(|(_, mv)| mv.clone());
        Ok(mv.map(|mv| Choice { line: vec![mv.clone()], mv, value: None, unknown: Some(reason) }))
    }
}
