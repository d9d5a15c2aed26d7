//! Columns beside the value.

use peatee_probe::any::Tables;
use peatee_probe::{ProbeError, Probed, RuleOutcome};
use peatee_rules::draw::DrawRules;

use crate::value::Value;

/// Columns beside the value that a caller wants.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Choice {
    /// Plies to the next conversion.
    pub(crate) dtc: bool,
    /// Values under these draw rules, with the counts of the position: all fresh in draughts.
    pub(crate) rules: Option<DrawRules>,
}

/// The answer of a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer {
    pub(super) value: Value,
    /// Plies to the next conversion, where they were asked for; `None` for draws.
    pub(super) dtc_plies: Option<u32>,
    /// The outcome and the needed plies, where draw rules were named.
    pub(super) ruled: Option<(RuleOutcome, Option<u32>)>,
}

impl Choice {
    /// Returns the whole answer for a position whose value is known.
    ///
    /// # Errors
    /// A table that tells more is not there or cannot be read.
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
