//! Verifies DTR tables: compares every position with the positions one ply later, under the draw
//! rules.
//!
//! The check uses the public probe [`Tables::exact_rule_value`] and the counters after each move,
//! but no code of the solver. It is slow and simple.

use peatee_probe::internals::{Table, end_plies, is_reset};
use peatee_probe::{Clock, ProbeError, Tables};
use peatee_rules::Position;
use peatee_rules::draw::{DrawRules, Events};
use peatee_table::{Value, Wdl};

use crate::error::Error;
use crate::verify::verdict::Mistake;

/// Returns the mistake of the DTR table in one position, if there is one.
///
/// # Errors
/// When a required table is missing or damaged.
pub fn check(
    tables: &Tables,
    rules: &DrawRules,
    position: &Position,
    table: &Table,
    number: u64,
) -> Result<Option<Mistake>, Error> {
    let cell = table.cell(number).map_err(|error| Error::File { path: table.path().to_owned(), error })?;
    let stored = match cell.checked_sub(1) {
        Some(plies) => Value { wdl: tables.probe_wdl(position)?, plies: Some(plies) },
        None => Value::DRAW,
    };
    let expected = value_from_moves(tables, rules, position)?;
    let is_wrong = stored != expected;
    Ok(is_wrong.then(|| Mistake { fen: tables.game().fen(position), stored, expected }))
}

/// Returns the value of a position under the draw rules with counters at zero, computed from its
/// moves. The plies of the value lead to the next reset of the deciding count. If no count runs,
/// there is no such distance, and the function returns a draw. It also returns a draw if the best
/// move leads to a draw under the rules.
fn value_from_moves(tables: &Tables, rules: &DrawRules, position: &Position) -> Result<Value, Error> {
    let game = tables.game();
    let counters = rules.start(position);
    let clock = Clock::of(rules, &counters, position.side);
    let Some(count) = clock.count() else { return Ok(Value::DRAW) };
    let moves = game.moves(position).map_err(ProbeError::from)?;
    if moves.is_empty() {
        let wdl = Value::decided(0, game.variant().goal).wdl;
        return Ok(Value { wdl, plies: Some(end_plies(rules, count.rule)) });
    }
    let mut best: Option<Value> = None;
    for mv in moves {
        let after = game.play(position, &mv);
        let worth = tables.exact_rule_value(&after, rules, &rules.after(&counters, &mv, &after))?;
        let resets = is_reset(rules, count.rule, Events::of(&mv), &rules.situation(&after));
        let value = if resets {
            match worth.outcome.wdl() {
                Some(Wdl::Draw) | None => Value::DRAW,
                Some(wdl) => Value { wdl, plies: Some(0) },
            }
        } else {
            match worth.needed_plies {
                None => Value::DRAW,
                plies => Value { wdl: worth.value.wdl, plies },
            }
        };
        best = Some(value.before_move().or_better(best));
    }
    Ok(best.unwrap_or(Value::DRAW))
}
