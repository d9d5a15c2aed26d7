//! Errors of chess texts.

use cozy_chess::Square;

/// Reason why a text is not a FEN of a chess position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The text does not have the fields of a FEN.
    #[error(
        "a FEN of chess has 6 fields (board, side to move, castling, en passant, half-move clock, move number), the \
         last two of which may be left out; this one has {found}"
    )]
    Fields {
        /// Number of fields in the text.
        found: usize,
    },
    /// The board field does not have 8 rows.
    #[error("the board has {found} rows; write 8 rows from rank 8 to rank 1, with / between them")]
    Rows {
        /// Number of rows in the board field.
        found: usize,
    },
    /// A row does not have 8 squares.
    #[error("rank {rank} has {found} squares; pieces and the numbers of empty squares must add up to 8")]
    Squares {
        /// Number of the rank, from 1.
        rank: usize,
        /// Number of squares in the row.
        found: usize,
    },
    /// A row has a character that is neither a piece nor a number.
    #[error("rank {rank} holds {letter:?}; pieces are KQRBNP (White) and kqrbnp (Black), empty squares 1 to 8")]
    Letter {
        /// Number of the rank, from 1.
        rank: usize,
        /// The character that is neither a piece nor a number.
        letter: char,
    },
    /// A side does not have exactly one king.
    #[error("{side} has {found} kings; each side has exactly one")]
    Kings {
        /// The side with the wrong number of kings.
        side: &'static str,
        /// Number of kings of the side.
        found: usize,
    },
    /// A side has more pieces than are possible in a game.
    #[error("{side} has {pieces} pieces, {pawns} of them pawns; the most are 16 and 8")]
    TooMany {
        /// The side with too many pieces.
        side: &'static str,
        /// Number of pieces of the side.
        pieces: usize,
        /// Number of pawns of the side.
        pawns: usize,
    },
    /// A pawn is on the first or last rank.
    #[error("a pawn stands on {square}; pawns stand on ranks 2 to 7")]
    PawnOnEdge {
        /// Square of the pawn.
        square: String,
    },
    /// The kings are on neighbouring squares.
    #[error("the kings stand next to each other, on {white} and {black}")]
    KingsTouch {
        /// Square of the white king.
        white: String,
        /// Square of the black king.
        black: String,
    },
    /// The side that has just moved is in check.
    #[error("{side} has just moved and is in check; set the other side to move, or move the king")]
    MoverInCheck {
        /// The side that has just moved.
        side: &'static str,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move is {found:?}; write w or b")]
    Side {
        /// Beginning of the field for the side to move.
        found: String,
    },
    /// Castling rights cannot be read, or king or rook is not on its initial square.
    #[error("castling rights {found:?}: {reason}")]
    Castling {
        /// Beginning of the castling field.
        found: String,
        /// Reason why the castling rights are wrong.
        reason: CastlingFault,
    },
    /// No pawn can just have passed the en passant square.
    #[error("en passant {found:?}: {reason}")]
    EnPassant {
        /// Beginning of the en passant field.
        found: String,
        /// Reason why no pawn can just have passed the square.
        reason: EnPassantFault,
    },
    /// A number cannot be read.
    #[error("the {field} is {found:?}; write a number from {least} to 65535")]
    Number {
        /// The number that cannot be read.
        field: NumberField,
        /// Beginning of the text that stands in place of the number.
        found: String,
        /// The smallest allowed number.
        least: u16,
    },
    /// The board is impossible for another reason.
    #[error("no game leads to this board")]
    Impossible,
}

/// Fault of the castling rights of a FEN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CastlingFault {
    /// The rights name files of rooks, as in Chess960.
    #[error("castling of Chess960 is not known; write KQkq, or - for none")]
    Chess960,
    /// The castling field has a letter other than `K`, `Q`, `k` and `q`.
    #[error("write the letters of KQkq, or - for none")]
    Letters,
    /// The text names a right twice.
    #[error("a right is named twice")]
    Twice,
    /// King or rook is not on its initial square.
    #[error("a right needs the king on its e-file square and the rook in its corner")]
    Pieces,
}

/// Fault of the en passant square of a FEN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EnPassantFault {
    /// The text is not a square.
    #[error("write the square that a pawn has just passed, or -")]
    Square,
    /// The square is on the wrong rank. With White to move only rank 6 is possible, with Black to
    /// move only rank 3.
    #[error("with White to move the square is on rank 6, with Black to move on rank 3")]
    Rank,
    /// The pawn that would have passed the square does not stand in front of it.
    #[error("the pawn that has passed it is not there")]
    NoPawn,
    /// The square itself or the initial square of the pawn is occupied.
    #[error("the square, or the one that the pawn came from, is taken")]
    Taken,
    /// The side to move is in a check that the double step of the pawn cannot have given.
    #[error("the side to move was in check before the pawn moved, which then could not move so")]
    Check,
}

/// A field of a FEN that holds a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberField {
    /// Plies since the last capture or pawn move.
    HalfMoveClock,
    /// Number of the next move.
    MoveNumber,
}

impl std::fmt::Display for NumberField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NumberField::HalfMoveClock => "half-move clock",
            NumberField::MoveNumber => "move number",
        })
    }
}

