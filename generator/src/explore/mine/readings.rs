//! Positions that two draw rules value differently: two readings of an article, or two codes.

use peatee_probe::{RuleOutcome, Tables};
use peatee_rules::draw::DrawRules;
use peatee_table::Wdl;

use super::found::Detail;
use super::search::{Finding, Search, Seen};
use crate::error::Error;

/// Positions whose value under two draw rules differs, with fresh counts.
#[derive(Debug, Clone)]
pub struct Readings {
    pub rules: DrawRules,
    /// The draw rules to compare with.
    pub other: DrawRules,
}

impl Search<Tables> for Readings {
    fn name(&self) -> &'static str {
        "readings"
    }

    fn wants(&self, wdl: Wdl) -> bool {
        wdl != Wdl::Draw
    }

    fn look(&self, seen: &Seen<Tables>) -> Result<Option<Finding>, Error> {
        let [outcome, other] = [outcome(seen, &self.rules)?, outcome(seen, &self.other)?];
        let detail = Detail::Readings { outcome: outcome.name(), other_outcome: other.name() };
        Ok((outcome != other).then_some(Finding { name: "differs", detail }))
    }
}

/// Returns the outcome with fresh counts.
fn outcome(seen: &Seen<Tables>, rules: &DrawRules) -> Result<RuleOutcome, Error> {
    let worth = seen.tables.rule_value(seen.position, rules, &rules.start(seen.position))?;
    match worth.lacking.filter(|_| worth.outcome.wdl().is_none()) {
        None => Ok(worth.outcome),
        Some(lacking) => Err(seen.tables.missing(lacking.slice, lacking.metric).into()),
    }
}
