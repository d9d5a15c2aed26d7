//! Types of the answers of probes: values under draw rules, rated moves, lines, chances.

use std::fmt;

use peatee_rules::draw::{CountStatus, Counters, Outcome};
use peatee_rules::{Budget, Draughts};
use peatee_table::{Metric, Slice, Value, Wdl};

use crate::clock::Clock;
use crate::game::Game;
use crate::tabled::Tabled;

/// Legal move of a position, with its value and the position after the move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RatedMove<G: Game = Draughts> {
    /// Legal move that is rated.
    pub mv: G::Move,
    /// The position after the move.
    pub position: G::Position,
    /// The value for the player who makes the move. Its plies include this move.
    pub value: Value,
}

/// A sequence of moves with best play by both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line<G: Game = Draughts> {
    /// The value of the first position, for the side to move.
    pub value: Value,
    /// The moves of the line.
    pub moves: Vec<RatedMove<G>>,
    /// The reason why the line stops.
    pub end: LineEnd,
}

impl<G: Game> Line<G> {
    /// Returns each move with the position before it; `start` is the position before the first
    /// move.
    pub fn steps<'a>(&'a self, start: &'a G::Position) -> impl Iterator<Item = (&'a G::Position, &'a RatedMove<G>)> {
        self.moves.iter().scan(start, |before, rated| Some((std::mem::replace(before, &rated.position), rated)))
    }
}

/// Reason why a line stops. Draw rules stop only a [`RuleLine`](crate::RuleLine).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnd {
    /// The side to move has no legal move: the game is over.
    GameOver,
    /// The line has come back to an earlier position and is drawn.
    Repetition,
    /// The line is as long as the caller requested.
    Cut,
    /// The draw rules end the game.
    DrawnByRule,
    /// A side that does not win can claim a draw under the draw rules.
    DrawClaimable,
    /// The available tables do not show the best move under the draw rules.
    NotKnown,
}

impl LineEnd {
    /// Returns the name of the reason, such as `game-over` or `drawn-by-rule`.
    pub const fn name(self) -> &'static str {
        match self {
            LineEnd::GameOver => "game-over",
            LineEnd::Repetition => "repetition",
            LineEnd::Cut => "cut",
            LineEnd::DrawnByRule => "drawn-by-rule",
            LineEnd::DrawClaimable => "draw-claimable",
            LineEnd::NotKnown => "not-known",
        }
    }
}

/// The outcome of a position under draw rules, ordered from best to worst for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleOutcome {
    /// A win in time: it comes before a draw rule can end the game.
    Win,
    /// A win without the draw rules. The available tables do not show whether the win comes before
    /// a draw rule can end the game.
    MaybeWin,
    /// A win without the draw rules, a draw under them.
    CursedWin,
    /// A draw, even without the draw rules.
    Draw,
    /// A loss without the draw rules, a draw under them.
    BlessedLoss,
    /// A loss without the draw rules. The available tables do not show whether the opponent wins
    /// before a draw rule can end the game.
    MaybeLoss,
    /// A loss in time: the opponent wins before a draw rule can end the game.
    Loss,
}

impl RuleOutcome {
    /// Returns the name of the outcome, such as `win`, `cursed-win` or `maybe-loss`.
    pub const fn name(self) -> &'static str {
        match self {
            RuleOutcome::Win => "win",
            RuleOutcome::MaybeWin => "maybe-win",
            RuleOutcome::CursedWin => "cursed-win",
            RuleOutcome::Draw => "draw",
            RuleOutcome::BlessedLoss => "blessed-loss",
            RuleOutcome::MaybeLoss => "maybe-loss",
            RuleOutcome::Loss => "loss",
        }
    }

    /// Returns the result of the game with this outcome: win, draw or loss. `None` when the tables
    /// do not show the result.
    pub const fn wdl(self) -> Option<Wdl> {
        match self {
            RuleOutcome::Win => Some(Wdl::Win),
            RuleOutcome::CursedWin | RuleOutcome::Draw | RuleOutcome::BlessedLoss => Some(Wdl::Draw),
            RuleOutcome::Loss => Some(Wdl::Loss),
            RuleOutcome::MaybeWin | RuleOutcome::MaybeLoss => None,
        }
    }

    /// Returns the outcome of the same position for the other side.
    pub const fn reversed(self) -> RuleOutcome {
        match self {
            RuleOutcome::Win => RuleOutcome::Loss,
            RuleOutcome::MaybeWin => RuleOutcome::MaybeLoss,
            RuleOutcome::CursedWin => RuleOutcome::BlessedLoss,
            RuleOutcome::Draw => RuleOutcome::Draw,
            RuleOutcome::BlessedLoss => RuleOutcome::CursedWin,
            RuleOutcome::MaybeLoss => RuleOutcome::MaybeWin,
            RuleOutcome::Loss => RuleOutcome::Win,
        }
    }

    /// Returns the outcome of a position under draw rules. `wdl` is the result without draw rules.
    /// `in_time` is true if the winner wins before a draw rule ends the game; `None` if this is
    /// unknown.
    pub(crate) const fn new(wdl: Wdl, in_time: Option<bool>) -> RuleOutcome {
        match (wdl, in_time) {
            (Wdl::Win, Some(true)) => RuleOutcome::Win,
            (Wdl::Win, Some(false)) => RuleOutcome::CursedWin,
            (Wdl::Win, None) => RuleOutcome::MaybeWin,
            (Wdl::Draw, _) => RuleOutcome::Draw,
            (Wdl::Loss, None) => RuleOutcome::MaybeLoss,
            (Wdl::Loss, Some(false)) => RuleOutcome::BlessedLoss,
            (Wdl::Loss, Some(true)) => RuleOutcome::Loss,
        }
    }
}

