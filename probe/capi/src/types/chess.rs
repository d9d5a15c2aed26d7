//! Positions of chess, their values and moves.

use std::ffi::c_char;

/// The value of a position of chess for the side to move.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeateeChessValue {
    /// A `PeateeWdl`, without the 50-move rule.
    pub wdl: i32,
    /// Exact plies to the next capture, pawn move or mate with best play under the 50-move rule. A
    /// win with more than 100 plies is cursed, whatever the half-move clock is. `PEATEE_NO_PLIES`
    /// for a draw, and without a DTZ table.
    pub dtz_plies: i32,
    /// A `PeateeOutcome`: who wins under the 50-move rule with the half-move clock of the position.
    pub outcome: i32,
}

/// The pieces of chess.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeateeChessPiece {
    /// A pawn; as a promotion: none.
    Pawn = 0,
    /// A knight.
    Knight = 1,
    /// A bishop.
    Bishop = 2,
    /// A rook.
    Rook = 3,
    /// A queen.
    Queen = 4,
    /// A king.
    King = 5,
}

/// A position of chess. Set it to zeros, then set `size`. A set of squares has one bit for each
/// square: a1 is bit 0, b1 bit 1, a2 bit 8, h8 bit 63. A later version may add fields at the end.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PeateeChessPosition {
    /// `sizeof(PeateeChessPosition)`.
    pub size: usize,
    /// The squares of White's men.
    pub white: u64,
    /// The squares of Black's men.
    pub black: u64,
    /// The squares of all pawns.
    pub pawns: u64,
    /// The squares of all knights.
    pub knights: u64,
    /// The squares of all bishops.
    pub bishops: u64,
    /// The squares of all rooks.
    pub rooks: u64,
    /// The squares of all queens.
    pub queens: u64,
    /// The squares of both kings.
    pub kings: u64,
    /// A `PeateeSide`; any other number is an error.
    pub side_to_move: i32,
    /// The square that a pawn has just passed, from 16 (a3) to 47 (h6), whether or not a capture en
    /// passant is possible; 0 for none.
    pub en_passant: i32,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: i32,
    /// Always 0: tables hold no positions with castling rights.
    pub castling_rights: i32,
}

/// Length of `PeateeChessMove.uci` in bytes.
pub const PEATEE_UCI_BYTES: usize = 8;
/// Length of `PeateeChessMove.san` in bytes.
pub const PEATEE_SAN_BYTES: usize = 16;

/// A legal move of chess, with its values for the player who makes it. Plies count from before the
/// move.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeateeChessMove {
    /// Square that the piece moves from, 0 to 63.
    pub from: i32,
    /// Square that the piece moves to, 0 to 63.
    pub to: i32,
    /// A `PeateeChessPiece`: the piece that a pawn becomes; 0 for no promotion.
    pub promotion: i32,
    /// Who wins, DTZ, and the outcome with the half-move clock of the position.
    pub value: PeateeChessValue,
    /// Plies to mate; `PEATEE_NO_PLIES` for a draw, and without a DTM table.
    pub dtm_plies: i32,
    /// Plies to the next capture, promotion or mate; `PEATEE_NO_PLIES` for a draw, and without a
    /// DTC table.
    pub dtc_plies: i32,
    /// The move in UCI, such as `e7e8q`, with a final NUL.
    pub uci: [c_char; PEATEE_UCI_BYTES],
    /// The move in SAN, such as `exd8=Q+`, with a final NUL.
    pub san: [c_char; PEATEE_SAN_BYTES],
}
