//! What can be wrong with texts of chess.

use cozy_chess::Square;

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
        /// The text of the field, or its beginning.
        found: String,
    },
    /// Castling rights cannot be read, or king and rook are not at home.
    #[error("castling rights {found:?}: {reason}")]
    Castling {
        /// The text of the field, or its beginning.
        found: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// No pawn can just have passed the square.
    #[error("en passant {found:?}: {reason}")]
    EnPassant {
        /// The text of the field, or its beginning.
        found: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// A number cannot be read.
    #[error("the {field} is {found:?}; write a number from {least} to 65535")]
    Number {
        /// Which number.
        field: &'static str,
        /// The text of the field, or its beginning.
        found: String,
        /// The smallest that is allowed.
        least: u16,
    },
    /// The board is impossible in a way that is not named above.
    #[error("no game leads to this board")]
    Impossible,
}

/// Why bitboards are no position of chess.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BitboardsError {
    /// A square has not exactly one color and one piece, or none of both.
    #[error("{square} is in {colors} sets of colors and in {pieces} sets of pieces; each man is in one of either")]
    Square {
        /// The square.
        square: String,
        /// Sets of colors that have it.
        colors: usize,
        /// Sets of pieces that have it.
        pieces: usize,
    },
    /// No game leads to the position.
    #[error(transparent)]
    Position(#[from] FenError),
}

/// Why a text is no move in a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} {fault}; legal moves: {legal}")]
pub struct MoveTextError {
    /// The text, or its beginning.
    pub text: String,
    /// What is wrong with it.
    pub fault: MoveFault,
    /// All legal moves in the same notation.
    pub legal: String,
}

/// What is wrong with the text of a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveFault {
    /// It is no move in this notation: nothing follows for the move that was played.
    #[error("cannot be read: {0}")]
    Unreadable(Unreadable),
    /// Several legal moves fit: nothing follows for the move that was played.
    #[error("is ambiguous: {}", candidates.join(" or "))]
    Ambiguous {
        /// These.
        candidates: Vec<String>,
    },
    /// It can be read, and the move is not legal.
    #[error("is no legal move here: {0}")]
    NotLegal(IllegalReason),
}

/// Why a text is no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// A letter is that of no piece.
    #[error("{letter:?} is no piece; the letters are K Q R B N (PGN standard, English)")]
    Letter {
        /// The letter.
        letter: char,
    },
    /// `P`, which is a pawn in English and a knight in Dutch.
    #[error(
        "P is a pawn to some and a knight to others; pawns have no letter, the letters are K Q R B N (PGN standard, \
         English)"
    )]
    PawnLetter,
    /// The text has another form.
    #[error("write a piece and a square, as Nf3, exd5, e8=Q or O-O; the letters are K Q R B N (PGN standard, English)")]
    Form,
    /// The text is no move of UCI.
    #[error("write two squares, as e2e4, and the piece that a pawn becomes, as e7e8q")]
    Uci,
}

/// Why a move is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The own king would be in check, or stay in it.
    #[error("it leaves the own king in check")]
    KingInCheck,
    /// A piece of the side to move stands on the square.
    #[error("{square} is occupied by an own piece")]
    OwnPiece {
        /// The square.
        square: Square,
    },
    /// The opponent's king stands on the square.
    #[error("the king cannot be captured")]
    CapturesKing,
    /// There is no piece that the text can mean.
    #[error("{side} has no {piece}{}", if *is_none { "" } else { " there" })]
    NoSuchPiece {
        /// The side to move.
        side: &'static str,
        /// The piece.
        piece: &'static str,
        /// Whether the side has none anywhere.
        is_none: bool,
    },
    /// No such piece moves that way.
    #[error("the piece does not move so: no {piece} of {side} goes to {square}")]
    MovesNotSo {
        /// The side to move.
        side: &'static str,
        /// The piece.
        piece: &'static str,
        /// Where it should go.
        square: Square,
    },
    /// Another piece stands between the piece and the square.
    #[error("another piece stands in the way of the {piece} to {square}")]
    Blocked {
        /// The piece.
        piece: &'static str,
        /// Where it should go.
        square: Square,
    },
    /// A pawn would capture, and there is nothing.
    #[error("a pawn has nothing to capture on {square}, and not en passant either")]
    NothingToCapture {
        /// The square.
        square: Square,
    },
    /// A pawn reaches the last rank, and no piece takes its place.
    #[error(
        "the pawn reaches the last rank, and no piece is named that takes its place; if none was put there, see \
         article 7.5.2"
    )]
    PromotionMissing,
    /// A piece is named that takes the place of something else.
    #[error("only a pawn on the last rank becomes another piece")]
    NoPromotion,
    /// A pawn becomes what it may not.
    #[error("a pawn becomes a queen, rook, bishop or knight")]
    WrongPromotion,
    /// King or rook have moved, or the start had no right.
    #[error("the right to castle on that side is lost, or was never there")]
    NoRightToCastle,
    /// Pieces stand between king and rook.
    #[error("castling: a piece stands between king and rook")]
    CastlingBlocked,
    /// The king is in check.
    #[error("castling: the king is in check")]
    CastlingOutOfCheck,
    /// The king would pass or reach an attacked square.
    #[error("castling: {square} is attacked, and the king would pass it or stop there")]
    CastlingThrough {
        /// The square.
        square: Square,
    },
}
