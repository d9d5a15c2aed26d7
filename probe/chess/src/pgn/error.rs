//! What can be wrong with a PGN text.

use super::place::Place;
use crate::error::FenError;

/// Why a game cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, {place}: {fault}")]
pub struct PgnError {
    /// Which game of the text, from 1.
    pub game: usize,
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub fault: PgnFault,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PgnFault {
    /// A comment has no end.
    #[error("the comment that begins here has no }}; close it")]
    OpenComment,
    /// A variation has no end.
    #[error("the variation that begins here has no ); close it")]
    OpenVariation,
    /// A variation ends that has not begun.
    #[error("a ) closes no variation; remove it")]
    NoVariation,
    /// A tag is not as `[Name "value"]`.
    #[error("this is no tag; write tags as [Name \"value\"]")]
    Tag,
    /// A NAG has no number.
    #[error("a $ needs a number from 0 to 255 behind it")]
    Nag,
    /// A sign that PGN does not have.
    #[error("{sign:?} is no part of a game")]
    Sign {
        /// The sign.
        sign: char,
    },
    /// The tag `FEN` holds no position.
    #[error("the tag FEN: {0}")]
    Fen(#[from] FenError),
    /// `SetUp` and `FEN` contradict each other.
    #[error("the tag SetUp is \"1\", but there is no tag FEN; add the position")]
    SetUpWithoutFen,
    /// A claim names no move.
    #[error("a claim with an announced move needs that move at the end of the game; the game has no move")]
    NothingAnnounced,
    /// The tag `Variant` names another game.
    #[error("the tag Variant is {variant:?}; only standard chess is judged")]
    Variant {
        /// What it names, or its beginning.
        variant: String,
    },
}
