//! Values under draw rules.

use super::value::PeateeValue;

/// Who wins under draw rules, for the side to move.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeateeOutcome {
    /// Lost.
    Loss = -3,
    /// Lost without the rules; the tables do not say whether the other side's win comes in time.
    MaybeLoss = -2,
    /// A loss without the draw rules, a draw under them.
    BlessedLoss = -1,
    /// Drawn.
    Draw = 0,
    /// A win without the draw rules, a draw under them.
    CursedWin = 1,
    /// Won without the rules; the tables do not say whether the win comes in time.
    MaybeWin = 2,
    /// A win in time: no draw rule ends the game before it.
    Win = 3,
}

/// The deciding count.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeateeClock {
    /// No count runs: every win comes in time.
    None = 0,
    /// A count that nothing sets back: it runs to the end of the game.
    ToEnd = 1,
    /// A count that some moves set back or end.
    ToReset = 2,
}

/// The value of a position under draw rules with running counts.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeateeRuleValue {
    /// A `PeateeStatus`: whether there is an answer. The other fields mean nothing if it is not
    /// `PEATEE_STATUS_OK`.
    pub status: i32,
    /// A `PeateeOutcome`: who wins under the rules, as far as the tables prove it.
    pub outcome: i32,
    /// The value without rules, plies to the end of the game.
    pub value: PeateeValue,
    /// A `PeateeClock`: the count that binds.
    pub clock: i32,
    /// Plies of that count that have been played; `PEATEE_NO_PLIES` where none binds.
    pub used_plies: i32,
    /// Plies that exhaust that count; `PEATEE_NO_PLIES` where none binds.
    pub limit_plies: i32,
    /// Plies of that count that the winner needs; `PEATEE_NO_PLIES` where that has no meaning or is
    /// not known.
    pub needed_plies: i32,
}
