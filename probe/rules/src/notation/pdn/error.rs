//! What can be wrong with a PDN text.

use super::place::Place;
use crate::notation::FenError;
use crate::variant::UnknownVariant;

/// What is wrong with a PDN text, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, {place}: {fault}")]
pub struct PdnError {
    /// Which game of the text, from 1.
    pub game: usize,
    /// Where in the text.
    pub place: Place,
    /// What.
    pub fault: PdnFault,
}

/// What is wrong with a PDN text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PdnFault {
    /// A tag does not read `[Name "value"]`.
    #[error("a tag must read [Name \"value\"]: {expected} expected")]
    Tag {
        /// What should stand here.
        expected: &'static str,
    },
    /// The value of a tag has no closing quote in its line.
    #[error("the value of tag {name} is not closed on its line")]
    OpenValue {
        /// The tag.
        name: String,
    },
    /// The same tag twice in one game.
    #[error("tag {name} stands twice in this game")]
    TagTwice {
        /// The tag.
        name: String,
    },
    /// A comment that never closes.
    #[error("this comment has no closing brace")]
    OpenComment,
    /// A variation that never closes.
    #[error("this variation has no closing parenthesis")]
    OpenVariation,
    /// Something closes that was not opened.
    #[error("`{found}` closes nothing")]
    Unopened {
        /// The character.
        found: char,
    },
    /// `$` without a number that fits.
    #[error("`$` must be followed by a number from 0 to 65535")]
    Nag,
    /// A mark such as `!?` that has no meaning.
    #[error("`{mark}` is not one of the marks ! ? !! ?? !? ?!")]
    Mark {
        /// The mark.
        mark: String,
    },
    /// A mark that follows no move.
    #[error("a mark must follow a move")]
    MarkWithoutMove,
    /// A position set up between the moves.
    #[error(
        "a position set up between moves, /.../, is not read: give each start its own game with SetUp and FEN tags"
    )]
    SetUpBetweenMoves,
    /// A word that is neither a move, a number nor a result.
    #[error("`{word}` is not a move, a move number or a result")]
    Word {
        /// The word.
        word: String,
    },
    /// A character that has no meaning in PDN.
    #[error("`{found}` has no meaning here")]
    Character {
        /// The character.
        found: char,
    },
    /// A result that belongs to no game.
    #[error("a result without a game: no tags or moves stand before it")]
    LoneResult,
    /// Something else than the moves and the result of one game, where only these are read.
    #[error("only the moves of one game and its result are read here, no tags and no second game")]
    NotOnlyMoves,
    /// The tag `Variant` names none.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// The tag `GameType` names no variant.
    #[error("there is no variant with GameType \"{value}\"")]
    GameType {
        /// The value.
        value: String,
    },
    /// The tag `GameType` fits several variants.
    #[error("GameType \"{value}\" fits {variants}: add a tag [Variant \"id\"]")]
    AmbiguousGameType {
        /// The value.
        value: String,
        /// The variants.
        variants: String,
    },
    /// The tags `Variant` and `GameType` name different games.
    #[error("tag Variant says {variant}, whose GameType is \"{own}\", but tag GameType says \"{game_type}\"")]
    VariantTagsDisagree {
        /// The variant's id.
        variant: &'static str,
        /// Its GameType.
        own: String,
        /// The tag's GameType.
        game_type: String,
    },
    /// `SetUp "1"` without `FEN`.
    #[error("SetUp is \"1\", but there is no tag FEN")]
    SetUpWithoutFen,
    /// `FEN` with `SetUp "0"`.
    #[error("SetUp is \"0\", but there is a tag FEN: leave one of them out")]
    FenWithoutSetUp,
    /// The tag `FEN` is no position of the variant.
    #[error(transparent)]
    Fen(#[from] FenError),
}
