//! Rule codes as tables. One file per code; no code anywhere asks for a code by name.
//!
//! To add a code: write its file, add its line to [`RULE_CODES`], and name it in the `rule_codes` of the variants it
//! applies to.

mod fmjd_100;
mod fmjd_64;
mod none;
mod ussr_1953_100;
mod ussr_1953_64;
mod wcdf;

use super::events::Events;
use crate::material::Material;
use crate::piece::{Kind, Side};

/// Every rule code, in the order they are listed to users.
pub static RULE_CODES: &[&RuleCode] = &[
    &fmjd_100::FMJD_100,
    &fmjd_64::FMJD_64,
    &ussr_1953_64::USSR_1953_64,
    &ussr_1953_100::USSR_1953_100,
    &wcdf::WCDF,
    &none::NONE,
];

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
    /// The material it counts in. The count starts at 0 in the first position of the game with such material.
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

/// What becomes of a count when the material leaves its class in any other way than by the end of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    /// It ends.
    Ends,
    /// It runs on to the end of the game.
    RunsOn,
    /// As [`Readings::given_up`](super::Readings) says.
    AsRead,
}

/// Whose moves a rule counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// Moves by each side: n moves are 2n plies.
    EachSide,
    /// Moves of the side that faces the lone king: its own n-th move exhausts the count, whoever moved first.
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
    /// As [`Readings::last_move`](super::Readings) says.
    AsRead,
    /// Always: to win by that move is what the article asks for, or the draw must be claimed, and a game that is over
    /// leaves nothing to claim.
    Lost,
}

impl RuleCode {
    /// The code with that id.
    ///
    /// # Errors
    /// [`UnknownRuleCode`] lists the known ones.
    pub fn named(id: &str) -> Result<&'static RuleCode, UnknownRuleCode> {
        RULE_CODES.iter().copied().find(|code| code.id == id).ok_or_else(|| UnknownRuleCode { id: id.to_owned() })
    }
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

    /// True when a position with this material can come from one in the class by captures and promotions, with the lone
    /// king still on the board.
    pub fn can_lead_to(&self, material: &Material) -> bool {
        self.holds(material, |army, men, kings| men <= army.men && men + kings <= army.men + army.kings)
    }

    /// The sides that can be the one with the army, in a position of the class or one that came from it: the material
    /// shows it until only a king stands against a king.
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

/// No rule code has that id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no rule code `{id}`; there are: {}", RULE_CODES.iter().map(|c| c.id).collect::<Vec<_>>().join(", "))]
pub struct UnknownRuleCode {
    /// The id that was asked for.
    pub id: String,
}

// Columns that several codes share.

/// A count of king moves: a move of a man or a capture sets it back.
const KINGS_ONLY: CountRule = CountRule {
    article: "",
    text: "",
    material: MaterialClass::Any,
    resets: Events::CAPTURE.and(Events::MAN_MOVE),
    leaving: Leaving::Ends,
    barred_by: None,
    counts: Counted::EachSide,
    limit_moves: 0,
    ending: CountEnding::Automatic,
    last_move: LastMoveRule::AsRead,
};

/// A count in an ending against a lone king, which nothing sets back.
const LONE_KING: CountRule = CountRule { resets: Events::NONE, ..KINGS_ONLY };

/// The loss of a game in the FMJD codes, and threefold repetition.
const FMJD: RuleCode = RuleCode {
    id: "",
    title: "",
    sources: &[],
    no_move_article: Some("7.2.2"),
    no_pieces_article: Some("7.2.3"),
    illegal_moves: IllegalMoveArticles {
        opponents_piece: Some("5.4.5"),
        no_capture: Some("5.4.6"),
        wrong_capture: Some("5.4.8"),
        wrong_move: Some("5.4.2"),
    },
    repetition: Some(Repetition {
        article: "6.1",
        text: "the same position with the same side to move for the third time",
        occurrences: 3,
        ending: RepetitionEnding::Automatic,
    }),
    counts: &[],
};

/// Sections 15 and 16 of the Soviet rules, as far as both boards share them.
const USSR_1953: RuleCode = RuleCode {
    id: "",
    title: "",
    sources: &[],
    no_move_article: Some("15 a"),
    no_pieces_article: Some("15 a"),
    illegal_moves: IllegalMoveArticles::all(Some("12 b")),
    repetition: Some(Repetition {
        article: "16 d",
        text: "the same position with the same side to move for the third time or more, on claim: before the move that \
               repeats it, or in answer to it",
        occurrences: 3,
        ending: RepetitionEnding::Claim { in_answer: true, before_move: true },
    }),
    counts: &[],
};

/// 16 b, for both boards.
const USSR_1953_UNCHANGED: CountRule = CountRule {
    article: "16 b",
    text: "30 moves by each side in which number and kind of the pieces have not changed, on claim",
    resets: Events::CAPTURE.and(Events::PROMOTION),
    limit_moves: 30,
    ending: CountEnding::ClaimByEither,
    last_move: LastMoveRule::Lost,
    ..KINGS_ONLY
};

/// 16 c and 31, but for the number of kings.
const USSR_1953_KINGS: CountRule = CountRule {
    counts: Counted::StrongSide,
    leaving: Leaving::AsRead,
    limit_moves: 18,
    last_move: LastMoveRule::Lost, // "does not take it by its own 18th move": the 18th may win
    ..LONE_KING
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::VARIANTS;

    #[test]
    fn tables_hold_together() {
        for code in RULE_CODES {
            assert!(code.counts.len() <= MAX_COUNTS, "{}", code.id);
            for (index, rule) in code.counts.iter().enumerate() {
                assert!(rule.limit_moves > 0 && !rule.text.is_empty() && !rule.article.is_empty(), "{}", code.id);
                let twins = code.counts.iter().filter(|other| other.key() == rule.key()).count();
                assert_eq!(twins, 1, "{} {}", code.id, rule.article);
                if let Some(bar) = rule.barred_by {
                    assert!(code.counts[..index].iter().any(|other| other.article == bar), "{} {bar}", code.id);
                }
                // Who the strong side is must show in the material in which the count starts.
                if rule.counts == Counted::StrongSide {
                    let MaterialClass::LoneKing(armies) = rule.material else {
                        panic!("{} has no strong side", code.id)
                    };
                    assert!(armies.iter().all(|army| army.men + army.kings > 1), "{}", code.id);
                }
            }
        }
    }

    #[test]
    fn every_variant_names_known_codes() {
        for variant in VARIANTS {
            assert!(!variant.rule_codes.is_empty(), "{}", variant.id);
            for id in variant.rule_codes {
                RuleCode::named(id).unwrap_or_else(|error| panic!("{}: {error}", variant.id));
            }
        }
    }

    #[test]
    fn an_unknown_code_is_answered_with_the_known_ones() {
        assert_eq!(
            RuleCode::named("FIDE").unwrap_err().to_string(),
            "there is no rule code `FIDE`; there are: FMJD-100, FMJD-64, USSR-1953-64, USSR-1953-100, WCDF, none"
        );
    }
}
