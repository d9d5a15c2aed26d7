//! Wins and losses of chess that the 50-move rule, or the 75-move rule, makes draws.

use peatee_probe::chess::{Chess, Tables};
use peatee_probe::{Game, RuleOutcome};
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, RuleSet, Wdl};

use crate::error::Error;
use crate::explore::mine::{Detail, Finding, Search, Seen};

/// Cursed wins and blessed losses, the half-move clock at zero.
#[derive(Debug, Clone, Copy)]
pub struct CursedByClock {
    /// The rule.
    pub rules: DrawRules,
}

impl Search<Tables> for CursedByClock {
    fn name(&self) -> &'static str {
        "cursed"
    }

    fn metric(&self) -> Option<Metric> {
        Some(Metric::Dtr(RuleSet::new(&self.rules)))
    }

    fn wants(&self, wdl: Wdl) -> bool {
        wdl != Wdl::Draw
    }

    fn look(&self, seen: &Seen<Tables>) -> Result<Option<Finding>, Error> {
        let rules = &self.rules;
        // The half-move clock of positions in tables is at zero.
        let clock = Chess.counters(rules, seen.position);
        let name = match seen.tables.rule_value(seen.position, rules, &clock)?.outcome {
            outcome @ (RuleOutcome::CursedWin | RuleOutcome::BlessedLoss) => outcome.name(),
            _ => return Ok(None),
        };
        let [count] = rules.code.counts else { unreachable!("a rule of chess has one count") };
        let detail = Detail::CursedDtz { article: count.article, limit_plies: Chess::limit_plies(rules) };
        Ok(Some(Finding { name, detail }))
    }
}
