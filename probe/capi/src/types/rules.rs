//! Values under draw rules.

use super::value::PeateeValue;

/// The outcome for the side to move under draw rules.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeateeOutcome {
    /// Lost.
    Loss = -3,
    /// A loss without the draw rules. The tables do not show whether the opponent wins in time.
    MaybeLoss = -2,
    /// A loss without the draw rules, a draw under them.
    BlessedLoss = -1,
    /// Drawn.
    Draw = 0,
    /// A win without the draw rules, a draw under them.
    CursedWin = 1,
    /// A win without the draw rules. The tables do not show whether it comes in time.
    MaybeWin = 2,
    /// A win in time: no draw rule ends the game before it.
    Win = 3,
}

/// Kind of the count that decides whether a win comes in time.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeateeClock {
    /// No count runs: every win comes in time.
    None = 0,
    /// No move resets the count: it runs to the end of the game.
    ToEnd = 1,
    /// Some moves reset or end the count.
    ToReset = 2,
}

/// The value of a position under draw rules with running counts.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeateeRuleValue {
    /// A `PeateeStatus`. The other fields are meaningless unless it is `PEATEE_STATUS_OK`.
    pub status: i32,
    /// A `PeateeOutcome`: who wins under the rules, as far as the tables prove it.
    pub outcome: i32,
    /// The value without draw rules, with the plies to the end of the game.
    pub value: PeateeValue,
    /// A `PeateeClock`: the kind of the deciding count.
    pub clock: i32,
    /// Plies that the deciding count has used; `PEATEE_NO_PLIES` if no count decides.
    pub used_plies: i32,
    /// Plies that exhaust the deciding count; `PEATEE_NO_PLIES` if no count decides.
    pub limit_plies: i32,
    /// Plies of the deciding count that the winner needs; `PEATEE_NO_PLIES` if it has no meaning
    /// (as for a draw), and if unknown.
    pub needed_plies: i32,
}
