//! Rule codes as tables, one file per code. No other code depends on the name of a rule code.
//!
//! To add a code: write its file, add its line to [`RULE_CODES`] (of chess: [`CHESS_CODES`]), and
//! name it in the `rule_codes` of the variants it applies to.

mod apca;
mod cbd_64;
mod classes;
mod columns;
mod fide_50;
mod fide_75;
mod fmjd_100;
mod fmjd_100_2024;
mod fmjd_64;
mod fmjd_64_russian;
mod fpd;
mod frisian;
mod frisian_only_move;
mod none;
mod prelude;
mod shared;
mod ussr_1953_100;
mod ussr_1953_64;
mod wcdf;

pub use columns::*;

/// Every rule code, in the order of user-facing lists.
pub static RULE_CODES: &[&RuleCode] = &[
    &fmjd_100::FMJD_100,
    &fmjd_100_2024::FMJD_100_2024,
    &fmjd_64::FMJD_64,
    &cbd_64::CBD_64,
    &fmjd_64_russian::FMJD_64_RUSSIAN,
    &ussr_1953_64::USSR_1953_64,
    &ussr_1953_100::USSR_1953_100,
    &wcdf::WCDF,
    &fpd::FPD,
    &apca::APCA,
    &frisian::FRISIAN,
    &frisian_only_move::FRISIAN_ONLY_MOVE,
    &none::NONE,
];

/// The rule codes of chess. [`RULE_CODES`] omits them, because this crate has no chess positions.
pub static CHESS_CODES: &[&RuleCode] = &[&fide_50::FIDE_50, &fide_75::FIDE_75];

impl RuleCode {
    /// Returns the rule code with an id.
    ///
    /// # Errors
    /// [`UnknownRuleCode`], which lists the known ids.
    pub fn named(id: &str) -> Result<&'static RuleCode, UnknownRuleCode> {
        RULE_CODES.iter().copied().find(|code| code.id == id).ok_or_else(|| UnknownRuleCode { id: id.to_owned() })
    }

    /// Returns the index of `rule` in [`RuleCode::counts`]; `None` when the code does not have this
    /// rule.
    pub fn place_of(&self, rule: &CountRule) -> Option<usize> {
        self.counts.iter().position(|other| std::ptr::eq(other, rule))
    }
}

/// Error: no rule code has this id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no rule code `{id}`; there are: {}", RULE_CODES.iter().map(|c| c.id).collect::<Vec<_>>().join(", "))]
pub struct UnknownRuleCode {
    /// The unknown id.
    pub id: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::VARIANTS;

    #[test]
    fn tables_hold_together() {
        for code in RULE_CODES.iter().chain(CHESS_CODES) {
            assert!(code.counts.len() <= MAX_COUNTS, "{}", code.id);
            assert!(!code.standing.is_empty(), "{}", code.id);
            assert!(code.counts.is_empty() || !code.year.is_empty() && !code.sources.is_empty(), "{}", code.id);
            for (index, rule) in code.counts.iter().enumerate() {
                assert!(rule.limit_moves > 0 && !rule.text.is_empty() && !rule.article.is_empty(), "{}", code.id);
                let twins = code.counts[..index].iter().filter(|other| other.key() == rule.key());
                assert!(
                    twins.clone().all(|twin| are_apart(twin.material, rule.material)),
                    "{} {}",
                    code.id,
                    rule.article
                );
                assert!(rule.road == Road::Any || code.main_road != 0, "{} {}", code.id, rule.article);
                if let Some(bar) = rule.barred_by {
                    assert!(code.counts[..index].iter().any(|other| other.article == bar), "{} {bar}", code.id);
                }
                let has_lone_king =
                    matches!(rule.material, MaterialClass::LoneKing(_) | MaterialClass::KingsAgainstKing { .. });
                assert!(rule.counts != Counted::StrongSide || has_lone_king, "{} has no strong side", code.id);
            }
        }
    }

    /// Returns true when no material is in both classes. Supports only the kinds of classes whose
    /// rules share an article number.
    fn are_apart(one: MaterialClass, other: MaterialClass) -> bool {
        use MaterialClass::KingsOnBothSides;
        let (KingsOnBothSides { most: end, .. }, KingsOnBothSides { least: start, .. }) = (one, other) else {
            return false;
        };
        end < start
    }

    #[test]
    fn main_roads_are_the_longest_diagonals_of_the_boards() {
        for variant in VARIANTS {
            for code in variant.rule_codes.iter().filter_map(|id| RuleCode::named(id).ok()) {
                let board = variant.board;
                let is_on_road = |square: u8| {
                    let (file, rank) = board.file_rank(crate::board::Square(square));
                    if board.shade == crate::board::Shade::Light {
                        file + rank == board.files - 1
                    } else {
                        file == rank
                    }
                };
                let road = (0..board.square_count()).filter(|&square| is_on_road(square));
                let road = road.fold(0, |road, square| road | 1u128 << square);
                assert!(code.main_road == 0 || code.main_road == road, "{} {}", variant.id, code.id);
            }
        }
    }

    #[test]
    fn where_moves_with_one_king_are_limited_counts_run_without_men_alone() {
        for code in RULE_CODES.iter().filter(|code| code.king_moves.is_some()) {
            for rule in code.counts {
                let MaterialClass::LoneKing(armies) = rule.material else { panic!("{} {}", code.id, rule.article) };
                assert!(armies.iter().all(|army| army.men == 0), "{} {}", code.id, rule.article);
                assert_eq!(rule.leaving, Leaving::Ends, "{} {}", code.id, rule.article);
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
            "there is no rule code `FIDE`; there are: FMJD-100, FMJD-100-2024, FMJD-64, CBD-64, \
             FMJD-64-Russian, USSR-1953-64, USSR-1953-100, WCDF, FPD, APCA, Frisian, Frisian-only-move, none"
        );
    }
}
