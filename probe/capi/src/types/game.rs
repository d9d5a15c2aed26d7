//! Moves, lines and verdicts.

use std::ffi::c_char;

use super::position::{PeateeBitboard, PeateePosition};
use super::rules::PeateeRuleValue;
use super::value::PeateeValue;

/// A legal move.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeateeMove {
    /// The bit of the square that the piece leaves.
    pub from: i32,
    /// The bit of the square that it comes to.
    pub to: i32,
    /// A `PeateeKind`: what the piece is before the move.
    pub kind: i32,
    /// A `PeateeKind`: what it is after the move. A man that promotes becomes a king.
    pub becomes: i32,
    /// The squares of the captured pieces; empty for a quiet move.
    pub captured: PeateeBitboard,
    /// The position after the move.
    pub after: PeateePosition,
    /// The value for the player who makes the move, plies to the end of the game from before it.
    pub value: PeateeValue,
    /// Plies to the next capture or move of any piece but a king, from before the move;
    /// `PEATEE_NO_PLIES` where that is not known or the move draws.
    pub dtc_plies: i32,
}

/// Bytes of `PeateeFenMove.text`.
pub const PEATEE_MOVE_BYTES: usize = 256;

/// A legal move of a FEN and its values for the player who makes it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeateeFenMove {
    /// The move as the game writes it, in chess SAN, NUL at the end.
    pub text: [c_char; PEATEE_MOVE_BYTES],
    /// The value as if no rule counted moves, plies to the end of the game from before the move;
    /// in chess under draw rules without plies.
    pub value: PeateeValue,
    /// A `PeateeOutcome`: who wins under the draw rules; without any as `value` says.
    pub outcome: i32,
    /// Plies of the count that binds that the winner needs with this move, 1 for a move that sets
    /// it back; `PEATEE_NO_PLIES` without draw rules, and where that has no meaning or is not
    /// known.
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

/// Ruling of a verdict.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeateeRuling {
    /// The game goes on. `value` has what the tables say of it.
    InProgress = 0,
    /// The game goes on, and a draw can be claimed. `value` has what the tables say of it.
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

/// Bytes of `PeateeVerdict.text`.
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
    /// The position after them.
    pub position: PeateePosition,
    /// Value of a game in progress. `status` is `PEATEE_STATUS_NOT_PROBED` when the
    /// game is over, and `PEATEE_STATUS_NO_TABLE` where no table says anything.
    pub value: PeateeRuleValue,
    /// The reason: a sentence of UTF-8 with the article of the rules, NUL at the end. A longer one
    /// is cut.
    pub text: [c_char; PEATEE_TEXT_BYTES],
}
