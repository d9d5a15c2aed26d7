//! Errors of the PGN reader.

use super::place::Place;
use crate::error::FenError;

/// Reason why a game cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, {place}: {fault}")]
pub struct PgnError {
    /// Number of the game in the text, from 1.
    pub game: usize,
    /// Place of the fault.
    pub place: Place,
    /// The fault.
    pub fault: PgnFault,
}

/// Fault of a PGN text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PgnFault {
    /// A comment is not closed.
    #[error("the comment that begins here has no }}; close it")]
    OpenComment,
    /// A variation is not closed.
    #[error("the variation that begins here has no ); close it")]
    OpenVariation,
    /// A variation is closed that was not opened.
    #[error("a ) closes no variation; remove it")]
    NoVariation,
    /// A tag is not of the form `[Name "value"]`.
    #[error("this is no tag; write tags as [Name \"value\"]")]
    Tag,
    /// A NAG has no number.
    #[error("a $ needs a number from 0 to 255 behind it")]
    Nag,
    /// A character is not part of PGN.
    #[error("{sign:?} is no part of a game")]
    Sign {
        /// The character.
        sign: char,
    },
    /// The tag `FEN` is not a position.
    #[error("the tag FEN: {0}")]
    Fen(#[from] FenError),
    /// The tag `SetUp` is `"1"`, but there is no tag `FEN`.
    #[error("the tag SetUp is \"1\", but there is no tag FEN; add the position")]
    SetUpWithoutFen,
    /// A claim with an announced move has no move.
    #[error("a claim with an announced move needs that move at the end of the game; the game has no move")]
    NothingAnnounced,
    /// The tag `Variant` names another game.
    #[error("the tag Variant is {variant:?}; only standard chess is judged")]
    Variant {
        /// Beginning of its value.
        variant: String,
    },
}
