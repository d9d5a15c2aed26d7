//! Wins and losses that draw rules turn into draws, even if all counters are at zero.

use peatee_probe::RuleOutcome;
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, RuleSet, Wdl};

use super::found::Detail;
use super::search::{ExaminedPosition, Finding, Search};
use crate::error::Error;
use crate::explore::families::Explored;
use crate::explore::report::NO_COUNT_YET;

#[derive(Debug, Clone)]
pub struct Cursed {
    pub rules: DrawRules,
}

impl<F: Explored> Search<F> for Cursed {
    fn name(&self) -> &'static str {
        "cursed"
    }

    fn metric(&self) -> Option<Metric> {
        (!F::RULES_WEIGH_DTW).then(|| Metric::Dtr(RuleSet::new(&self.rules)))
    }

    fn may_be_in(&self, slice: F::Slice) -> bool {
        F::may_change_outcome(&self.rules, slice)
    }

    fn wants(&self, wdl: Wdl) -> bool {
        wdl != Wdl::Draw
    }

    fn examine(&self, examined: &ExaminedPosition<F>) -> Result<Option<Finding>, Error> {
        let worth = examined.rule_value(&self.rules)?;
        if !matches!(worth.outcome, RuleOutcome::CursedWin | RuleOutcome::BlessedLoss) {
            return Ok(None);
        }
        let binds = worth.clock.count().map(|count| (count.rule.article, count.left_plies()));
        let (article, limit_plies) = binds.unwrap_or((NO_COUNT_YET, 0));
        let detail =
            Detail::Cursed { article, limit_plies, needed_plies: F::RULES_WEIGH_DTW.then_some(worth.needed_plies) };
        Ok(Some(Finding { name: worth.outcome.name(), detail }))
    }
}
