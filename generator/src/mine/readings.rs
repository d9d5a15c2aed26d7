//! Positions that two draw rules value differently: two readings of an article, or two codes.

use peatee_probe::{ProbeError, RuleOutcome};
use peatee_rules::draw::DrawRules;
use peatee_table::{Value, Wdl};

use super::found::Detail;
use super::search::{Finding, Search, Seen};
use crate::error::Error;

/// Positions whose value under two draw rules differs, all counts fresh.
#[derive(Debug, Clone)]
pub struct Readings {
    /// The draw rules.
    pub rules: DrawRules,
    /// Those that they are compared with.
    pub other: DrawRules,
}

impl Search for Readings {
    fn name(&self) -> &'static str {
        "readings"
    }

    fn wants(&self, value: Value) -> bool {
        value.wdl != Wdl::Draw
    }

    fn look(&self, seen: &Seen) -> Result<Option<Finding>, Error> {
        let [outcome, other] = [outcome(seen, &self.rules)?, outcome(seen, &self.other)?];
        let detail = Detail::Readings { outcome: outcome.name(), other_outcome: other.name() };
        Ok((outcome != other).then_some(Finding { name: "differs", detail }))
    }
}

/// The outcome with fresh counts.
fn outcome(seen: &Seen, rules: &DrawRules) -> Result<RuleOutcome, Error> {
    let worth = seen.tables.rule_value(seen.position, rules, &rules.start(seen.position))?;
    match worth.lacking.filter(|_| worth.outcome.wdl().is_none()) {
        None => Ok(worth.outcome),
        Some(lacking) => {
            let directory = seen.tables.directory().to_owned();
            let slice = lacking.slice.name();
            Err(ProbeError::MissingTable { slice, metric: lacking.metric, directory }.into())
        }
    }
}
