//! What is asked of each row beside its value.

use peatee_probe::{ProbeError, RuleValue, Tables, Value};
use peatee_rules::Position;
use peatee_rules::draw::DrawRules;

/// What is asked of each row beside its value.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Asked {
    /// The plies to the next conversion.
    pub(crate) dtc: bool,
    /// The value under these draw rules, all counts fresh.
    pub(crate) rules: Option<DrawRules>,
}

/// The answer of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer {
    pub(super) value: Value,
    /// Plies to the next conversion, where they were asked for; `None` for draws.
    pub(super) dtc_plies: Option<u32>,
    /// Where draw rules were named.
    pub(super) ruled: Option<RuleValue>,
}

impl Asked {
    /// The whole answer for a position whose value is known.
    ///
    /// # Errors
    /// A table that tells more is not there or cannot be read.
    #[inline]
    pub(super) fn answer(&self, tables: &Tables, position: &Position, value: Value) -> Result<Answer, ProbeError> {
        let dtc_plies = if self.dtc { tables.probe_dtc(position)? } else { None };
        let ruled = |rules: &DrawRules| tables.exact_rule_value(position, rules, &rules.start(position));
        let ruled = self.rules.as_ref().map(ruled).transpose()?;
        Ok(Answer { value, dtc_plies, ruled })
    }
}
