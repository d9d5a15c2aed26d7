//! Columns that a caller requests in addition to win, draw or loss and the plies.

use peatee_probe::any::Tables;
use peatee_probe::{ProbeError, Probed, RuleOutcome};
use peatee_rules::draw::DrawRules;

use crate::value::Value;

/// Columns that a caller requests in addition to win, draw or loss and the plies.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Choice {
    /// True to add a column with the plies to the next conversion.
    pub(crate) dtc: bool,
    /// Draw rules, if the value under draw rules is requested. In draughts, the rules have counted
    /// no plies yet; in chess, as many as the half-move clock of the position.
    pub(crate) rules: Option<DrawRules>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer {
    pub(super) value: Value,
    /// Plies to the next conversion, if requested; `None` for draws.
    pub(super) dtc_plies: Option<u32>,
    /// Outcome under draw rules, and the plies that the winner needs. `None` if no draw rules were
    /// given.
    pub(super) ruled: Option<(RuleOutcome, Option<u32>)>,
}

impl Choice {
    /// Returns the answer for a position whose value is known.
    ///
    /// # Errors
    /// A table for the requested columns is missing or cannot be read.
    #[inline]
    pub(crate) fn answer<G: Probed>(
        &self,
        tables: &Tables<G>,
        position: &G::Position,
        value: Value,
    ) -> Result<Answer, ProbeError> {
        let dtc_plies = if self.dtc { tables.probe_dtc(position)? } else { None };
        let ruled = |rules: &DrawRules| {
            let found = tables.exact_rule_value(position, rules, &tables.game().counters(rules, position))?;
            Ok::<_, ProbeError>((found.outcome, found.needed_plies))
        };
        let ruled = self.rules.as_ref().map(ruled).transpose()?;
        Ok(Answer { value, dtc_plies, ruled })
    }
}
