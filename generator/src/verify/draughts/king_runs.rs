//! Verifies run-pattern tables, whose values depend on the moves in a row with one king. Compares
//! the value in each state of these moves with the values one ply later.
//!
//! The check uses the public probe [`Tables::rule_value`] and the counters after each move, but no
//! code of the solver. It is slow and simple. The comparison alone does not prove a win: wrong
//! values that support each other in a cycle pass it.

use peatee_probe::{ProbeError, Tables};
use peatee_rules::Position;
use peatee_rules::draw::{Counters, DrawRules, KingRuns};
use peatee_table::{Value, Wdl};

use crate::error::Error;
use crate::verify::verdict::Mistake;

/// Returns the mistake of a run-pattern table in one position, if there is one. The values in such
/// a table depend on the moves in a row with one king.
///
/// # Errors
/// When a required table is missing or damaged.
pub fn check(tables: &Tables, rules: &DrawRules, position: &Position) -> Result<Option<Mistake>, Error> {
    let game = tables.game();
    let moves = game.moves(position).map_err(ProbeError::from)?;
    let after: Vec<Position> = moves.iter().map(|mv| game.play(position, mv)).collect();
    let Some(limit) = rules.code.king_moves else { return Ok(None) };
    let fresh = rules.start(position);
    for runs in KingRuns::all(&limit, position) {
        let counters = rules.with_king_runs(&fresh, runs);
        let stored = value(tables, rules, position, &counters)?;
        let mut expected = None;
        for (mv, after) in moves.iter().zip(&after).filter(|(mv, _)| rules.allows(&counters, position.side, mv)) {
            let found = value(tables, rules, after, &rules.after(&counters, mv, after))?.reversed();
            expected = expected.max(Some(found));
            if found == Wdl::Win {
                break;
            }
        }
        let expected = expected.unwrap_or(Value::decided(0, game.variant().goal).wdl);
        if stored != expected {
            let [stored, expected] = [stored, expected].map(|wdl| Value { wdl, plies: None });
            let runs = rules.counters_text(&counters, position);
            return Ok(Some(Mistake { fen: format!("{} {runs}", game.fen(position)), stored, expected }));
        }
    }
    Ok(None)
}

fn value(tables: &Tables, rules: &DrawRules, position: &Position, counters: &Counters) -> Result<Wdl, Error> {
    let found = tables.exact_rule_value(position, rules, counters)?;
    Ok(found.outcome.wdl().expect("an exact value has a result"))
}
