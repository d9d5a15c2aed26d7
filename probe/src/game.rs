//! The trait of all games: positions, moves, and the events that draw rules count.

use std::fmt::Debug;
use std::hash::Hash;

use peatee_rules::draw::{Counters, DrawRules, Events, Situation};
use peatee_rules::{Side, TooManyCaptures};

/// A game with its rules. Each type that implements this trait is a family of games, and each value
/// of the type is one game. For example, a value of [`Draughts`](crate::draughts::Draughts) is a
/// variant of draughts.
pub trait Game: Debug + Clone + Eq + Send + Sync + 'static {
    /// A position, with everything that its legal moves depend on.
    type Position: Debug + Clone + Eq + Send + Sync + 'static;
    /// A legal move of a position.
    type Move: Debug + Clone + Eq + Send + Sync + 'static;
    /// Key for finding repetitions. Positions that count as repetitions of each other have equal
    /// keys.
    type Key: Debug + Eq + Hash;

    /// Returns the game that has this id; `None` if no game of this family (draughts or chess) has
    /// it.
    fn named(id: &str) -> Option<Self>;

    /// Returns the id, such as `international` or `chess`.
    fn id(&self) -> &'static str;

    /// Returns the side to move.
    fn side(&self, position: &Self::Position) -> Side;

    /// Returns the key of a position for finding repetitions.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// Returns all legal moves; an empty list when the game is over.
    ///
    /// # Errors
    /// [`TooManyCaptures`] when the position has too many captures to list.
    fn moves(&self, position: &Self::Position) -> Result<Vec<Self::Move>, TooManyCaptures>;

    /// Returns true when there is a legal move.
    fn has_moves(&self, position: &Self::Position) -> bool;

    /// Returns the position after a move, which must be one of [`Game::moves`].
    fn after(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// Returns true when neither side can win by any moves, so that the game is drawn.
    fn is_dead(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Returns the facts about a move that matter to counts of draw rules, such as a capture or a
    /// move of a man.
    fn events(&self, position: &Self::Position, mv: &Self::Move) -> Events;

    /// Returns the moves of [`Game::moves`] that the draw rules allow. Some draw rules limit the
    /// moves in a row with one king, which are stored in `counters`.
    ///
    /// # Errors
    /// [`TooManyCaptures`], as [`Game::moves`].
    fn moves_under(
        &self,
        _rules: &DrawRules,
        _counters: &Counters,
        position: &Self::Position,
    ) -> Result<Vec<Self::Move>, TooManyCaptures> {
        self.moves(position)
    }

    /// Returns true when `moves_under` would return at least one move.
    fn has_moves_under(&self, _rules: &DrawRules, _counters: &Counters, position: &Self::Position) -> bool {
        self.has_moves(position)
    }

    /// Returns the counters (plies that each draw rule has counted) after a move from `before` to
    /// `after`. `counters` are those before the move.
    #[inline]
    fn counters_after(
        &self,
        rules: &DrawRules,
        counters: &Counters,
        (before, mv): (&Self::Position, &Self::Move),
        after: &Self::Position,
    ) -> Counters {
        rules.after_events(counters, self.events(before, mv), &self.situation(rules, after))
    }

    /// Returns the facts about a position that matter to draw rules. Returns [`Situation::NOTHING`]
    /// in games whose counts run in every position.
    fn situation(&self, rules: &DrawRules, position: &Self::Position) -> Situation;

    /// Returns the counters (plies that the counts of the draw rules have used) that the FEN of a
    /// position states. If it states none, returns the counters at the start of a game.
    fn counters(&self, rules: &DrawRules, position: &Self::Position) -> Counters {
        rules.start_situation(&self.situation(rules, position))
    }
}
