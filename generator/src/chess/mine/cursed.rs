//! Wins and losses of chess that the 50-move rule, or the 75-move rule, makes draws.

use peatee_probe::RuleOutcome;
use peatee_probe::chess::{ClockRule, Tables};
use peatee_table::{Metric, Wdl};

use crate::error::Error;
use crate::mine::{Detail, Finding, Search, Seen};

/// Cursed wins and blessed losses, the half-move clock at zero.
#[derive(Debug, Clone, Copy)]
pub struct Cursed {
    /// The rule.
    pub rule: ClockRule,
}

impl Search<Tables> for Cursed {
    fn name(&self) -> &'static str {
        "cursed"
    }

    fn metric(&self) -> Option<Metric> {
        Some(self.rule.dtz())
    }

    fn wants(&self, wdl: Wdl) -> bool {
        wdl != Wdl::Draw
    }

    fn look(&self, seen: &Seen<Tables>) -> Result<Option<Finding>, Error> {
        let rule = self.rule;
        // The half-move clock of positions in tables is at zero.
        let name = match seen.tables.probe_under(seen.position, rule)?.outcome(0) {
            outcome @ (RuleOutcome::CursedWin | RuleOutcome::BlessedLoss) => outcome.name(),
            _ => return Ok(None),
        };
        let [count] = rule.code().counts else { unreachable!("a rule of chess has one count") };
        let detail = Detail::CursedDtz { article: count.article, limit_plies: rule.limit_plies() };
        Ok(Some(Finding { name, detail }))
    }
}