/// Reason why bitboards are not a position of chess.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BitboardsError {
    /// The sets contradict each other on a square. A square must be in no set, or in exactly one
    /// set of colors and exactly one set of pieces.
    #[error(
        "{square} is in {colors} sets of colors and in {pieces} sets of pieces; each man is in one set of each kind"
    )]
    Square {
        /// The inconsistent square.
        square: String,
        /// Number of color sets that contain the square.
        colors: usize,
        /// Number of piece sets that contain the square.
        pieces: usize,
    },
    /// The position is impossible.
    #[error(transparent)]
    Position(#[from] FenError),
}

/// Error: a text is not a legal move of a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} {fault}; legal moves: {legal}")]
pub struct MoveTextError {
    /// Beginning of the text that is not a legal move.
    pub text: String,
    /// Reason why the text is not a legal move.
    pub fault: MoveFault,
    /// All legal moves, in the notation of the text.
    pub legal: String,
}

/// Fault of the text of a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveFault {
    /// The text does not have the form of a move, so it does not show which move was played.
    #[error("cannot be read: {0}")]
    Unreadable(Unreadable),
    /// Several legal moves fit, so the text does not show which move was played.
    #[error("is ambiguous: {}", candidates.join(" or "))]
    Ambiguous {
        /// Legal moves that the text can mean.
        candidates: Vec<String>,
    },
    /// The text can be read, but the move is not legal.
    #[error("is not a legal move here: {0}")]
    NotLegal(IllegalReason),
}

/// Reason why a text cannot be read as a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// A letter is not that of a piece.
    #[error("{letter:?} is not a piece letter; the letters are K Q R B N (PGN standard, English)")]
    Letter {
        /// The letter that is not a piece.
        letter: char,
    },
    /// `P`, which means a pawn in English and a knight in Dutch.
    #[error(
        "P is a pawn to some and a knight to others; pawns have no letter, the letters are K Q R B N (PGN standard, \
         English)"
    )]
    PawnLetter,
    /// The text does not have the form of a move in SAN.
    #[error("write a piece and a square, as Nf3, exd5, e8=Q or O-O; the letters are K Q R B N (PGN standard, English)")]
    Form,
    /// The text is not a UCI move.
    #[error("write two squares, as e2e4, and the piece that a pawn becomes, as e7e8q")]
    Uci,
}

/// Reason why a move is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The player's own king would be in check.
    #[error("it leaves the player's own king in check")]
    KingInCheck,
    /// A piece of the side to move is on the destination square.
    #[error("a piece of the same player stands on {square}")]
    OwnPiece {
        /// Destination square.
        square: Square,
    },
    /// The opponent's king is on the destination square.
    #[error("the king cannot be captured")]
    CapturesKing,
    /// The side to move has no piece of the named kind on the square, file or rank that the text
    /// names.
    #[error("{side} has no {piece}{}", if *is_none { "" } else { " there" })]
    NoSuchPiece {
        /// The side to move.
        side: &'static str,
        /// Name of the piece that the text names.
        piece: &'static str,
        /// True when the side has no piece of the named kind at all; false when its pieces of this
        /// kind stand elsewhere.
        is_none: bool,
    },
    /// No piece of the named kind can reach the destination square in one move, even on an empty
    /// board.
    #[error("no {piece} of {side} can move to {square} that way")]
    MovesNotSo {
        /// The side to move.
        side: &'static str,
        /// Name of the piece that the text names.
        piece: &'static str,
        /// Destination square.
        square: Square,
    },
    /// Another piece is between the moving piece and the destination square.
    #[error("another piece stands in the way of the {piece} to {square}")]
    Blocked {
        /// Name of the blocked piece.
        piece: &'static str,
        /// Destination square.
        square: Square,
    },
    /// The pawn move is a capture, but there is nothing to capture on the destination square.
    #[error("the pawn has nothing to capture on {square}, not even en passant")]
    NothingToCapture {
        /// Destination square.
        square: Square,
    },
    /// A pawn reaches the last rank, but the text names no new piece.
    #[error(
        "the pawn reaches the last rank, but no piece is named for the promotion; if none was put on the board, see \
         article 7.5.2"
    )]
    PromotionMissing,
    /// The text names a new piece, but the move is not a promotion.
    #[error("only a pawn that reaches the last rank is promoted")]
    NoPromotion,
    /// A pawn cannot become the new piece that the text names.
    #[error("a pawn becomes a queen, rook, bishop or knight")]
    WrongPromotion,
    /// The right to castle is lost or never existed.
    #[error("the right to castle on that side is lost, or was never there")]
    NoRightToCastle,
    /// Pieces are between king and rook.
    #[error("castling: a piece stands between king and rook")]
    CastlingBlocked,
    /// The king is in check.
    #[error("castling: the king is in check")]
    CastlingOutOfCheck,
    /// The king would pass or reach an attacked square.
    #[error("castling: {square} is attacked, and the king would pass it or stop there")]
    CastlingThrough {
        /// The attacked square.
        square: Square,
    },
}

impl IllegalReason {
    /// Returns true when nobody can make the move on a real board, because the piece does not exist
    /// or another piece is in its way. Then the written record of the game is wrong, rather than
    /// the player's move.
    pub const fn is_impossible(self) -> bool {
        matches!(
            self,
            IllegalReason::NoSuchPiece { .. } | IllegalReason::OwnPiece { .. } | IllegalReason::CastlingBlocked
        )
    }
}
