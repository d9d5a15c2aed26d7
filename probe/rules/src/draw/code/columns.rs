//! The columns of the table of draw codes.

use crate::draw::events::Events;
use crate::piece::Kind;

/// The highest number of counts in a code.
pub const MAX_COUNTS: usize = 6;

/// The draw rules of one code.
#[derive(Debug, Clone, Copy)]
pub struct RuleCode {
    /// Name in commands, files and the service.
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// Year of the text, or of the oldest text known to have the rules.
    pub year: &'static str,
    /// Standing in a few words: why the code is, or is not, the default of a variant.
    pub standing: &'static str,
    /// Sources in which the rules were read.
    pub sources: &'static [&'static str],
    /// Degree of certainty about the text.
    pub certainty: Certainty,
    /// Points that could not be confirmed, a sentence each.
    pub not_confirmed: &'static [&'static str],
    /// Article by which a side without a move loses, if its number is known.
    pub no_move_article: Option<&'static str>,
    /// Article by which a side without pieces loses, if its number is known.
    pub no_pieces_article: Option<&'static str>,
    /// Articles on illegal moves.
    pub illegal_moves: IllegalMoveArticles,
    /// Rule on repeated positions.
    pub repetition: Option<Repetition>,
    /// Article by which an exhausted count does not draw when the winning side can demonstrate the
    /// win. An arbiter decides that; a verdict reports the value from the tables.
    pub demonstration_article: Option<&'static str>,
    /// Articles, each with its number in another edition of the text. Stated counts may use either
    /// number.
    pub other_numbers: &'static [(&'static str, &'static str)],
    /// Squares of the main road, a bit for each [`Square`](crate::Square); 0 when no count depends
    /// on it. A code is written for one board.
    pub main_road: u128,
    /// Points that the text leaves open, beyond the points that every code has.
    pub open: &'static [OpenPoint],
    /// Limit on consecutive moves with one king, if the code has one. It is a rule of play: game
    /// records keep it, tables ignore it.
    pub king_moves: Option<KingMovesRule>,
    /// The count of this code that lidraughts writes as `H` behind a FEN, if it is one.
    pub site_half_moves: Option<SiteHalfMoves>,
    /// Counts of moves. A rule that keeps another from starting comes before it.
    pub counts: &'static [CountRule],
}

/// A rule of play: a side that has men may make only a limited number of quiet moves in a row with
/// one king. Then that king must capture, or another piece of the side must move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KingMovesRule {
    /// Number or name of the article.
    pub article: &'static str,
    /// Summary of the article.
    pub text: &'static str,
    /// The highest number of moves in a row.
    pub most_moves: u8,
}

/// Positions in which `H` behind a FEN of lidraughts is the number of plies of a count. The site
/// counts by the class of the position, so `H` has this meaning only in some positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SiteHalfMoves {
    /// Article of the count.
    pub article: &'static str,
    /// The fewest pieces of both sides together.
    pub least_pieces: u8,
    /// True when each side must have a king.
    pub kings_on_both_sides: bool,
}

/// Degree of certainty about the text of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// The text itself was read, or a verbatim copy of it.
    Text,
    /// Two or more independent sources agree.
    TwoSources,
    /// Only one source has the text.
    OneSource,
}

impl Certainty {
    /// Returns the degree in a few words.
    pub const fn text(self) -> &'static str {
        match self {
            Certainty::Text => "read word for word",
            Certainty::TwoSources => "two sources agree",
            Certainty::OneSource => "one source",
        }
    }
}

/// A point that only some codes leave open, named by the field of
/// [`Readings`](crate::draw::Readings) that settles it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenPoint {
    /// Settled by `given_up`.
    GivenUp,
    /// Settled by `own_moves`.
    OwnMoves,
    /// Settled by `unchanged`.
    Unchanged,
    /// Settled by `road_holder`.
    RoadHolder,
    /// Settled by `road_left`.
    RoadLeft,
}

/// The articles on illegal moves, where their numbers are known, by offence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IllegalMoveArticles {
    /// Article on moving a piece of the opponent.
    pub opponents_piece: Option<&'static str>,
    /// Article on a quiet move when a capture was possible.
    pub no_capture: Option<&'static str>,
    /// Article on a capture when another one was required, or on stopping a capture early.
    pub wrong_capture: Option<&'static str>,
    /// Article on moving a piece in a way that it cannot move.
    pub wrong_move: Option<&'static str>,
}

impl IllegalMoveArticles {
    /// Uses one article for all illegal moves, or none.
    pub const fn all(article: Option<&'static str>) -> Self {
        IllegalMoveArticles {
            opponents_piece: article,
            no_capture: article,
            wrong_capture: article,
            wrong_move: article,
        }
    }
}

