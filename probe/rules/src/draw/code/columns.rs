//! The columns of the table of draw codes.

use crate::draw::events::Events;
use crate::material::Material;
use crate::piece::{Kind, Side};

/// The most counts any code has.
pub const MAX_COUNTS: usize = 3;

/// The draw rules of one code.
#[derive(Debug, Clone, Copy)]
pub struct RuleCode {
    /// The name in commands, files and the service.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Where the rules were read.
    pub sources: &'static [&'static str],
    /// The article by which a side without a move has lost, where the code's own number is known.
    pub no_move_article: Option<&'static str>,
    /// The article by which a side without pieces has lost, where the code's own number is known.
    pub no_pieces_article: Option<&'static str>,
    /// The articles on moves that are not legal.
    pub illegal_moves: IllegalMoveArticles,
    /// The rule on repeated positions.
    pub repetition: Option<Repetition>,
    /// The move counts. A rule that keeps another from starting stands before it.
    pub counts: &'static [CountRule],
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
    /// Its number.
    pub article: &'static str,
    /// What it says, in short.
    pub text: &'static str,
    /// The material it counts in. The count starts at 0 in the first position of the game with such
    /// material.
    pub material: MaterialClass,
    /// What sets the count back to 0.
    pub resets: Events,
    /// What becomes of the count when the material leaves the class.
    pub leaving: Leaving,
    /// The article of a rule whose running count keeps this one from starting.
    pub barred_by: Option<&'static str>,
    /// Whose moves it counts.
    pub counts: Counted,
    /// How many moves of those counted exhaust it.
    pub limit_moves: u16,
    /// Whether the draw comes by itself.
    pub ending: CountEnding,
    /// Whether a position lost on the move that exhausts the count is lost.
    pub last_move: LastMoveRule,
}

/// A class of material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaterialClass {
    /// Every position.
    Any,
    /// One side has a lone king, the other exactly one of these armies.
    LoneKing(&'static [Army]),
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
    /// Moves of the side that faces the lone king: its own n-th move exhausts the count, whoever
    /// moved first.
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

impl MaterialClass {
    /// True when a position with this material is in the class.
    pub fn contains(&self, material: &Material) -> bool {
        self.holds(material, |army, men, kings| (men, kings) == (army.men, army.kings))
    }

    /// True when a position with this material can come from one in the class by captures and
    /// promotions, with the lone king still on the board.
    pub fn can_lead_to(&self, material: &Material) -> bool {
        self.holds(material, |army, men, kings| men <= army.men && men + kings <= army.men + army.kings)
    }

    /// The sides that can be the one with the army, in a position of the class or one that came
    /// from it: the material shows it until only a king stands against a king.
    pub fn strong_sides(&self, material: &Material) -> impl Iterator<Item = Side> {
        let armies = match self {
            MaterialClass::Any => &[][..],
            MaterialClass::LoneKing(armies) => armies,
        };
        Side::BOTH.into_iter().filter(move |&side| {
            let [men, kings, others] = material.counts[side as usize];
            let weak = side.other();
            let is_rest = |army: &Army| men <= army.men && men + kings <= army.men + army.kings;
            others == 0 && (material.is_lone_king(weak) || material.of_side(weak) == 0) && armies.iter().any(is_rest)
        })
    }

    /// True when moves may bring a position with this material into the class.
    pub fn can_arise_from(&self, material: &Material) -> bool {
        let MaterialClass::LoneKing(armies) = self else { return true };
        Side::BOTH.into_iter().any(|side| {
            let men = u32::from(material.counts[side as usize][Kind::Man as usize]);
            let fits = |army: &Army| men >= u32::from(army.men) && material.of_side(side) >= army.men + army.kings;
            material.of_side(side.other()) > 0 && armies.iter().any(fits)
        })
    }

    fn holds(&self, material: &Material, fits: impl Fn(&Army, u8, u8) -> bool) -> bool {
        let MaterialClass::LoneKing(armies) = self else { return true };
        Side::BOTH.into_iter().any(|side| {
            let [men, kings, others] = material.counts[side as usize];
            let is_army = others == 0 && armies.iter().any(|army| fits(army, men, kings));
            is_army && material.is_lone_king(side.other())
        })
    }
}

const _: () = assert!(Kind::Man as usize == 0 && Kind::King as usize == 1, "material lists men before kings");
