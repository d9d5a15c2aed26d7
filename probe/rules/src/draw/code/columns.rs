//! The fields of rule codes, which are the columns of the table of draw rules.

use crate::draw::events::Events;
use crate::piece::Kind;

/// Maximum number of counts (rules that draw the game after a number of moves) in a rule code.
pub const MAX_COUNTS: usize = 6;

/// A rule code: the draw rules of one published text, such as the rules of a federation.
#[derive(Debug, Clone, Copy)]
pub struct RuleCode {
    /// Name of the rule code in commands, files and the service.
    pub id: &'static str,
    /// Name of the rule code for people.
    pub title: &'static str,
    /// Year of the text of the rule code, or of the oldest text known to have its rules.
    pub year: &'static str,
    /// Status of the rule code in a few words: the reason why it is or is not the default of a
    /// variant.
    pub standing: &'static str,
    /// Sources in which the rules of the rule code were read.
    pub sources: &'static [&'static str],
    /// Reliability of the text from which the rule code was written.
    pub certainty: Certainty,
    /// Points of the rules that no source confirms, one sentence each.
    pub not_confirmed: &'static [&'static str],
    /// Article by which a side without a move loses, if its number is known.
    pub no_move_article: Option<&'static str>,
    /// Article by which a side without pieces loses, if its number is known.
    pub no_pieces_article: Option<&'static str>,
    /// Articles on illegal moves.
    pub illegal_moves: IllegalMoveArticles,
    /// Rule on repeated positions; `None` if the rule code has no such rule.
    pub repetition: Option<Repetition>,
    /// Article by which an exhausted count does not draw the game if the winning side can
    /// demonstrate the win to the arbiter; `None` if there is no such article. For such a draw, an
    /// adjudication also reports the value of the position without draw rules.
    pub demonstration_article: Option<&'static str>,
    /// Articles with another number in another edition, as pairs: the number in this rule code,
    /// then the number in the other edition. Texts that state counts, such as `6.2=12`, may use
    /// either number.
    pub other_numbers: &'static [(&'static str, &'static str)],
    /// Squares of the main road (the long diagonal), one bit for each [`Square`](crate::Square) of
    /// the board for which the rule code was written; 0 when no count depends on the road.
    pub main_road: u128,
    /// Ambiguous points of this rule code. Points that are ambiguous in every rule code are not
    /// listed.
    pub ambiguous_points: &'static [AmbiguousPoint],
    /// Limit on consecutive moves with one king, if the rule code has one. No count of such a code
    /// runs while a side has men, so the limit and the counts never apply together.
    pub king_moves: Option<KingMovesRule>,
    /// Positions in which the number after `H` in a FEN of lidraughts states the used plies of a
    /// count of this rule code; `None` if there are no such positions.
    pub site_half_moves: Option<SiteHalfMoves>,
    /// Rules that draw the game after a number of moves. If the running count of one rule prevents
    /// the count of another rule from starting, the first rule is listed before the other.
    pub counts: &'static [CountRule],
}

/// A rule of play that limits consecutive quiet moves with one king for a side with men. After the
/// limit, that king must capture or another piece must move.
/// [`DrawRules::allows`](crate::draw::DrawRules::allows) applies the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KingMovesRule {
    /// Number or name of the article that limits the moves with one king.
    pub article: &'static str,
    /// Summary of the article that limits the moves with one king.
    pub text: &'static str,
    /// Maximum number of consecutive quiet moves with one king.
    pub most_moves: u8,
    /// True when a king that has reached the limit may go on while its side has no other move.
    /// False when such a side has no legal move.
    pub allows_only_move: bool,
}

/// Positions in which `H` after a FEN of lidraughts is the number of plies of a count. In other
/// positions, `H` counts something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SiteHalfMoves {
    /// Article of the count whose plies `H` states.
    pub article: &'static str,
    /// Minimum number of pieces of both sides together for which `H` states the count.
    pub least_pieces: u8,
    /// True when `H` states the count only if each side has a king.
    pub kings_on_both_sides: bool,
}

/// Reliability of the text from which a rule code was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// The original text or a verbatim copy was read.
    Text,
    /// Two or more independent sources agree on the rules.
    TwoSources,
    /// Only one source has the text of the rules.
    OneSource,
}

impl Certainty {
    /// Returns a description of the reliability in a few words.
    pub const fn text(self) -> &'static str {
        match self {
            Certainty::Text => "read word for word",
            Certainty::TwoSources => "two sources agree",
            Certainty::OneSource => "one source",
        }
    }
}

/// An ambiguous point of some rule codes. The field of [`Readings`](crate::draw::Readings) with the
/// same name holds the chosen interpretation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AmbiguousPoint {
    /// Effect on a count when the stronger side gives up kings. The field `given_up` of `Readings`
    /// chooses the interpretation.
    GivenUp,
    /// Interpretation of "by its own n-th move". The field `own_moves` of `Readings` chooses it.
    OwnMoves,
    /// Whether king moves are still counted while the count of moves with unchanged material runs.
    /// The field `unchanged` of `Readings` chooses the interpretation.
    Unchanged,
    /// Condition for a lone king to hold the main road (the long diagonal). The field `road_holder`
    /// of `Readings` chooses the interpretation.
    RoadHolder,
    /// Effect on the count of the main road (the long diagonal) when the lone king leaves the road.
    /// The field `road_left` of `Readings` chooses the interpretation.
    RoadLeft,
}

/// Numbers of the articles on each kind of illegal move, if known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IllegalMoveArticles {
    /// Article on a move with a piece of the opponent, if known.
    pub opponents_piece: Option<&'static str>,
    /// Article on a quiet move made although a capture was possible, if known.
    pub no_capture: Option<&'static str>,
    /// Article on another capture than the mandatory one, or on stopping a capture early, if known.
    pub wrong_capture: Option<&'static str>,
    /// Article on a move that the piece cannot make, if known.
    pub wrong_move: Option<&'static str>,
}

