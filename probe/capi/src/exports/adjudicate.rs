//! Verdicts.

use std::ffi::c_char;

use peatee_probe::Tables;

use crate::border::{input, inputs, optional_text, text, write_sized};
use crate::convert::position;
use crate::exports::rules::{counters, rules_named};
use crate::guard::guarded;
use crate::registry::{PeateeTables, with_tables};
use crate::types::game::PeateeVerdict;
use crate::types::position::PeateePosition;
use crate::types::value::PeateeStatus;
use crate::verdict::judge;

/// Plays moves from a position under draw rules, and judges the game after them: lost, drawn, a
/// draw to claim, an illegal move, or in progress with its value from the tables. Repetitions count
/// from the first position on.
///
/// `rules` and `counts` are those of `peatee_probe_under_rules`. `moves` are `count` texts in the
/// form of `peatee_move_text`; null if `count` is 0. Set `verdict->size` first.
///
/// Errors: `PEATEE_STATUS_BAD_RULES`, and those of `peatee_probe_wdl`. An illegal move and a
/// position without a table are no errors: they give a verdict.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_adjudicate(
    tables: PeateeTables,
    position: *const PeateePosition,
    rules: *const c_char,
    counts: *const c_char,
    moves: *const *const c_char,
    count: usize,
    verdict: *mut PeateeVerdict,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (at, moves) = unsafe { (input(position, "position")?, inputs(moves, count, "moves")?) };
        // SAFETY: the caller's promise.
        let (rules, counts) = unsafe { (text(rules, "rules")?, optional_text(counts, "counts")?) };
        let mut texts = Vec::new();
        for &mv in moves {
            // SAFETY: the caller's promise.
            texts.push(unsafe { text(mv, "moves[..]") }?);
        }
        let at = self::position(&at)?;
        let found = with_tables(tables, |tables: &Tables| {
            let rules = rules_named(tables, rules)?;
            let counters = counters(tables, &at, &rules, counts)?;
            judge(tables, at, rules, Some(counters), &texts)
        })?;
        // SAFETY: the caller's promise.
        unsafe { write_sized(verdict, "verdict", &found) }
    })
}
