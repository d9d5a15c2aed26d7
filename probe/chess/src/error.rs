//! What can be wrong with texts of chess.

/// Why a text is no FEN of a chess position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// There are too few or too many fields.
    #[error(
        "a FEN of chess has 6 fields (board, side to move, castling, en passant, half-move clock, move number), the \
         last two of which may be left out; this has {found}"
    )]
    Fields {
        /// How many there are.
        found: usize,
    },
    /// There are too few or too many rows.
    #[error("the board has {found} rows; write 8 rows from rank 8 to rank 1, with / between them")]
    Rows {
        /// How many there are.
        found: usize,
    },
    /// A row has another number of squares than 8.
    #[error("rank {rank} has {found} squares; pieces and the numbers of empty squares must add up to 8")]
    Squares {
        /// The rank, from 1.
        rank: usize,
        /// How many squares it has.
        found: usize,
    },
    /// A row holds something else than pieces and numbers.
    #[error("rank {rank} holds {letter:?}; pieces are KQRBNP (White) and kqrbnp (Black), empty squares 1 to 8")]
    Letter {
        /// The rank, from 1.
        rank: usize,
        /// What it holds.
        letter: char,
    },
    /// A side has not exactly one king.
    #[error("{side} has {found} kings; each side has exactly one")]
    Kings {
        /// The side.
        side: &'static str,
        /// How many it has.
        found: usize,
    },
    /// A side has more pieces than a game can give it.
    #[error("{side} has {pieces} pieces, {pawns} of them pawns; the most are 16 and 8")]
    TooMany {
        /// The side.
        side: &'static str,
        /// All its pieces.
        pieces: usize,
        /// Its pawns.
        pawns: usize,
    },
    /// A pawn stands where none can.
    #[error("a pawn stands on {square}; pawns stand on ranks 2 to 7")]
    PawnOnEdge {
        /// The square.
        square: String,
    },
    /// The kings stand next to each other.
    #[error("the kings stand next to each other, on {white} and {black}")]
    KingsTouch {
        /// The square of the white king.
        white: String,
        /// The square of the black king.
        black: String,
    },
    /// The side that has just moved is in check.
    #[error("{side} has just moved and is in check; set the other side to move, or move the king")]
    MoverInCheck {
        /// The side.
        side: &'static str,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move is {found:?}; write w or b")]
    Side {
        /// What stands there.
        found: String,
    },
    /// Castling rights cannot be read, or king and rook are not at home.
    #[error("castling rights {found:?}: {reason}")]
    Castling {
        /// What stands there.
        found: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// No pawn can just have passed the square.
    #[error("en passant {found:?}: {reason}")]
    EnPassant {
        /// What stands there.
        found: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// A number cannot be read.
    #[error("the {field} is {found:?}; write a number from {least} to 65535")]
    Number {
        /// Which number.
        field: &'static str,
        /// What stands there.
        found: String,
        /// The smallest that is allowed.
        least: u16,
    },
    /// The board is impossible in a way that is not named above.
    #[error("no game leads to this board")]
    Impossible,
}

/// Why a text is no move in a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no legal move here; legal moves: {legal}")]
pub struct MoveTextError {
    /// The text.
    pub text: String,
    /// All legal moves in the same notation.
    pub legal: String,
}
