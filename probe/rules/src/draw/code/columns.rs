//! The columns of the table of draw codes.

use crate::draw::events::Events;
use crate::piece::Kind;

/// The most counts any code has.
pub const MAX_COUNTS: usize = 6;

/// The draw rules of one code.
#[derive(Debug, Clone, Copy)]
pub struct RuleCode {
    /// The name in commands, files and the service.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The year of the text, or of the oldest text known to say so.
    pub year: &'static str,
    /// What it is good for, in a few words: why it is the default of a game, or is not.
    pub standing: &'static str,
    /// Where the rules were read.
    pub sources: &'static [&'static str],
    /// How well the text is known.
    pub certainty: Certainty,
    /// What of it could not be confirmed, a sentence each.
    pub not_confirmed: &'static [&'static str],
    /// The article by which a side without a move has lost, where the code's own number is known.
    pub no_move_article: Option<&'static str>,
    /// The article by which a side without pieces has lost, where the code's own number is known.
    pub no_pieces_article: Option<&'static str>,
    /// The articles on moves that are not legal.
    pub illegal_moves: IllegalMoveArticles,
    /// The rule on repeated positions.
    pub repetition: Option<Repetition>,
    /// The article by which a count does not draw where the side that would win can show the win.
    /// That is for an arbiter to grant; a verdict says what the tables know.
    pub demonstration_article: Option<&'static str>,
    /// Articles with the number that another edition of the text gives them. Counts can be stated
    /// by either.
    pub other_numbers: &'static [(&'static str, &'static str)],
    /// The squares of the main road, a bit for each [`Square`](crate::Square); 0 where no count
    /// asks for it. A code is written for one board.
    pub main_road: u128,
    /// The points that its text leaves open, beside those of every code.
    pub open: &'static [OpenPoint],
    /// How often one king may move in a row, where the code limits that. It is a rule of play,
    /// which a game keeps and tables do not know.
    pub king_moves: Option<KingMovesRule>,
    /// What `H` behind a FEN of lidraughts counts, where it is a count of this code.
    pub site_half_moves: Option<SiteHalfMoves>,
    /// The move counts. A rule that keeps another from starting stands before it.
    pub counts: &'static [CountRule],
}

/// A rule of play: a side that has men may make only so many quiet moves in a row with one king.
/// Then that king has to take something, or another piece of its side has to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KingMovesRule {
    /// Its number or name.
    pub article: &'static str,
    /// What it says, in short.
    pub text: &'static str,
    /// How many.
    pub most_moves: u8,
}

/// Where `H` behind a FEN of lidraughts is the number of plies of a count. The site counts by the
/// class of the position, so it is that in some positions only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SiteHalfMoves {
    /// The count.
    pub article: &'static str,
    /// The fewest pieces of both sides together.
    pub least_pieces: u8,
    /// Both sides must have a king.
    pub kings_on_both_sides: bool,
}

/// How well the text of a code is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// The text itself was read, or a copy of it word for word.
    Text,
    /// Two sources or more that do not depend on each other agree.
    TwoSources,
    /// One source says so.
    OneSource,
}

impl Certainty {
    /// What it means, in a few words.
    pub const fn text(self) -> &'static str {
        match self {
            Certainty::Text => "read word for word",
            Certainty::TwoSources => "two sources agree",
            Certainty::OneSource => "one source",
        }
    }
}

/// A point that only some codes leave open: which field of [`Readings`](crate::draw::Readings) says
/// how it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenPoint {
    /// `given_up`.
    GivenUp,
    /// `own_moves`.
    OwnMoves,
    /// `unchanged`.
    Unchanged,
    /// `road_holder`.
    RoadHolder,
    /// `road_left`.
    RoadLeft,
}

/// The articles on moves that are not legal, where the code's own numbers are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IllegalMoveArticles {
    /// A piece of the opponent was moved.
    pub opponents_piece: Option<&'static str>,
    /// A capture had to be made, and none was.
    pub no_capture: Option<&'static str>,
    /// Another capture had to be made, or the capture had to go on.
    pub wrong_capture: Option<&'static str>,
    /// The piece does not move that way.
    pub wrong_move: Option<&'static str>,
}

impl IllegalMoveArticles {
    /// One article for all of them, or none.
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
    /// Its number.
    pub article: &'static str,
    /// What it says, in short.
    pub text: &'static str,
    /// Which occurrence of the same position with the same side to move draws.
    pub occurrences: u32,
    /// Whether the draw comes by itself, and if not, when it can be claimed.
    pub ending: RepetitionEnding,
}