impl RuleOutcome {
    /// Returns the outcome of a position from its results without draw rules and under draw rules.
    pub(crate) const fn of_results(without_rules: Wdl, under_rules: Wdl) -> RuleOutcome {
        match under_rules {
            Wdl::Win => RuleOutcome::Win,
            Wdl::Draw => RuleOutcome::new(without_rules, Some(false)),
            Wdl::Loss => RuleOutcome::Loss,
        }
    }
}

impl From<Wdl> for RuleOutcome {
    /// Returns the outcome in a game that no draw rule ends.
    fn from(wdl: Wdl) -> RuleOutcome {
        RuleOutcome::new(wdl, Some(true))
    }
}

impl fmt::Display for RuleOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A missing table without which an answer is incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LackingTable<S = Slice> {
    /// Slice of the missing table.
    pub slice: S,
    /// Metric of the missing table.
    pub metric: Metric,
}

impl<S: fmt::Display> fmt::Display for LackingTable<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {} table of {}", self.metric, self.slice)
    }
}

/// The value of a position under draw rules, with the count (ply limit of a draw rule) that decides
/// whether a win comes in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleValue<S = Slice> {
    /// Outcome for the side to move, as far as the tables prove it.
    pub outcome: RuleOutcome,
    /// Value without draw rules. In chess, its plies are always `None`.
    pub value: Value,
    /// Count (ply limit of the draw rules) that decides whether a win comes in time.
    pub clock: Clock,
    /// Plies that the winner needs. Their meaning depends on the counts of the draw rules:
    ///
    /// * If one count decides, these are the plies to the end of the game, or to the next move that
    ///   resets the count in `clock` and keeps the win.
    /// * If several counts decide together, the number is valid only while the other counts keep
    ///   their present state.
    /// * If no count runs, but several counts could decide together later, these are the plies to
    ///   the next move that may start a count or that moves a man.
    ///
    /// `None` for a draw, if no count decides, if no number of plies is enough, and if the table
    /// with the plies is [lacking](RuleValue::lacking).
    pub needed_plies: Option<u32>,
    /// Plies to the end of the game with best play under the draw rules. `None` for draws, for an
    /// unknown outcome, and without a DTW table. In chess,
    /// [`Tables::rule_value`](crate::any::Tables::rule_value) does not look them up.
    ///
    /// If the shortest win may exhaust a count,
    /// [`Tables::rule_value`](crate::any::Tables::rule_value) only gives the DTW as a lower bound.
    /// [`Tables::rule_value_until`](crate::any::Tables::rule_value_until) searches for the exact
    /// number.
    pub plies: Option<RulePlies>,
    /// Missing table that would give the outcome or the plies that the winner needs; `None` when
    /// both are known.
    pub lacking: Option<LackingTable<S>>,
}

impl<S> RuleValue<S> {
    /// Returns the count that has reached its limit and draws the position, by itself or on a
    /// claim; `None` if no count does so.
    pub fn drawn_by(&self) -> Option<&CountStatus> {
        self.clock.count().filter(|count| count.is_exhausted() && self.outcome.wdl() == Some(Wdl::Draw))
    }
}

