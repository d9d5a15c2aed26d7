//! Errors of PDN games.

use peatee_game::{Place, RECORD_BYTES_MAX};

use crate::notation::FenError;
use crate::variant::UnknownVariant;

/// Reason why a game of a PDN text cannot be played, with the place in the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, {place}: {fault}")]
pub struct PdnError {
    /// Number of the game in the text, from 1.
    pub game: usize,
    /// Line and column of the fault in the text.
    pub place: Place,
    /// Fault of the text at this line and column.
    pub fault: PdnFault,
}

/// Fault of a game of PDN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PdnFault {
    /// The text must hold only the moves and the result of one game, but it has tags or a second
    /// game.
    #[error("only the moves of one game and its result are read here, no tags and no second game")]
    NotOnlyMoves,
    /// The tag `Variant` names an unknown variant.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// The tag `GameType` names an unknown variant.
    #[error("there is no variant with GameType \"{value}\"")]
    GameType {
        /// Value of the tag `GameType`.
        value: String,
    },
    /// The tag `GameType` names a board that differs from the board of its variant.
    #[error("GameType \"{value}\" is {variant} on a board of another size: {variant} has {files} by {ranks} squares")]
    Board {
        /// Value of the tag `GameType`.
        value: String,
        /// Id of the variant.
        variant: &'static str,
        /// Number of files of the variant's board.
        files: u8,
        /// Number of ranks of the variant's board.
        ranks: u8,
    },
    /// The tag `GameType` names another first square than the variant has, and the moves do not
    /// show which of the two is right. The first square is the corner at which the numbering
    /// begins.
    #[error(
        "GameType \"{value}\" names another first square than {variant} has, and the moves do not show how squares are \
         named; leave the attributes behind the number out if they are named as in {variant}"
    )]
    Numbering {
        /// Value of the tag `GameType`.
        value: String,
        /// Id of the variant.
        variant: &'static str,
    },
    /// The tags `Variant` and `GameType` name different variants.
    #[error("tag Variant says {variant}, whose GameType is \"{own}\", but tag GameType says \"{game_type}\"")]
    VariantTagsDisagree {
        /// Id of the variant that the tag `Variant` names.
        variant: &'static str,
        /// Value of `GameType` that would name the variant of the tag `Variant`.
        own: String,
        /// Value of the tag `GameType`.
        game_type: String,
    },
    /// The tag `SetUp` is `1`, but there is no tag `FEN` with a position.
    #[error("SetUp is \"1\", but there is no tag FEN")]
    SetUpWithoutFen,
    /// The game takes more memory than [`peatee_game::RECORD_BYTES_MAX`].
    #[error("the game is too long: its tags, moves and comments take more than {} MiB", RECORD_BYTES_MAX >> 20)]
    TooLong,
    /// The tag `FEN` is not a position of the variant.
    #[error(transparent)]
    Fen(#[from] FenError),
}