/// How a repeated position becomes a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepetitionEnding {
    /// By itself.
    Automatic,
    /// By a claim of the side to move.
    Claim {
        /// In answer to the move that brought the position about.
        in_answer: bool,
        /// Before playing the move that would bring it about.
        before_move: bool,
    },
}

/// One rule that counts moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountRule {
    /// Its number. Two rules have the same number where no material is in both their classes.
    pub article: &'static str,
    /// What it says, in short.
    pub text: &'static str,
    /// The material it counts in. The count starts at 0 in the first position of the game with such
    /// material.
    pub material: MaterialClass,
    /// What it asks of the main road. The count starts at 0 in the first position that has both.
    pub road: Road,
    /// What sets the count back to 0.
    pub resets: Events,
    /// What becomes of the count when the material leaves the class.
    pub leaving: Leaving,
    /// The article of a rule whose running count keeps this one from starting.
    pub barred_by: Option<&'static str>,
    /// The article of a rule whose running count takes the place of this one, where a count of
    /// unchanged material is read so.
    pub replaced_by: Option<&'static str>,
    /// Whose moves it counts.
    pub counts: Counted,
    /// How many moves of those counted exhaust it.
    pub limit_moves: u16,
    /// Whether the draw comes by itself.
    pub ending: CountEnding,
    /// Whether a position lost on the move that exhausts the count is lost.
    pub last_move: LastMoveRule,
    /// The draw is there at once in a position in which neither side is about to take the king of
    /// the other: now, or with its next move whatever the other plays. A game asks that; with best
    /// play the count draws the same positions, and tables need no more than the count.
    pub draws_at_once: bool,
}

/// A class of material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaterialClass {
    /// Every position.
    Any,
    /// One side has a lone king, the other exactly one of these armies.
    LoneKing(&'static [Army]),
    /// One side has a lone king, the other kings alone, so many or more.
    KingsAgainstKing {
        /// How many.
        least: u8,
    },
    /// Both sides have a king, and the pieces are so many.
    KingsOnBothSides {
        /// The fewest pieces of both sides together.
        least: u8,
        /// The most pieces of both sides together.
        most: u8,
        /// The most pieces of either side.
        most_of_side: u8,
        /// But not a lone king against one of these armies.
        but: &'static [Army],
    },
    /// One side has the one army and the other the other, in one of these pairs.
    Pairs(&'static [[Army; 2]]),
}

/// What a count asks of the main road.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Road {
    /// Nothing.
    Any,
    /// The lone king is on it; how, [`Readings::road_holder`](crate::draw::Readings) says.
    LoneKingOn,
    /// A king of the side with more pieces has come to it; the count then runs on without it.
    StrongKingReached,
}

/// The pieces of the side that is not the lone king.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Army {
    /// How many men.
    pub men: u8,
    /// How many kings.
    pub kings: u8,
}

/// What becomes of a count when the material leaves its class in any other way than by the end of
/// the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    /// It ends.
    Ends,
    /// It runs on to the end of the game.
    RunsOn,
    /// As [`Readings::given_up`](crate::draw::Readings) says.
    AsRead,
}

/// Whose moves a rule counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// Moves by each side: n moves are 2n plies.
    EachSide,
    /// Moves of the stronger side: its own n-th move exhausts the count, whoever moved first. Where
    /// no side is the stronger one, n moves by each side.
    StrongSide,
}

/// How an exhausted count becomes a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountEnding {
    /// By itself.
    Automatic,
    /// By a claim of either side.
    ClaimByEither,
}

/// Whether a position lost on the move that exhausts the count is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LastMoveRule {
    /// As [`Readings::last_move`](crate::draw::Readings) says.
    AsRead,
    /// Always: to win by that move is what the article asks for, or the draw must be claimed, and a
    /// game that is over leaves nothing to claim.
    Lost,
}

impl CountRule {
    /// The article as it is written in stated counters: without spaces.
    pub fn key(&self) -> String {
        self.article.split_whitespace().collect()
    }

    /// True when every change of material sets the count back to 0.
    pub fn resets_on_material_change(&self) -> bool {
        // A promotion is a move of a man.
        self.resets.meets(Events::CAPTURE) && self.resets.meets(Events::PROMOTION.and(Events::MAN_MOVE))
    }
}

const _: () = assert!(Kind::Man as usize == 0 && Kind::King as usize == 1, "material lists men before kings");
