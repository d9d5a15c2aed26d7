//! Converts positions, moves and draw rules of a game to text and back.

use std::error::Error;

use peatee_rules::draw::{Counters, DrawRules};

use crate::game::Game;

/// A game whose positions and moves can be read and written as text.
pub trait Notation: Game {
    /// Error of a text that is not a position.
    type FenError: Error + Send + Sync + 'static;

    /// Parses a position.
    ///
    /// # Errors
    /// The text is not a FEN of the game, or the position is impossible.
    fn parse_fen(&self, text: &str) -> Result<Self::Position, Self::FenError>;

    /// Formats a position as FEN.
    fn fen(&self, position: &Self::Position) -> String;

    /// Formats all legal moves of a position, in the given order.
    fn move_texts(&self, position: &Self::Position, moves: &[&Self::Move]) -> Vec<String>;

    /// Formats one legal move of a position. For many moves of one position,
    /// [`Notation::move_texts`] is faster.
    fn move_text(&self, position: &Self::Position, mv: &Self::Move) -> String;

    /// Returns the draw rules with this name: a rule code and its readings (chosen interpretations
    /// of ambiguous articles), as `WCDF` or `USSR-1953-64+together`.
    ///
    /// # Errors
    /// The game has no draw rules of this name. The error lists those that it has.
    fn rules_named(&self, text: &str) -> Result<DrawRules, String>;

    /// Returns the plies that each count of the draw rules has used in a position. `counts` states
    /// them by article: `6.2=12` means that the count of article 6.2 has used 12 plies. Without
    /// `counts`, returns [`Game::counters`].
    ///
    /// # Errors
    /// The counts cannot be read, or are impossible in the position.
    fn counters_named(
        &self,
        rules: &DrawRules,
        position: &Self::Position,
        counts: Option<&str>,
    ) -> Result<Counters, String>;
}
