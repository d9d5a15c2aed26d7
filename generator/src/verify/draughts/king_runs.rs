//! Verifies tables whose values depend on the moves in a row with one king. Compares the value in
//! each state of these moves with the values one ply later.
//!
//! The check uses the public probe [`Tables::rule_value_until`] and the counters after each move,
//! but no code of the solver. It is slow and simple. For a table of distances, it proves all values
//! by induction over the plies. The comparison of results alone proves no win: wrong values that
//! support each other in a cycle pass it.

use peatee_probe::{ProbeError, RulePlies, Tables};
use peatee_rules::draw::{Counters, DrawRules, KingRuns};
use peatee_rules::{Budget, Position};
use peatee_table::{Metric, Value};

use crate::error::Error;
use crate::verify::verdict::Mistake;

/// Returns the mistake of the table of a metric in one position, if there is one. The values in
/// such a table depend on the moves in a row with one king.
///
/// # Errors
/// When a required table is missing or damaged.
pub fn check(tables: &Tables, metric: Metric, position: &Position) -> Result<Option<Mistake>, Error> {
    let game = tables.game();
    let Some(rules) = metric.rule_set().map(|set| set.rules()) else { return Ok(None) };
    let moves = game.moves(position).map_err(ProbeError::from)?;
    let after: Vec<Position> = moves.iter().map(|mv| game.play(position, mv)).collect();
    let Some(limit) = rules.code.king_moves else { return Ok(None) };
    let (fresh, with_plies) = (rules.start(position), metric.counts_plies());
    let value = |position: &Position, counters: &Counters| value(tables, &rules, (position, counters), with_plies);
    for runs in KingRuns::all(&limit, position) {
        let counters = rules.with_king_runs(&fresh, runs);
        let stored = value(position, &counters)?;
        let mut best: Option<Value> = None;
        let allows = rules.allows(&counters, position.side, &moves);
        for (mv, after) in moves.iter().zip(&after).filter(|(mv, _)| allows(mv)) {
            let found = value(after, &rules.after(&counters, mv, after))?.before_move();
            best = Some(best.map_or(found, |best| best.or_better(Some(found))));
        }
        let expected = best.unwrap_or(Value::decided(0, game.variant().goal));
        if (stored.wdl, stored.plies.filter(|_| with_plies)) != (expected.wdl, expected.plies.filter(|_| with_plies)) {
            let runs = rules.counters_text(&counters, position);
            return Ok(Some(Mistake { fen: format!("{} {runs}", game.fen(position)), stored, expected }));
        }
    }
    Ok(None)
}

/// Returns the value of a position; `with_plies` also searches for plies that no table holds.
fn value(
    tables: &Tables,
    rules: &DrawRules,
    (position, counters): (&Position, &Counters),
    with_plies: bool,
) -> Result<Value, Error> {
    let mut found = tables.exact_rule_value(position, rules, counters)?;
    if let (true, Some(RulePlies::AtLeast(_))) = (with_plies, found.plies) {
        found.plies = tables.plies_under_rules(position, rules, counters, &Budget::unlimited())?;
    }
    let wdl = found.outcome.wdl().expect("an exact value has a result");
    Ok(Value { wdl, plies: found.plies.and_then(RulePlies::exact) })
}
