//! Errors of the PDN reader.

use super::place::Place;
use crate::notation::FenError;
use crate::variant::UnknownVariant;

/// Fault of a PDN text and its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, {place}: {fault}")]
pub struct PdnError {
    /// Number of the game in the text, from 1.
    pub game: usize,
    /// Place in the text.
    pub place: Place,
    /// The fault.
    pub fault: PdnFault,
}

/// Fault of a PDN text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PdnFault {
    /// A tag is not of the form `[Name "value"]`.
    #[error("a tag must read [Name \"value\"]: {expected} expected")]
    Tag {
        /// The expected element.
        expected: &'static str,
    },
    /// The value of a tag has no closing quote on its line.
    #[error("the value of tag {name} is not closed on its line")]
    OpenValue {
        /// Name of the tag.
        name: String,
    },
    /// A tag occurs twice in one game.
    #[error("tag {name} stands twice in this game")]
    TagTwice {
        /// Name of the tag.
        name: String,
    },
    /// A comment has no closing brace.
    #[error("this comment has no closing brace")]
    OpenComment,
    /// A variation has no closing parenthesis.
    #[error("this variation has no closing parenthesis")]
    OpenVariation,
    /// A closing character has no opening one.
    #[error("`{found}` closes nothing")]
    Unopened {
        /// The character.
        found: char,
    },
    /// `$` is not followed by a number in range.
    #[error("`$` must be followed by a number from 0 to 65535")]
    Nag,
    /// A mark such as `!?` has no meaning.
    #[error("`{mark}` is not one of the marks ! ? !! ?? !? ?!")]
    Mark {
        /// The mark.
        mark: String,
    },
    /// A mark does not follow a move.
    #[error("a mark must follow a move")]
    MarkWithoutMove,
    /// A position is set up between the moves.
    #[error(
        "a position set up between moves, /.../, is not read: give each start its own game with SetUp and FEN tags"
    )]
    SetUpBetweenMoves,
    /// A word is neither a move, a number nor a result.
    #[error("`{word}` is not a move, a move number or a result")]
    Word {
        /// The word.
        word: String,
    },
    /// A character has no meaning in PDN.
    #[error("`{found}` has no meaning here")]
    Character {
        /// The character.
        found: char,
    },
    /// A result does not belong to a game.
    #[error("a result without a game: no tags or moves stand before it")]
    LoneResult,
    /// A text that must hold the moves and result of one game has more.
    #[error("only the moves of one game and its result are read here, no tags and no second game")]
    NotOnlyMoves,
    /// The tag `Variant` names an unknown variant.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// The tag `GameType` names an unknown variant.
    #[error("there is no variant with GameType \"{value}\"")]
    GameType {
        /// Value of the tag.
        value: String,
    },
    /// The tag `GameType` fits several variants.
    #[error("GameType \"{value}\" fits {variants}: add a tag [Variant \"id\"]")]
    AmbiguousGameType {
        /// Value of the tag.
        value: String,
        /// Ids of the variants that fit.
        variants: String,
    },
    /// The tags `Variant` and `GameType` name different variants.
    #[error("tag Variant says {variant}, whose GameType is \"{own}\", but tag GameType says \"{game_type}\"")]
    VariantTagsDisagree {
        /// Id of the variant.
        variant: &'static str,
        /// GameType of the variant.
        own: String,
        /// Value of the tag `GameType`.
        game_type: String,
    },
    /// `SetUp` is `"1"`, but there is no tag `FEN`.
    #[error("SetUp is \"1\", but there is no tag FEN")]
    SetUpWithoutFen,
    /// `SetUp` is `"0"`, but there is a tag `FEN`.
    #[error("SetUp is \"0\", but there is a tag FEN: leave one of them out")]
    FenWithoutSetUp,
    /// The tag `FEN` is not a position of the variant.
    #[error(transparent)]
    Fen(#[from] FenError),
}