impl IllegalMoveArticles {
    /// Creates the numbers with `article` as the article on every kind of illegal move.
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
    /// Number of the article on repeated positions.
    pub article: &'static str,
    /// Summary of the article on repeated positions.
    pub text: &'static str,
    /// Number of occurrences of a position, with the same side to move, at which the game is drawn
    /// or the draw can be claimed.
    pub occurrences: u32,
    /// Whether the game is drawn without a claim or a player must claim the draw.
    pub ending: RepetitionEnding,
}

/// Whether a repeated position draws the game without a claim or a player must claim the draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepetitionEnding {
    /// The game is drawn without a claim.
    Automatic,
    /// The side to move must claim the draw.
    Claim {
        /// True when the side to move may claim after the opponent's move has repeated the
        /// position.
        in_answer: bool,
        /// True when the side to move may claim before it plays the move that will repeat the
        /// position.
        before_move: bool,
    },
}

/// A draw rule that counts moves: when the count reaches a limit, the game is drawn or a draw can
/// be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountRule {
    /// Number of the article of this rule. Two rules of a code can have the same number if they
    /// never apply to the same material.
    pub article: &'static str,
    /// Summary of the article of this rule.
    pub text: &'static str,
    /// Material to which the rule applies. The count starts at 0 in the first position of the game
    /// with such material.
    pub material: MaterialClass,
    /// Condition on the main road (the long diagonal). The count starts at 0 in the first position
    /// that meets this condition and has the material.
    pub road: Road,
    /// Events of a move, such as a capture, that set the count back to 0.
    pub resets: Events,
    /// Effect on the count when the material changes to material that the rule does not cover.
    pub leaving: Leaving,
    /// Article of a rule whose running count prevents this count from starting, if there is such a
    /// rule.
    pub barred_by: Option<&'static str>,
    /// Article of a rule whose running count replaces the count of this rule, if
    /// [`Readings::unchanged`](crate::draw::Readings) says so; `None` if there is no such rule.
    pub replaced_by: Option<&'static str>,
    /// Side or sides whose moves are counted.
    pub counts: Counted,
    /// Limit of the count in counted moves. At this number the count is exhausted.
    pub limit_moves: u16,
    /// Whether the exhausted count draws the game without a claim or a player must claim the draw.
    pub ending: CountEnding,
    /// Result when a side loses by the very move that exhausts the count.
    pub last_move: LastMoveRule,
    /// True when the game is drawn as soon as the rule applies, before the count reaches its limit.
    /// The game goes on only if one side can capture the king of the other now, or is certain to
    /// capture it with its next move. Tables ignore this field, because under best play the count
    /// alone draws the same positions.
    pub draws_at_once: bool,
}

/// A class of material: a condition on the pieces of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaterialClass {
    /// The rule applies to any material.
    Any,
    /// One side has a lone king, and the men and kings of the other side are exactly one of these
    /// armies.
    LoneKing(&'static [Army]),
    /// One side has a lone king, the other only kings.
    KingsAgainstKing {
        /// Minimum number of kings of the side that faces the lone king.
        least: u8,
    },
    /// Both sides have a king, and the numbers of pieces are within limits.
    KingsOnBothSides {
        /// Minimum number of pieces of both sides together.
        least: u8,
        /// Maximum number of pieces of both sides together.
        most: u8,
        /// Maximum number of pieces of either side.
        most_of_side: u8,
        /// Exceptions: the rule does not apply when one side has a lone king and the other side has
        /// one of these armies.
        but: &'static [Army],
    },
    /// The men and kings of the two sides are one of these pairs. Either side may have either army.
    Pairs(&'static [[Army; 2]]),
}

/// Condition of a rule for the pieces on the main road (the long diagonal).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Road {
    /// No condition on the main road.
    Any,
    /// The lone king holds the main road, as defined by
    /// [`Readings::road_holder`](crate::draw::Readings).
    LoneKingOn,
    /// A king of the side with more pieces has reached the main road. The count then continues even
    /// if the king leaves the road.
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

/// Effect on a count when the material changes to material that its rule does not cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    /// The count ends with the change of material.
    Ends,
    /// The count continues to the end of the game, although the rule does not apply to the new
    /// material.
    RunsOn,
    /// The chosen interpretation [`Readings::given_up`](crate::draw::Readings) decides whether the
    /// count continues.
    AsRead,
}

/// Side or sides whose moves a rule counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// The rule counts the moves of both sides. A limit of n moves is 2n plies.
    EachSide,
    /// The rule counts the moves of the stronger side. The n-th move of this side exhausts the
    /// count, whichever side moved first. If neither side is stronger, n moves by each side exhaust
    /// the count.
    StrongSide,
}

/// Whether an exhausted count draws the game without a claim or a player must claim the draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountEnding {
    /// The game is drawn without a claim.
    Automatic,
    /// Either side can claim the draw.
    ClaimByEither,
}

/// Result when a side loses by the very move that exhausts a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LastMoveRule {
    /// The chosen interpretation [`Readings::last_move`](crate::draw::Readings) decides between
    /// loss and draw.
    AsRead,
    /// The side has lost, whatever interpretation is chosen. Some articles accept a win by the very
    /// move that exhausts the count. Other articles require a claim, which nobody can make after
    /// the end of the game.
    Lost,
}

impl CountRule {
    /// Returns the article number without spaces. Texts that state counts use it: `6.2` in
    /// `6.2=12`.
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
