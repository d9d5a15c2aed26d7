//! Positions as FEN, of any game.

use std::ffi::c_char;

use peatee_probe::any::{AnyTables, Tables};
use peatee_probe::{Metric, ProbeError, RuleOutcome, RuleSet, with_tables};

use super::rules::{counters, rule_value, rules_named};
use crate::border::{optional_text, output, outputs, put, text};
use crate::convert::{to_outcome, to_plies, to_value, value_in};
use crate::failure::Failure;
use crate::family::CFamily;
use crate::guard::guarded;
use crate::registry::{PeateeTables, with_any};
use crate::types::game::PeateeFenMove;
use crate::types::rules::PeateeRuleValue;
use crate::types::set::PeateeMetric;
use crate::types::value::{PeateeStatus, PeateeValue};
use crate::verdict::cut;

/// Probes the position of a FEN: tells who wins, and a distance. The FEN must be one of the
/// handle's game. `metric` is one `PeateeMetric` and selects the distance: `PEATEE_METRIC_WDL` for
/// none, `PEATEE_METRIC_DTW` for the plies to the end of the game (DTM in chess),
/// `PEATEE_METRIC_DTC` for the plies to the next conversion, `PEATEE_METRIC_DTR`, only in chess,
/// for DTZ under the 50-move rule. `value` is not changed on an error.
///
/// Errors: `PEATEE_STATUS_BAD_POSITION` for a wrong FEN and, in chess, for castling rights;
/// `PEATEE_STATUS_NO_TABLE`, also for a missing table of the distance, except that DTZ is then
/// `PEATEE_NO_PLIES`; `PEATEE_STATUS_DAMAGED`, `PEATEE_STATUS_BAD_HANDLE`,
/// `PEATEE_STATUS_BAD_ARGUMENT`, `PEATEE_STATUS_NULL_POINTER`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_probe_fen(
    tables: PeateeTables,
    fen: *const c_char,
    metric: u32,
    value: *mut PeateeValue,
) -> PeateeStatus {
    fn value_of<G: CFamily>(tables: &Tables<G>, fen: &str, metric: u32) -> Result<PeateeValue, Failure> {
        Ok(value_in(tables, &read(tables, fen)?, metric_of::<G>(metric)?)?)
    }
    // SAFETY: the caller's promise.
    unsafe { answer(tables, fen, value, |any, fen| with_tables!(any, tables => value_of(tables, fen, metric))) }
}

/// Gives the value of the position of a FEN under draw rules. `rules` and `counts` are those of
/// `peatee_probe_under_rules`. In chess the rules are `FIDE-50` or `FIDE-75`, the FEN has the
/// half-move clock, `counts` is null, and `needed_plies` of a win or loss is DTZ. `value` is not
/// changed on an error.
///
/// Errors: `PEATEE_STATUS_BAD_RULES`, and those of `peatee_probe_fen`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_probe_fen_under_rules(
    tables: PeateeTables,
    fen: *const c_char,
    rules: *const c_char,
    counts: *const c_char,
    value: *mut PeateeRuleValue,
) -> PeateeStatus {
    fn value_of<G: CFamily>(
        tables: &Tables<G>,
        fen: &str,
        rules: &str,
        counts: Option<&str>,
    ) -> Result<PeateeRuleValue, Failure> {
        let at = read(tables, fen)?;
        rule_value(tables, &at, &rules_named(tables, rules)?, counts)
    }
    let probe = |any: &AnyTables, fen: &str| {
        // SAFETY: the caller's promise.
        let (rules, counts) = unsafe { (text(rules, "rules")?, optional_text(counts, "counts")?) };
        with_tables!(any, tables => value_of(tables, fen, rules, counts))
    };
    // SAFETY: the caller's promise.
    unsafe { answer(tables, fen, value, probe) }
}

