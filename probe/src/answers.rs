//! Answers of tables: values under draw rules, rated moves, lines.

use std::fmt;

use peatee_rules::draw::{CountStatus, Counters, Outcome};
use peatee_table::{Metric, Slice, Value, Wdl};

use crate::clock::Clock;
use crate::draughts::Draughts;
use crate::game::Game;
use crate::tabled::Tabled;

/// A legal move with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RatedMove<G: Game = Draughts> {
    /// The move.
    pub mv: G::Move,
    /// The position after it.
    pub position: G::Position,
    /// The value for the player who makes the move; plies count from before the move.
    pub value: Value,
}

/// A way to play on with best play by both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line<G: Game = Draughts> {
    /// The value of the first position for the side to move in it.
    pub value: Value,
    /// The moves.
    pub moves: Vec<RatedMove<G>>,
    /// Why the line stops.
    pub end: LineEnd,
}

/// Why a line stops. The draw rules stop no line but a [`RuleLine`](crate::RuleLine).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnd {
    /// The side to move has no legal move: the game is over.
    GameOver,
    /// A drawn line came back to an earlier position.
    Repetition,
    /// The line has as many plies as were asked for.
    Cut,
    /// The draw rules end the game.
    DrawnByRule,
    /// A side that does not win can claim a draw by the draw rules.
    DrawClaimable,
    /// The available tables do not say which move is best under the draw rules.
    NotKnown,
}

impl LineEnd {
    /// Returns the name: `game-over`, `repetition`, `cut`, `drawn-by-rule`, `draw-claimable` or
    /// `not-known`.
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

/// The outcome of a position under draw rules, from the best for the side to move to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleOutcome {
    /// Won, in time.
    Win,
    /// Won without the rules; the available tables do not say whether the win comes in time.
    MaybeWin,
    /// Won without the rules, drawn under them.
    CursedWin,
    /// Drawn.
    Draw,
    /// Lost without the rules, drawn under them.
    BlessedLoss,
    /// Lost without the rules; the available tables do not say whether the other side's win comes
    /// in time.
    MaybeLoss,
    /// Lost.
    Loss,
}

impl RuleOutcome {
    /// Returns the name: `win`, `maybe-win`, `cursed-win`, `draw`, `blessed-loss`, `maybe-loss` or
    /// `loss`.
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

    /// Win, draw or loss as the game would be scored; `None` where the tables do not say.
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

    /// Returns the outcome from the value without rules, and from whether the win comes in time.
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

impl From<Wdl> for RuleOutcome {
    /// Returns the outcome where no rule ends the game.
    fn from(wdl: Wdl) -> RuleOutcome {
        RuleOutcome::new(wdl, Some(true))
    }
}

impl fmt::Display for RuleOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A missing table that would say more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LackingTable<S = Slice> {
    /// The slice.
    pub slice: S,
    /// The metric.
    pub metric: Metric,
}

impl<S: fmt::Display> fmt::Display for LackingTable<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {} table of {}", self.metric, self.slice)
    }
}

/// The value of a position under draw rules, with the count that decides it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleValue<S = Slice> {
    /// Who wins under the rules, for the side to move, as far as the tables prove it.
    pub outcome: RuleOutcome,
    /// The value without rules; in chess without plies.
    pub value: Value,
    /// The count that binds.
    pub clock: Clock,
    /// The plies of that count that the winner needs: to the end of the game, or to the next move
    /// that sets the count back with the win kept. Where several counts decide together, the other
    /// counts are taken as they are; where none of those runs, these are the plies to the next move
    /// after which one may, or of a piece but a king. `None` for draws, where no count binds, where
    /// the win is lost whatever the count, and where the table that would give the plies is
    /// [lacking](RuleValue::lacking).
    pub needed_plies: Option<u32>,
    /// The table without which the outcome or the needed plies are not known; `None` when they are.
    pub lacking: Option<LackingTable<S>>,
}

impl<S> RuleValue<S> {
    /// Returns the exhausted count that makes the position a draw, by itself or on claim, before a
    /// move is played.
    pub fn drawn_by(&self) -> Option<&CountStatus> {
        self.clock.count().filter(|count| count.is_exhausted() && self.outcome.wdl() == Some(Wdl::Draw))
    }
}

/// A legal move with its value under draw rules.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleMove<G: Tabled = Draughts> {
    /// The move.
    pub mv: G::Move,
    /// The position after it.
    pub position: G::Position,
    /// The counters after it.
    pub counters: Counters,
    /// The outcome for the player who makes the move.
    pub outcome: RuleOutcome,
    /// The value without rules for that player; plies count from before the move. In chess without
    /// plies.
    pub value: Value,
    /// The plies that the winner needs with this move, of the count that binds before it; see
    /// [`RuleValue`](crate::RuleValue). `None` where the position is drawn already.
    pub needed_plies: Option<u32>,
    /// True when the move sets back or ends the count that binds before it, and the position is not
    /// drawn already.
    pub resets: bool,
    /// The table without which the outcome or the needed plies are not known; `None` when they are.
    pub lacking: Option<LackingTable<G::Slice>>,
    /// The plies that the winner needs after it, of the count that binds there.
    pub(crate) needed_after: Option<u32>,
}

/// A way to play on with best play by both sides under the rules.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RuleLine<G: Tabled = Draughts> {
    /// The moves.
    pub moves: Vec<RuleMove<G>>,
    /// Why the line stops.
    pub end: LineEnd,
    /// State of the game after the moves, for a line of a game known from its start.
    pub outcome: Option<Outcome>,
    /// Table that is lacking, for [`LineEnd::NotKnown`].
    pub lacking: Option<String>,
}
