//! Wins and losses of draughts that the draw rules of a code turn into draws with fresh counts.

use peatee_probe::internals::one_count_decides;
use peatee_probe::{Clock, RuleOutcome, RuleValue, Tables};
use peatee_rules::draw::DrawRules;
use peatee_table::{Slice, Wdl};

use super::found::Detail;
use super::search::{Finding, Search, Seen};
use crate::error::Error;
use crate::explore::report::NO_COUNT_YET;

#[derive(Debug, Clone)]
pub struct Cursed {
    pub rules: DrawRules,
}

impl Search<Tables> for Cursed {
    fn name(&self) -> &'static str {
        "cursed"
    }

    fn may_be_in(&self, slice: Slice) -> bool {
        // If counts run side by side, one that starts later may decide.
        !one_count_decides(&self.rules) || Clock::fresh(&self.rules, &slice.material, slice.side).count().is_some()
    }

    fn wants(&self, wdl: Wdl) -> bool {
        wdl != Wdl::Draw
    }

    fn look(&self, seen: &Seen<Tables>) -> Result<Option<Finding>, Error> {
        let fresh = self.rules.start(seen.position);
        let worth = seen.tables.rule_value(seen.position, &self.rules, &fresh)?;
        let name = match worth.outcome {
            RuleOutcome::CursedWin | RuleOutcome::BlessedLoss => worth.outcome.name(),
            RuleOutcome::Win | RuleOutcome::Draw | RuleOutcome::Loss => return Ok(None),
            RuleOutcome::MaybeWin | RuleOutcome::MaybeLoss => return Err(not_known(seen, &worth)),
        };
        let binds = worth.clock.count().map(|count| (count.rule.article, count.left_plies()));
        let (article, limit_plies) = binds.unwrap_or((NO_COUNT_YET, 0));
        let detail = Detail::Cursed { article, limit_plies, needed_plies: worth.needed_plies };
        Ok(Some(Finding { name, detail }))
    }
}

/// Returns the error of a value that a missing table leaves unknown.
fn not_known(seen: &Seen<Tables>, worth: &RuleValue) -> Error {
    let lacking = worth.lacking.expect("a value is not known for lack of a table");
    seen.tables.missing(lacking.slice, lacking.metric).into()
}
