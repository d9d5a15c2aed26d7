//! The current game.

use peatee_rules::draw::{GameRecord, PlayError};
use peatee_rules::{Draughts, Move, Position};

/// The current game. It may continue after a draw by the rules: counts then continue, and earlier
/// positions are forgotten.
#[derive(Debug)]
pub struct EngineGame {
    record: GameRecord,
}

impl EngineGame {
    /// Continues the game of a record.
    pub fn new(record: GameRecord) -> Self {
        EngineGame { record }
    }

    /// Returns the record with positions and counters.
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.record.position()
    }

    /// Returns the game's rules.
    pub fn game(&self) -> &Draughts {
        self.record.game()
    }

    /// Plays a move, even after a draw by the rules.
    ///
    /// # Errors
    /// [`PlayError`] for other reasons.
    pub fn play(&mut self, mv: &Move) -> Result<(), Box<PlayError>> {
        match self.record.play(mv) {
            Err(PlayError::GameOver { .. }) if self.is_legal(mv) => {
                let (game, rules) = (self.game().clone(), self.record.rules());
                let after = game.play(self.position(), mv);
                let counters = rules.after(self.record.counters(), mv, &after);
                let runs = self.record.king_runs_after(mv, &after);
                self.record = GameRecord::resume(&game, rules, after, counters)
                    .unwrap_or_else(|_| GameRecord::from_position(&game, rules, after))
                    .with_king_runs(runs);
                Ok(())
            }
            played => played.map_err(Box::new),
        }
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.record.legal_moves().is_ok_and(|legal| legal.contains(mv))
    }
}
