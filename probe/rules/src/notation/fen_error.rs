//! Why a text is no position.

use crate::piece::Side;
use crate::position::IllegalPosition;

/// What is wrong with a FEN, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// Not `side:pieces:pieces`.
    #[error(
        "FEN must read `W:W...:B...` (side to move, then the pieces of each colour), found {found} part(s) in `{fen}`"
    )]
    Parts {
        /// The text.
        fen: String,
        /// How many parts between colons.
        found: usize,
    },
    /// The first part is not W or B.
    #[error("the side to move must be W or B, not `{found}`")]
    SideToMove {
        /// What stands there.
        found: String,
    },
    /// A count behind the position is none that other programs write.
    #[error("`{found}` is no count that can stand behind a position, as `H0`, `F1` or `+0+0`, each at most once")]
    Count {
        /// What stands there.
        found: String,
    },
    /// A position of the Hub protocol has too few or too many characters.
    #[error(
        "the position has {found} characters; a Hub position of {variant} has {expected}: `W` or `B` for the side to \
         move, and one of `w`, `b`, `W`, `B`, `e` for each square"
    )]
    HubLength {
        /// How many it has.
        found: usize,
        /// How many it needs.
        expected: usize,
        /// The variant's id.
        variant: &'static str,
    },
    /// A character that a position of the Hub protocol cannot hold.
    #[error(
        "`{found}` cannot stand in a Hub position, which has `W` or `B` for the side to move and then only `w`, `b`, \
         `W`, `B`, `e`"
    )]
    HubLetter {
        /// The character, or its name where it cannot be shown.
        found: String,
    },
    /// A lower-case letter that can be a kind of piece or a file of this board.
    #[error(
        "`{item}` can be a square or a {kind} on a square with a number: write the letter of a {kind} as `{letter}`"
    )]
    KindOrFile {
        /// The piece.
        item: String,
        /// The kind.
        kind: &'static str,
        /// The letter of that kind.
        letter: char,
    },
    /// A list of pieces does not start with W or B.
    #[error("a list of pieces must start with W or B: `{found}`")]
    Colour {
        /// The list.
        found: String,
    },
    /// The same colour twice.
    #[error("the pieces of {side} are listed twice")]
    ColourTwice {
        /// Which colour.
        side: Side,
    },
    /// A name that is no square of this board.
    #[error("`{name}` in `{list}` is not a square of {variant}, which has {squares} squares")]
    Square {
        /// The name.
        name: String,
        /// The list it stands in.
        list: String,
        /// The variant's id.
        variant: &'static str,
        /// How many squares it has.
        squares: u8,
    },
    /// A range that runs backward or names no numbers.
    #[error("`{item}` is not a range of squares")]
    Range {
        /// The range.
        item: String,
    },
    /// The position cannot be.
    #[error("impossible position: {0}")]
    Illegal(IllegalPosition),
}

impl From<IllegalPosition> for FenError {
    fn from(error: IllegalPosition) -> Self {
        FenError::Illegal(error)
    }
}
