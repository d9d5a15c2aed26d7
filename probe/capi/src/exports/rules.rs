//! Values under draw rules.

use std::ffi::c_char;

use peatee_probe::any::Tables as AnyGame;
use peatee_probe::peatee_rules::draw::{Counters, DrawRules};
use peatee_probe::{Position, Tables};

use super::answer;
use crate::border::{inputs, optional_text, outputs, text};
use crate::convert::{FirstFailure, no_rule_value, position, to_rule_value};
use crate::failure::Failure;
use crate::family::CFamily;
use crate::guard::guarded;
use crate::registry::{PeateeTables, with_tables};
use crate::types::position::PeateePosition;
use crate::types::rules::PeateeRuleValue;
use crate::types::value::PeateeStatus;

/// Gives the value of a position under draw rules with running counts. `rules` names a set of draw
/// rules by its code, such as `FMJD-100`. Readings (chosen interpretations of ambiguous articles)
/// may follow, as in `FMJD-64+restarts`. `counts` states how many plies the count of each article
/// has used: `6.2=12,6.3=4`; null if no count has used a ply. `probe/rules/docs/readings.md` lists
/// codes, readings and articles. Repetition is ignored.
///
/// Errors: `PEATEE_STATUS_BAD_RULES`, and those of `peatee_probe_wdl`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_probe_under_rules(
    tables: PeateeTables,
    position: *const PeateePosition,
    rules: *const c_char,
    counts: *const c_char,
    value: *mut PeateeRuleValue,
) -> PeateeStatus {
    let probe = |tables: &Tables, at: &Position| {
        // SAFETY: the caller's promise.
        let (rules, counts) = unsafe { (text(rules, "rules")?, optional_text(counts, "counts")?) };
        rule_value(tables, at, &rules_named(tables, rules)?, counts)
    };
    // SAFETY: the caller's promise.
    unsafe { answer(tables, position, (value, "value"), probe) }
}

/// Answers like `peatee_probe_under_rules` for `count` positions. `counts` has a text or null for
/// each position, or is null itself if no count has used a ply. Errors of single positions are
/// reported as by `peatee_probe_wdl_many`.
///
/// Errors: those of `peatee_probe_under_rules`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
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
        with_tables(tables, |tables: &Tables| {
            let rules = rules_named(tables, rules)?;
            let mut first = FirstFailure::default();
            for (number, (at, to)) in positions.iter().zip(values).enumerate() {
                let counts = counts.map_or(std::ptr::null(), |counts| counts[number]);
                // SAFETY: the caller's promise.
                let counts = unsafe { optional_text(counts, "counts[..]") };
                let found = counts.and_then(|counts| rule_value(tables, &position(at)?, &rules, counts));
                to.write(found.unwrap_or_else(|failure| no_rule_value(first.note(number, failure))));
            }
            first.result()
        })
    })
}

pub(super) fn rules_named<G: CFamily>(tables: &AnyGame<G>, name: &str) -> Result<DrawRules, Failure> {
    tables.game().rules_named(name).map_err(Failure::bad_rules)
}

/// Returns the value of a position under draw rules. `counts` lists the plies that the counts have
/// used. With `None`, no count has used plies in draughts, and chess uses the half-move clock of
/// the position.
pub(super) fn rule_value<G: CFamily>(
    tables: &AnyGame<G>,
    at: &G::Position,
    rules: &DrawRules,
    counts: Option<&str>,
) -> Result<PeateeRuleValue, Failure> {
    Ok(to_rule_value(&tables.rule_value(at, rules, &counters(tables, at, rules, counts)?)?))
}

/// Checks that a position is possible, and returns the plies that each count of the draw rules has
/// used. `counts` states these plies as text. With `None`, no count has used plies in draughts, and
/// chess uses the half-move clock of the position.
pub(crate) fn counters<G: CFamily>(
    tables: &AnyGame<G>,
    at: &G::Position,
    rules: &DrawRules,
    counts: Option<&str>,
) -> Result<Counters, Failure> {
    G::check(tables, at)?;
    tables.game().counters_named(rules, at, counts).map_err(Failure::bad_rules)
}