/// A legal move with its value under draw rules.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleMove<G: Tabled = Draughts> {
    /// Legal move that is rated.
    pub mv: G::Move,
    /// The position after the move.
    pub position: G::Position,
    /// Number of plies that each draw rule has counted after the move.
    pub counters: Counters,
    /// Outcome under draw rules for the player who makes the move.
    pub outcome: RuleOutcome,
    /// Value without draw rules for the player who makes the move. Its plies include this move; in
    /// chess, they are always `None`.
    pub value: Value,
    /// Plies that the winner needs if this move is made, counted from the position before the move;
    /// see [`RuleValue::needed_plies`]. `None` if a count already draws the position before the
    /// move.
    pub needed_plies: Option<u32>,
    /// Plies to the end of the game if this move is made and both sides then play best under the
    /// draw rules. The move is one of these plies. `None` in the cases of [`RuleValue::plies`].
    pub plies: Option<RulePlies>,
    /// True when the move resets or ends the count that decides in the position before the move.
    /// False if a count already draws the position before the move.
    pub resets: bool,
    /// Missing table that would give the outcome or the plies that the winner needs; `None` when
    /// both are known.
    pub lacking: Option<LackingTable<G::Slice>>,
    /// Plies that the winner needs after the move, as [`RuleValue::needed_plies`] describes for the
    /// new position. `None` if there is no such number, or if its table is missing.
    pub(crate) needed_after: Option<u32>,
    /// Keys by which moves with the same outcome are sorted, the smallest first.
    pub(crate) order_keys: [i64; 3],
}

/// Plies to the end of a game with best play under draw rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulePlies {
    /// The exact number of plies.
    Exact(u32),
    /// A lower bound of the number of plies. The search ended before it found the exact number.
    AtLeast(u32),
}

/// A sequence of moves with best play by both sides under draw rules.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RuleLine<G: Tabled = Draughts> {
    /// The moves of the line.
    pub moves: Vec<RuleMove<G>>,
    /// The reason why the line stops.
    pub end: LineEnd,
    /// State of the game after the line. `None` if the line begins with a position instead of a
    /// record of a game.
    pub outcome: Option<Outcome>,
    /// Message with the name of the missing table, for [`LineEnd::NotKnown`]; `None` for other ends
    /// of the line.
    pub lacking: Option<String>,
}

impl<G: Tabled> RuleLine<G> {
    /// Returns each move with the position before it; `start` is the position before the first
    /// move.
    pub fn steps<'a>(&'a self, start: &'a G::Position) -> impl Iterator<Item = (&'a G::Position, &'a RuleMove<G>)> {
        self.moves.iter().scan(start, |before, rated| Some((std::mem::replace(before, &rated.position), rated)))
    }
}

/// Chance that the opponent errs after a move that draws or loses.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Chance {
    /// Number of legal replies.
    pub replies: u32,
    /// Number of replies that are not errors: replies with the result `right_result`, and replies
    /// whose result the tables do not show.
    pub right_replies: u32,
    /// Result of right replies for the opponent: a draw after a drawn move, a win after a losing
    /// move.
    pub right_result: Wdl,
    /// Probability that an opponent who chooses replies at random errs in one of the replies to
    /// which the search looks ahead.
    pub probability: f64,
}

/// A move with its value, and the chance that the opponent errs after it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MoveChance<M> {
    /// The move with its value.
    pub rated: M,
    /// The chance that the opponent errs. `None` for a move that wins or has an unknown result, for
    /// a position with too many replies to list, and for a search with depth 0.
    pub chance: Option<Chance>,
}

impl<M> MoveChance<M> {
    pub(crate) fn probability(&self) -> f64 {
        self.chance.map_or(0.0, |chance| chance.probability)
    }
}

/// Choice among moves of equal value, none of which wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveChoice {
    /// The first of these moves in the list of
    /// [`Tables::rule_moves`](crate::any::Tables::rule_moves).
    First,
    /// The move with the best chance that the opponent errs; see
    /// [`Tables::hard_moves`](crate::any::Tables::hard_moves).
    Hard {
        /// Maximum number of positions that a search of two replies ahead may examine. If it needs
        /// more, a search of one reply ahead chooses the move.
        positions_max: u32,
    },
}

/// Options of the search for chances (probabilities that the opponent errs after a move).
#[derive(Debug, Clone, Copy)]
pub struct ChanceSearch<'a> {
    /// Number of replies that the search looks ahead. Each further reply multiplies the number of
    /// values to read by the square of the number of moves. With 0, the search computes no chances
    /// and does not reorder moves.
    pub depth: u32,
    /// Budget of steps and time. Each value that the search reads takes steps from the budget.
    pub budget: &'a Budget,
}
