//! Verifies DTC tables: compares every position with the positions one ply later.
//!
//! The check uses the public probes [`Tables::probe_wdl`] and [`Tables::probe_dtc`] and plain move
//! generation, but no code of the solver. WDL tables, which are verified separately, determine the
//! winner.

use peatee_probe::{ProbeError, Tables};
use peatee_rules::{Kind, Position};
use peatee_table::{Value, Wdl};

use crate::error::Error;
use crate::verify::verdict::Mistake;

/// Returns the mistake of the DTC table in one position, if there is one.
///
/// # Errors
/// When a required table is missing or damaged.
pub fn check(tables: &Tables, position: &Position) -> Result<Option<Mistake>, Error> {
    let stored = Value { wdl: tables.probe_wdl(position)?, plies: tables.probe_dtc(position)? };
    let expected = value_from_moves(tables, position)?;
    let is_wrong = stored != expected;
    Ok(is_wrong.then(|| Mistake { fen: tables.game().fen(position), stored, expected }))
}

/// Returns the value of a position, with its distance to a conversion, computed from the values
/// after its moves.
fn value_from_moves(tables: &Tables, position: &Position) -> Result<Value, Error> {
    let game = tables.game();
    let mut best: Option<Value> = None;
    for mv in game.moves(position).map_err(ProbeError::from)? {
        let after = game.play(position, &mv);
        let wdl = tables.probe_wdl(&after)?;
        let converts = mv.captured != 0 || mv.kind != Kind::King;
        let plies = match wdl {
            Wdl::Draw => None,
            _ if converts => Some(0),
            _ => tables.probe_dtc(&after)?,
        };
        best = Some(Value { wdl, plies }.before_move().or_better(best));
    }
    Ok(best.unwrap_or(Value::decided(0, game.variant().goal)))
}
