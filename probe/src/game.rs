//! Rules of a game: positions, moves, and what draw rules count.

use std::fmt::Debug;
use std::hash::Hash;

use peatee_rules::draw::{Counters, DrawRules, Events, Situation};
use peatee_rules::{Side, TooManyCaptures};

/// A game, ready to play. A family of games is one type and a game its value:
/// [`Draughts`](crate::draughts::Draughts) is any variant, by its table of rules; chess is one
/// game.
pub trait Game: Debug + Clone + Eq + Send + Sync + 'static {
    /// A position, with all that legal moves depend on.
    type Position: Debug + Clone + Eq + Send + Sync + 'static;
    /// A legal move of a position.
    type Move: Debug + Clone + Eq + Send + Sync + 'static;
    /// Equal for positions that count as a repetition of each other.
    type Key: Debug + Eq + Hash;

    /// Finds the game with an id, if it is of this family.
    fn named(id: &str) -> Option<Self>;

    /// Returns the id: `international`, `chess`.
    fn id(&self) -> &'static str;

    /// Returns the side to move.
    fn side(&self, position: &Self::Position) -> Side;

    /// Returns the key by which repetitions are told.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// Lists all legal moves; none when the game is over.
    ///
    /// # Errors
    /// [`TooManyCaptures`] for boards whose captures cannot be listed.
    fn moves(&self, position: &Self::Position) -> Result<Vec<Self::Move>, TooManyCaptures>;

    /// Returns true when there is a legal move.
    fn has_moves(&self, position: &Self::Position) -> bool;

    /// Returns the position after one of [`Game::moves`].
    fn after(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// Returns true when neither side can win any more by any moves, so that the game is drawn.
    fn is_dead(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Returns what a move does, as far as counts look at it.
    fn events(&self, position: &Self::Position, mv: &Self::Move) -> Events;

    /// Returns what counts look at in a position; [`Situation::NOTHING`] in games whose counts
    /// apply to every position.
    fn situation(&self, rules: &DrawRules, position: &Self::Position) -> Situation;

    /// Returns the counters that a position comes with: all fresh, or as its FEN states them.
    fn counters(&self, rules: &DrawRules, position: &Self::Position) -> Counters {
        rules.start_situation(&self.situation(rules, position))
    }
}
