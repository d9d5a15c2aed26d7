//! Tells the outcome of a position with as few probes as it needs.

use peatee_rules::draw::{Counters, DrawRules};
use peatee_table::{Metric, RuleSet, Wdl};

use super::Facts;
use crate::answers::RuleOutcome;
use crate::clock::Clock;
use crate::error::ProbeError;
use crate::probed::Probed;
use crate::tables::Tables;

impl<G: Probed> Tables<G> {
    /// Returns the outcome of [`Tables::rule_value`]. Reads no distance if the longest win of the
    /// table is in time.
    ///
    /// # Errors
    /// The errors of [`Tables::rule_value`].
    pub(crate) fn rule_outcome(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<RuleOutcome, ProbeError> {
        let mut facts = Facts::new(self, position, rules)?;
        match facts.is_longest_win_in_time(counters) {
            true => Ok(RuleOutcome::new(facts.value.wdl, Some(true))),
            false => Ok(facts.value(counters)?.outcome),
        }
    }
}

impl<G: Probed> Facts<'_, G> {
    /// Returns true when the position is won or lost, and the header of its table shows that every
    /// such win is in time. Returns false when the distance of the position decides.
    fn is_longest_win_in_time(&self, counters: &Counters) -> bool {
        if self.value.wdl == Wdl::Draw || self.has_requirements || self.heeds_king_runs {
            return false;
        }
        let Clock::ToReset(count) = Clock::of(self.rules, counters, self.side) else { return false };
        let metric = Metric::Dtr(RuleSet::new(self.rules));
        !self.runs_to_the_end_too(counters)
            && G::longest_plies(self.tables, self.position, self.value.wdl, metric)
                .is_some_and(|plies| plies <= count.left_plies())
            && !count.is_exhausted()
    }
}
