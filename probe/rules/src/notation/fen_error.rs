//! Errors of the FEN reader.

use crate::piece::Side;
use crate::position::IllegalPosition;

/// Fault of a FEN, with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The text is not of the form `side:pieces:pieces`.
    #[error(
        "FEN must read `W:W...:B...` (side to move, then the pieces of each colour), found {found} part(s) in `{fen}`"
    )]
    Parts {
        /// The text of the FEN, possibly shortened.
        fen: String,
        /// Number of parts between colons.
        found: usize,
    },
    /// The side to move is not W or B.
    #[error("the side to move must be W or B, not `{found}`")]
    SideToMove {
        /// The text in place of the side to move.
        found: String,
    },
    /// A text after the position is not one of the counts that other programs append to a FEN.
    #[error("`{found}` is not a count that may follow a position; write `H0`, `F1` or `+0+0`, each at most once")]
    Count {
        /// The text after the position.
        found: String,
    },
    /// A Hub position is too short or too long.
    #[error(
        "the position has {found} characters; a Hub position of {variant} has {expected}: `W` or `B` for the side to \
         move, and one of `w`, `b`, `W`, `B`, `e` for each square"
    )]
    HubLength {
        /// Number of characters in the text.
        found: usize,
        /// Number of characters that a Hub position of the variant has.
        expected: usize,
        /// Id of the variant.
        variant: &'static str,
    },
    /// A character is not allowed in a Hub position.
    #[error(
        "`{found}` cannot stand in a Hub position, which has `W` or `B` for the side to move and then only `w`, `b`, \
         `W`, `B`, `e`"
    )]
    HubLetter {
        /// The character that is not allowed, or its escape when it cannot be shown.
        found: String,
    },
    /// A lower-case letter is ambiguous: it can be a kind of piece or a file of this board.
    #[error(
        "`{item}` can be a square or a {kind} on a square with a number: write the letter of a {kind} as `{letter}`"
    )]
    KindOrFile {
        /// The ambiguous item of a list of pieces.
        item: String,
        /// Name of the kind of piece that the letter can mean.
        kind: &'static str,
        /// Capital letter of this kind of piece.
        letter: char,
    },
    /// A list of pieces does not start with W or B.
    #[error("a list of pieces must start with W or B: `{found}`")]
    Colour {
        /// The faulty list of pieces.
        found: String,
    },
    /// A colour is listed twice.
    #[error("the pieces of {side} are listed twice")]
    ColourTwice {
        /// The colour that is listed twice.
        side: Side,
    },
    /// A name is not a square of this board.
    #[error("`{name}` in `{list}` is not a square of {variant}, which has {squares} squares")]
    Square {
        /// The name that is not a square.
        name: String,
        /// The list that contains the name.
        list: String,
        /// Id of the variant.
        variant: &'static str,
        /// Number of squares of the board.
        squares: u8,
    },
    /// A range runs backward, or its ends have different kinds of pieces.
    #[error("`{item}` is not a range of squares")]
    Range {
        /// The text of the faulty range.
        item: String,
    },
    /// The text can be read, but the position is illegal.
    #[error("impossible position: {0}")]
    Illegal(IllegalPosition),
}

impl From<IllegalPosition> for FenError {
    fn from(error: IllegalPosition) -> Self {
        FenError::Illegal(error)
    }
}
