//! Errors of games of PGN.

use peatee_game::{Place, RECORD_BYTES_MAX};

use crate::error::FenError;

/// Reason why a game of a PGN text cannot be judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, {place}: {fault}")]
pub struct PgnError {
    /// Number of the game in the text, from 1.
    pub game: usize,
    /// Line and column of the fault in the text.
    pub place: Place,
    /// Fault of the text at this line and column.
    pub fault: PgnFault,
}

/// Fault of a game of PGN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PgnFault {
    /// The tag `FEN` is not a position.
    #[error("the tag FEN: {0}")]
    Fen(#[from] FenError),
    /// The tag `SetUp` is `"1"`, but there is no tag `FEN`.
    #[error("the tag SetUp is \"1\", but there is no tag FEN; add the position")]
    SetUpWithoutFen,
    /// The game takes more memory than [`peatee_game::RECORD_BYTES_MAX`].
    #[error("the game is too long: its tags, moves and comments take more than {} MiB", RECORD_BYTES_MAX >> 20)]
    TooLong,
    /// A draw is claimed with an announced move, which must be written as the last move of the
    /// game, but the game has no moves.
    #[error("a claim with an announced move: write that move as the last one of the game; this game has no move")]
    NothingAnnounced,
    /// The tag `Variant` names another game.
    #[error("the tag Variant is {variant:?}; only standard chess is judged")]
    Variant {
        /// Beginning of the value of the tag `Variant`.
        variant: String,
    },
}