/// The rule on repeated positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// Number of the article.
    pub article: &'static str,
    /// Summary of the article.
    pub text: &'static str,
    /// Occurrence of the same position, with the same side to move, that draws.
    pub occurrences: u32,
    /// Way in which the repetition becomes a draw.
    pub ending: RepetitionEnding,
}

/// Way in which a repeated position becomes a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepetitionEnding {
    /// Without a claim.
    Automatic,
    /// On a claim of the side to move.
    Claim {
        /// True when the side may claim in answer to the move that repeated the position.
        in_answer: bool,
        /// True when the side may claim before it plays the move that would repeat the position.
        before_move: bool,
    },
}

/// A rule that counts moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountRule {
    /// Number of the article. Two rules may share a number when their classes of material are
    /// disjoint.
    pub article: &'static str,
    /// Summary of the article.
    pub text: &'static str,
    /// Material in which the rule counts. The count starts at 0 in the first position of the game
    /// with such material.
    pub material: MaterialClass,
    /// Condition on the main road. The count starts at 0 in the first position that meets this and
    /// the material.
    pub road: Road,
    /// Events that set the count back to 0.
    pub resets: Events,
    /// Effect on the count when the material leaves the class.
    pub leaving: Leaving,
    /// Article of a rule that, while its count runs, keeps this one from starting.
    pub barred_by: Option<&'static str>,
    /// Article of a rule that replaces this one while its count runs, under the reading
    /// `unchanged`.
    pub replaced_by: Option<&'static str>,
    /// Side or sides whose moves are counted.
    pub counts: Counted,
    /// Number of counted moves that exhausts the count.
    pub limit_moves: u16,
    /// Way in which the exhausted count becomes a draw.
    pub ending: CountEnding,
    /// Result of a position that is lost on the move that exhausts the count.
    pub last_move: LastMoveRule,
    /// True when the count draws at once, unless one side is about to take the king of the other:
    /// now, or with its next move whatever the other plays. Games apply this. Under best play the
    /// count draws the same positions, so tables use the count alone.
    pub draws_at_once: bool,
}

/// A class of material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaterialClass {
    /// Any material.
    Any,
    /// One side has a lone king, the other exactly one of these armies.
    LoneKing(&'static [Army]),
    /// One side has a lone king, the other only kings.
    KingsAgainstKing {
        /// The fewest kings of the other side.
        least: u8,
    },
    /// Both sides have a king, and the numbers of pieces are within limits.
    KingsOnBothSides {
        /// The fewest pieces of both sides together.
        least: u8,
        /// The most pieces of both sides together.
        most: u8,
        /// The most pieces of either side.
        most_of_side: u8,
        /// Armies that, against a lone king, are excluded.
        but: &'static [Army],
    },
    /// One of these pairs of armies, either side having either army.
    Pairs(&'static [[Army; 2]]),
}

/// Condition of a count on the main road.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Road {
    /// No condition.
    Any,
    /// The lone king holds the main road, in the sense of
    /// [`Readings::road_holder`](crate::draw::Readings).
    LoneKingOn,
    /// A king of the side with more pieces has come to the road. The count then runs on, whether or
    /// not the king stays.
    StrongKingReached,
}

/// Men and kings of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Army {
    /// Number of men.
    pub men: u8,
    /// Number of kings.
    pub kings: u8,
}

/// Effect on a count when the material leaves its class while the game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    /// The count ends.
    Ends,
    /// The count runs on to the end of the game.
    RunsOn,
    /// The effect set by [`Readings::given_up`](crate::draw::Readings).
    AsRead,
}

/// Side or sides whose moves a rule counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// Moves of both sides: n moves are 2n plies.
    EachSide,
    /// Moves of the stronger side: its own n-th move exhausts the count, whoever moved first. When
    /// neither side is stronger, n moves by each side.
    StrongSide,
}

/// Way in which an exhausted count becomes a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountEnding {
    /// Without a claim.
    Automatic,
    /// On a claim of either side.
    ClaimByEither,
}

/// Result of a position that is lost on the move that exhausts a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LastMoveRule {
    /// The result set by [`Readings::last_move`](crate::draw::Readings).
    AsRead,
    /// Always lost. Either the article asks for a win by that very move, or the draw must be
    /// claimed, and a finished game leaves nothing to claim.
    Lost,
}

impl CountRule {
    /// Returns the article as written in stated counters: without spaces.
    pub fn key(&self) -> String {
        self.article.split_whitespace().collect()
    }

    /// Returns true when every change of material sets the count back to 0.
    pub fn resets_on_material_change(&self) -> bool {
        // A promotion is always a move of a man.
        self.resets.meets(Events::CAPTURE) && self.resets.meets(Events::PROMOTION.and(Events::MAN_MOVE))
    }
}

const _: () = assert!(Kind::Man as usize == 0 && Kind::King as usize == 1, "material lists men before kings");
