//! Positions with different values under two draw rules: two readings (interpretations) of an
//! article, or two codes.

use peatee_rules::draw::DrawRules;
use peatee_table::Wdl;

use super::found::Detail;
use super::search::{ExaminedPosition, Finding, Search};
use crate::error::Error;
use crate::explore::families::Explored;

/// Search for positions whose values under two draw rules differ, with counters at zero.
#[derive(Debug, Clone)]
pub struct Readings {
    pub rules: DrawRules,
    pub other: DrawRules,
}

impl<F: Explored> Search<F> for Readings {
    fn name(&self) -> &'static str {
        "readings"
    }

    fn wants(&self, wdl: Wdl) -> bool {
        wdl != Wdl::Draw
    }

    fn examine(&self, examined: &ExaminedPosition<F>) -> Result<Option<Finding>, Error> {
        let [outcome, other] = [examined.rule_value(&self.rules)?.outcome, examined.rule_value(&self.other)?.outcome];
        let detail = Detail::Readings { outcome: outcome.name(), other_outcome: other.name() };
        Ok((outcome != other).then_some(Finding { name: "differs", detail }))
    }
}
