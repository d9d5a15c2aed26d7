//! Rule codes as tables. One file per code; no code anywhere asks for a code by name.
//!
//! To add a code: write its file, add its line to [`RULE_CODES`], and name it in the `rule_codes`
//! of the variants it applies to.

mod columns;
mod fmjd_100;
mod fmjd_64;
mod none;
mod prelude;
mod shared;
mod ussr_1953_100;
mod ussr_1953_64;
mod wcdf;

pub use columns::*;

/// Every rule code, in the order they are listed to users.
pub static RULE_CODES: &[&RuleCode] = &[
    &fmjd_100::FMJD_100,
    &fmjd_64::FMJD_64,
    &ussr_1953_64::USSR_1953_64,
    &ussr_1953_100::USSR_1953_100,
    &wcdf::WCDF,
    &none::NONE,
];

impl RuleCode {
    /// The code with that id.
    ///
    /// # Errors
    /// [`UnknownRuleCode`] lists the known ones.
    pub fn named(id: &str) -> Result<&'static RuleCode, UnknownRuleCode> {
        RULE_CODES.iter().copied().find(|code| code.id == id).ok_or_else(|| UnknownRuleCode { id: id.to_owned() })
    }
}

/// No rule code has that id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no rule code `{id}`; there are: {}", RULE_CODES.iter().map(|c| c.id).collect::<Vec<_>>().join(", "))]
pub struct UnknownRuleCode {
    /// The id that was asked for.
    pub id: String,
}

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
