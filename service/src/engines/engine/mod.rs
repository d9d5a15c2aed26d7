//! The engine: which move to play in a game, by the tables and the draw rules.
//!
//! It knows no protocol. [`Engine`] chooses moves, [`EngineGame`] is the game on the board,
//! [`Choice`] the chosen move with its reasons. [`converse`] carries a session of any protocol,
//! line by line.

mod beyond;
mod choice;
mod converse;
mod input;
mod play;

pub use beyond::Beyond;
pub use choice::{Choice, MoveValue, plain_order};
pub use converse::{Dialogue, PV_PLIES_MAX, Step, converse, pv_plies_range};
pub use input::{decode, latin_1};
pub use play::EngineGame;

use peatee_probe::{Collection, LineEnd, ProbeError, RuleMove, Tables};
use peatee_rules::draw::{DrawRules, GameRecord};
use peatee_rules::{Draughts, Move, Position, Variant};

use crate::ask::query;
use crate::ask::rules::rules_of;
use crate::errors::Error;

/// A player of one game under one set of draw rules.
#[derive(Debug)]
pub struct Engine {
    game: Draughts,
    rules: DrawRules,
    /// The tables of the game and of others, or why there are none.
    collection: Result<Collection, String>,
    beyond: Beyond,
    /// The most moves of [`Choice::line`], at least 1.
    line_plies_max: u32,
}

impl Engine {
    /// Creates an engine for a game. `rules` names the draw rules; when it is empty, they are those
    /// that were written for the game. Without tables, `collection` says why.
    ///
    /// # Errors
    /// [`Error::Rules`].
    pub fn new(
        variant: &'static Variant,
        rules: &str,
        collection: Result<Collection, String>,
        beyond: Beyond,
        line_plies_max: u32,
    ) -> Result<Self, Error> {
        let rules = rules_of(variant, rules)?;
        let tables = collection.as_ref().ok().and_then(|collection| collection.variant(variant.id));
        let game = tables.map_or_else(|| Draughts::new(variant), |tables| tables.game().clone());
        Ok(Engine { game, rules, collection, beyond, line_plies_max })
    }

    /// Returns the game that it plays.
    pub fn game(&self) -> &Draughts {
        &self.game
    }

    /// Returns the draw rules that it plays under.
    pub fn rules(&self) -> &DrawRules {
        &self.rules
    }

    /// Returns a game from a position with the plies that its counts have used, `6.2=12,6.3=4`;
    /// with an empty text they have used none.
    ///
    /// # Errors
    /// [`Error::Counters`].
    pub fn begin(&self, position: Position, counters: &str) -> Result<EngineGame, Error> {
        let counters = self.rules.parse_counters(counters, &position)?;
        Ok(EngineGame::new(GameRecord::resume(&self.game, self.rules, position, counters)?))
    }

    /// Returns the move to play; `None` where the side to move has no legal move.
    ///
    /// # Errors
    /// [`Error::TooManyCaptures`]; with [`Beyond::Error`] why the tables have no answer.
    pub fn choose(&self, play: &EngineGame) -> Result<Option<Choice>, Error> {
        match (self.best(play.record()), self.beyond) {
            (Err(Error::Probe(ProbeError::TooManyCaptures(error))), _) => Err(error.into()),
            (Err(reason), Beyond::Move) => self.plain(play.record(), reason),
            (answer, _) => answer,
        }
    }

    /// Returns the tables of the game.
    ///
    /// # Errors
    /// [`Error::NoTables`] and others that say why there are none.
    fn tables(&self) -> Result<&Tables, Error> {
        let collection = self.collection.as_ref().map_err(|reason| Error::Untabled { reason: reason.clone() })?;
        query::tables_for(collection, &self.game)
    }

    /// Returns the best move that the tables know.
    fn best(&self, record: &GameRecord) -> Result<Option<Choice>, Error> {
        if !self.game.has_moves(record.position()) {
            return Ok(None);
        }
        let tables = self.tables()?;
        let Some(best) = tables.best_move(record)? else { return Ok(None) };
        let line = self.line(tables, record, &best)?;
        let value = MoveValue { outcome: best.outcome, dtw_plies: best.value.plies };
        Ok(Some(Choice { mv: best.mv, value: Some(value), line, unknown: None }))
    }

    /// Returns best play from the best move on. Where the tables lack what the draw rules need, it
    /// is best play without draw rules; where a draw stands or can be claimed, the move alone.
    fn line(&self, tables: &Tables, record: &GameRecord, best: &RuleMove) -> Result<Vec<Move>, Error> {
        let line = tables.rule_line(record, self.line_plies_max)?;
        if line.moves.first().is_some_and(|first| first.mv == best.mv) {
            return Ok(line.moves.into_iter().map(|rated| rated.mv).collect());
        }
        let mut moves = vec![best.mv.clone()];
        if line.end == LineEnd::NotKnown {
            match tables.line(&best.position, self.line_plies_max - 1) {
                Ok(rest) => moves.extend(rest.moves.into_iter().map(|rated| rated.mv)),
                Err(ProbeError::MissingTable { .. } | ProbeError::TooManyPieces { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(moves)
    }

    /// Returns a legal move where the tables do not say which one is best, for that reason.
    fn plain(&self, record: &GameRecord, reason: Error) -> Result<Option<Choice>, Error> {
        let mut moves = Vec::new();
        for mv in record.legal_moves()? {
            let after = self.game.play(record.position(), mv);
            let counters = self.rules.after(record.counters(), mv, &after);
            let value = self.tables().ok().and_then(|tables| tables.rule_value(&after, &self.rules, &counters).ok());
            moves.push((choice::plain_order(value.map(|value| value.outcome.reversed())), mv));
        }
        // The first of equals, so that the same position has the same answer.
        let mv = moves.into_iter().min_by_key(|&(order, _)| order).map(|(_, mv)| mv.clone());
        Ok(mv.map(|mv| Choice { line: vec![mv.clone()], mv, value: None, unknown: Some(reason) }))
    }
}
