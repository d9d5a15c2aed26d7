//! Positions, moves and draw rules of a game as text.

use std::error::Error;

use peatee_rules::draw::{Counters, DrawRules};

use crate::game::Game;

/// A game with its notation.
pub trait Notation: Game {
    /// The fault of a text that is no position.
    type FenError: Error + Send + Sync + 'static;

    /// Parses a position.
    ///
    /// # Errors
    /// The text is no FEN of the game, or the position cannot be.
    fn parse_fen(&self, text: &str) -> Result<Self::Position, Self::FenError>;

    /// Formats a position as FEN.
    fn fen(&self, position: &Self::Position) -> String;

    /// Formats all legal moves of a position, in the order in which they are given.
    fn move_texts(&self, position: &Self::Position, moves: &[&Self::Move]) -> Vec<String>;

    /// Formats one legal move of a position. [`Notation::move_texts`] is quicker for all.
    fn move_text(&self, position: &Self::Position, mv: &Self::Move) -> String;

    /// Finds draw rules of the game: a code, and readings where it has any.
    ///
    /// # Errors
    /// There are no such rules; the known ones are named.
    fn rules_named(&self, text: &str) -> Result<DrawRules, String>;

    /// Returns the counters of a position, `counts` of which have been played: articles with
    /// plies, as `6.2=12`. Without `counts` the position says it, as [`Game::counters`].
    ///
    /// # Errors
    /// The counts cannot be read, or cannot stand in the position.
    fn counters_named(
        &self,
        rules: &DrawRules,
        position: &Self::Position,
        counts: Option<&str>,
    ) -> Result<Counters, String>;
}