/// Lists all legal moves of the position of a FEN with their values, best first. `rules` names the
/// draw rules; if it is null, values and order are those of best play without draw rules. Under
/// draw rules, chess uses the half-move clock of the FEN, and in draughts no count has used a ply.
/// `count` receives the number of moves, 0 when the game is over. `moves` has room for `capacity`
/// moves and receives the first of them; it may be null if `capacity` is 0.
///
/// Errors: `PEATEE_STATUS_TOO_SMALL` when `count` is more than `capacity`, and those of
/// `peatee_probe_fen_under_rules`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peatee_moves_fen(
    tables: PeateeTables,
    fen: *const c_char,
    rules: *const c_char,
    moves: *mut PeateeFenMove,
    capacity: usize,
    count: *mut usize,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (moves, count) = unsafe { (outputs(moves, capacity, "moves")?, output(count, "count")?.write(0)) };
        // SAFETY: the caller's promise.
        let (fen, rules) = unsafe { (text(fen, "fen")?, optional_text(rules, "rules")?) };
        let listed = with_any(tables, |any| with_tables!(any, tables => moves_of(tables, fen, rules)))?;
        put(moves, count, listed.len(), |number| Ok(listed[number]))
    })
}

fn moves_of<G: CFamily>(tables: &Tables<G>, fen: &str, rules: Option<&str>) -> Result<Vec<PeateeFenMove>, Failure> {
    let at = read(tables, fen)?;
    let rated: Vec<_> = match rules {
        None => {
            let rated = tables.moves(&at)?.into_iter();
            rated.map(|rated| (rated.mv, rated.value, RuleOutcome::from(rated.value.wdl), None)).collect()
        }
        Some(rules) => {
            let rules = rules_named(tables, rules)?;
            let rated = tables.rule_moves(&at, &rules, &counters(tables, &at, &rules, None)?)?.into_iter();
            rated.map(|rated| (rated.mv, rated.value, rated.outcome, rated.needed_plies)).collect()
        }
    };
    let moves: Vec<_> = rated.iter().map(|(mv, ..)| mv).collect();
    let texts = tables.game().move_texts(&at, &moves);
    let listed = texts.iter().zip(&rated).map(|(text, &(_, value, outcome, needed_plies))| PeateeFenMove {
        text: cut(text),
        value: to_value(value),
        outcome: to_outcome(outcome) as i32,
        needed_plies: to_plies(needed_plies),
    });
    Ok(listed.collect())
}

/// Calls `ask` with the tables and the FEN, and writes the answer to `value`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
unsafe fn answer<A>(
    tables: PeateeTables,
    fen: *const c_char,
    value: *mut A,
    ask: impl FnOnce(&AnyTables, &str) -> Result<A, Failure>,
) -> PeateeStatus {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (fen, value) = unsafe { (text(fen, "fen")?, output(value, "value")?) };
        value.write(with_any(tables, |any| ask(any, fen))?);
        Ok(())
    })
}

/// Parses a FEN. Refuses impossible positions and, in chess, castling rights.
pub(super) fn read<G: CFamily>(tables: &Tables<G>, fen: &str) -> Result<G::Position, Failure> {
    let at = tables.game().parse_fen(fen).map_err(Failure::bad_position)?;
    match G::check(tables, &at) {
        Err(error @ (ProbeError::Illegal(_) | ProbeError::CastlingRights)) => Err(error.into()),
        _ => Ok(at),
    }
}

pub(super) fn metric_of<G: CFamily>(metric: u32) -> Result<Metric, Failure> {
    const WDL: u32 = PeateeMetric::Wdl as u32;
    const DTW: u32 = PeateeMetric::Dtw as u32;
    const DTC: u32 = PeateeMetric::Dtc as u32;
    const DTR: u32 = PeateeMetric::Dtr as u32;
    match (metric, G::rules_of_dtr()) {
        (WDL, _) => Ok(Metric::Wdl),
        (DTW, _) => Ok(Metric::Dtw),
        (DTC, _) => Ok(Metric::Dtc),
        (DTR, Some(rules)) => Ok(Metric::Dtr(RuleSet::new(&rules))),
        (DTR, None) => {
            Err(Failure::bad_argument("`metric` is of draw rules; name them with peatee_probe_fen_under_rules"))
        }
        (other, _) => Err(Failure::bad_argument(format!("`metric` is {other}, no single `PeateeMetric`"))),
    }
}
