//! Moves, lines and verdicts.

use std::ffi::c_char;

use super::position::{PeateeBitboard, PeateePosition};
use super::rules::PeateeRuleValue;
use super::value::PeateeValue;

/// A legal move.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeateeMove {
    /// Bit of the square that the piece moves from.
    pub from: i32,
    /// Bit of the square that the piece moves to.
    pub to: i32,
    /// A `PeateeKind`: the kind of the piece before the move.
    pub kind: i32,
    /// A `PeateeKind`: the kind after the move. A man that promotes becomes a king.
    pub becomes: i32,
    /// The squares of the captured pieces; empty for a quiet move.
    pub captured: PeateeBitboard,
    /// The position after the move.
    pub after: PeateePosition,
    /// The value for the player who makes the move. Its plies are those to the end of the game,
    /// from before the move.
    pub value: PeateeValue,
    /// Plies to the next capture or move of any piece but a king, from before the move;
    /// `PEATEE_NO_PLIES` if unknown, and for a move that draws.
    pub dtc_plies: i32,
}

/// Length of `PeateeFenMove.text` in bytes.
pub const PEATEE_MOVE_BYTES: usize = 256;

/// A legal move of the position of a FEN, with its values for the player who makes it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeateeFenMove {
    /// The move in the notation of the game, in chess SAN, with a final NUL.
    pub text: [c_char; PEATEE_MOVE_BYTES],
    /// The value without draw rules. Its plies are those to the end of the game, from before the
    /// move; none in chess under draw rules.
    pub value: PeateeValue,
    /// A `PeateeOutcome`: who wins under the draw rules; without draw rules, the same as `value`.
    pub outcome: i32,
    /// Plies that the winner needs with this move, under the count that decides whether the win
    /// comes in time; 1 for a move that resets this count. `PEATEE_NO_PLIES` without draw rules, if
    /// the number has no meaning (as for a draw), and if it is unknown.
    pub needed_plies: i32,
}

/// The reason why a line stops.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeateeLineEnd {
    /// The game is over.
    GameOver = 0,
    /// A drawn line returned to an earlier position.
    Repetition = 1,
    /// The buffer has no room for more moves.
    Cut = 2,
}

/// State or result of a game, as a `PeateeVerdict` gives it.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeateeRuling {
    /// The game goes on. `value` is its value from the tables.
    InProgress = 0,
    /// The game goes on, and a draw can be claimed. `value` is its value from the tables.
    DrawClaimable = 1,
    /// White has won.
    WhiteWins = 2,
    /// Black has won.
    BlackWins = 3,
    /// Drawn without a claim.
    Drawn = 4,
    /// A move is not legal; `plies` moves before it were played.
    IllegalMove = 5,
}

/// Length of `PeateeVerdict.text` in bytes.
pub const PEATEE_TEXT_BYTES: usize = 256;

/// A verdict on a position after some moves.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeateeVerdict {
    /// In: the caller's `sizeof(PeateeVerdict)`.
    pub size: usize,
    /// A `PeateeRuling`.
    pub ruling: i32,
    /// Number of moves played.
    pub plies: i32,
    /// The position after these moves.
    pub position: PeateePosition,
    /// Value of a game in progress. `status` is `PEATEE_STATUS_NOT_PROBED` when the game is over,
    /// and `PEATEE_STATUS_NO_TABLE` when no table has a value.
    pub value: PeateeRuleValue,
    /// The reason: a UTF-8 sentence with the article of the rules and a final NUL. A longer one is
    /// cut.
    pub text: [c_char; PEATEE_TEXT_BYTES],
}
