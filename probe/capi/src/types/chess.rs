//! Values of positions of chess.

/// The value of a position of chess for the side to move.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeateeChessValue {
    /// A `PeateeWdl`, as if there were no 50-move rule.
    pub wdl: i32,
    /// Exact plies to the next capture, pawn move or mate with best play under the 50-move rule;
    /// more than 100: the win is cursed with every clock. `PEATEE_NO_PLIES` for a draw, and where
    /// there is no DTZ table.
    pub dtz_plies: i32,
    /// A `PeateeOutcome`: who wins under the 50-move rule with the half-move clock of the FEN.
    pub outcome: i32,
}
