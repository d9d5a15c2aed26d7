//! Detects rule codes that are used with variants for which they were not written.

use super::counter::DrawRules;
use crate::variant::{VARIANTS, Variant};

/// Warning: a rule code was not written for the variant, so its counts may not fit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{code} was not written for {variant} but for {}; {}", listed(written_for), advice(own))]
pub struct ForeignCode {
    /// Id of the rule code that was not written for the variant.
    pub code: &'static str,
    /// Id of the variant for which the rule code was not written.
    pub variant: &'static str,
    /// Ids of the variants that the rule code was written for.
    pub written_for: Vec<&'static str>,
    /// Ids of the rule codes written for the variant.
    pub own: Vec<&'static str>,
}

/// Id of the rule code without counts, which suits every variant.
const NO_RULES_ID: &str = "none";

impl DrawRules {
    /// Returns a warning when the rule code has counts and the variant does not list it among its
    /// rule codes; otherwise `None`.
    pub fn foreign_to(&self, variant: &Variant) -> Option<ForeignCode> {
        let code = self.code.id;
        if variant.rule_codes.contains(&code) || self.code.counts.is_empty() {
            return None;
        }
        let written_for =
            VARIANTS.iter().filter(|other| other.rule_codes.contains(&code)).map(|other| other.id).collect();
        let own = variant.rule_codes.iter().copied().filter(|&code| code != NO_RULES_ID).collect();
        Some(ForeignCode { code, variant: variant.id, written_for, own })
    }
}

fn listed(ids: &[&str]) -> String {
    if ids.is_empty() { "any game here".to_owned() } else { ids.join(", ") }
}

fn advice(own: &[&str]) -> String {
    if own.is_empty() {
        "no code here was written for it".to_owned()
    } else {
        format!("written for it: {}", own.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warning(code: &str, variant: &str) -> Option<String> {
        let rules = DrawRules::named(code).expect("the test names a code");
        rules.foreign_to(Variant::named(variant).expect("the test names a variant")).map(|foreign| foreign.to_string())
    }

    #[test]
    fn a_code_suits_the_games_that_list_it() {
        for variant in VARIANTS {
            for code in variant.rule_codes {
                assert_eq!(warning(code, variant.id), None);
            }
            assert_eq!(warning("none", variant.id), None);
        }
        assert_eq!(
            warning("FMJD-64+together", "international").as_deref(),
            Some(
                "FMJD-64 was not written for international but for brazilian; written for it: FMJD-100, \
                 FMJD-100-2024, USSR-1953-100"
            )
        );
        assert_eq!(
            warning("WCDF", "turkish").as_deref(),
            Some("WCDF was not written for turkish but for english; no code here was written for it")
        );
    }
}
