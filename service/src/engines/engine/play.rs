//! The game that an engine is playing.

use peatee_rules::draw::{GameRecord, PlayError};
use peatee_rules::{Draughts, Move, Position};

/// The game that an engine is playing. The game may continue after the draw rules have ended it
/// with a draw. The counters of plies then continue too, but earlier positions are forgotten.
#[derive(Debug)]
pub struct EngineGame {
    record: GameRecord,
}

impl EngineGame {
    pub fn new(record: GameRecord) -> Self {
        EngineGame { record }
    }

    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    pub fn position(&self) -> &Position {
        self.record.position()
    }

    pub fn game(&self) -> &Draughts {
        self.record.game()
    }

    /// Plays a move, even if the draw rules have already ended the game with a draw.
    ///
    /// # Errors
    /// [`PlayError`] if the move cannot be played for another reason.
    pub fn play(&mut self, mv: &Move) -> Result<(), Box<PlayError>> {
        match self.record.play(mv) {
            Err(PlayError::GameOver { .. }) if self.is_legal(mv) => {
                let (game, rules) = (self.game().clone(), self.record.rules());
                let after = game.play(self.position(), mv);
                let counters = rules.after(self.record.counters(), mv, &after);
                self.record = GameRecord::resume(&game, rules, after, counters)
                    .unwrap_or_else(|_| GameRecord::from_position(&game, rules, after));
                Ok(())
            }
            played => played.map_err(Box::new),
        }
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.record.legal_moves().is_ok_and(|legal| legal.contains(mv))
    }
}
