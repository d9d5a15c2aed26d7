//! Values under draw rules.

use std::ffi::c_char;

use peatee_probe::Tables;
use peatee_probe::peatee_rules::Position;
use peatee_probe::peatee_rules::draw::{Counters, DrawRules};

use crate::border::{input, inputs, optional_text, output, outputs, text};
use crate::convert::{FirstFailure, no_rule_value, position, to_rule_value};
use crate::failure::Failure;
use crate::guard::guarded;
use crate::registry::{PeateeTables, with_tables};
use crate::types::position::PeateePosition;
use crate::types::rules::PeateeRuleValue;
use crate::types::value::PeateeStatus;

/// The value under draw rules with running counts. `rules` names a code, as `FMJD-100`, with its
/// readings, as `FMJD-64+restarts`. `counts` says how many plies of its counts have been played, by
/// article, as `6.2=12,6.3=4`; null: all counts that apply stand at 0. Codes, readings and
/// articles: `probe/rules/docs/readings.md`. Repetition is not looked at.
///
/// Errors: `PEATEE_STATUS_BAD_RULES`, and those of `peatee_probe_wdl`.
///
/// # Safety
/// The promise on pointers at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_probe_under_rules(
    tables: PeateeTables,
    position: *const PeateePosition,
    rules: *const c_char,
    counts: *const c_char,
    value: *mut PeateeRuleValue,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (at, value) = unsafe { (input(position, "position")?, output(value, "value")?) };
        // SAFETY: the caller's promise.
        let (rules, counts) = unsafe { (text(rules, "rules")?, optional_text(counts, "counts")?) };
        let at = self::position(&at)?;
        let rules = DrawRules::named(rules)?;
        with_tables(tables, |tables| {
            value.write(value_of(tables, &at, &rules, counts)?);
            Ok(())
        })
    })
}

/// `peatee_probe_under_rules` of `count` positions. `counts` has a text or null for each position,
/// or is null itself: all counts stand at 0. Errors of single positions: as
/// `peatee_probe_wdl_many`.
///
/// Errors: as `peatee_probe_under_rules`.
///
/// # Safety
/// The promise on pointers at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_probe_under_rules_many(
    tables: PeateeTables,
    positions: *const PeateePosition,
    count: usize,
    rules: *const c_char,
    counts: *const *const c_char,
    values: *mut PeateeRuleValue,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (positions, values) =
            unsafe { (inputs(positions, count, "positions")?, outputs(values, count, "values")?) };
        // SAFETY: the caller's promise.
        let rules = unsafe { text(rules, "rules")? };
        let counts = match counts.is_null() {
            true => None,
            // SAFETY: the caller's promise.
            false => Some(unsafe { inputs(counts, count, "counts") }?),
        };
        let rules = DrawRules::named(rules)?;
        with_tables(tables, |tables| {
            let mut first = FirstFailure::default();
            for (number, (at, to)) in positions.iter().zip(values).enumerate() {
                let counts = counts.map_or(std::ptr::null(), |counts| counts[number]);
                // SAFETY: the caller's promise.
                let counts = unsafe { optional_text(counts, "counts[..]") };
                let found = counts.and_then(|counts| value_of(tables, &position(at)?, &rules, counts));
                to.write(found.unwrap_or_else(|failure| no_rule_value(first.note(number, failure))));
            }
            first.result()
        })
    })
}

fn value_of(
    tables: &Tables,
    at: &Position,
    rules: &DrawRules,
    counts: Option<&str>,
) -> Result<PeateeRuleValue, Failure> {
    let counters = counters(tables, at, rules, counts)?;
    Ok(to_rule_value(&tables.rule_value(at, rules, &counters)?))
}

/// The counters of a position that can be; what its counts state, or all at 0.
pub(crate) fn counters(
    tables: &Tables,
    at: &Position,
    rules: &DrawRules,
    counts: Option<&str>,
) -> Result<Counters, Failure> {
    tables.game().check(at).map_err(|error| Failure::new(PeateeStatus::BadPosition, error.to_string()))?;
    match counts {
        None => Ok(rules.start(at)),
        Some(counts) => Ok(rules.parse_counters(counts, at)?),
    }
}
