//! The verifier of DTC tables: every position against the positions one ply further on.
//!
//! It uses what a user of the tables uses, [`Tables::probe_wdl`] and [`Tables::probe_dtc`], and
//! plain move generation, but nothing of the solver. The WDL tables, which are verified on their
//! own, say who wins.

use peatee_probe::{ProbeError, Tables};
use peatee_rules::{Kind, Position};
use peatee_table::{Value, Wdl};

use super::verdict::Mistake;
use crate::error::Error;

/// The mistake of the DTC table in one position, if there is one.
///
/// # Errors
/// When a table that is needed is missing or damaged.
pub fn check(tables: &Tables, position: &Position) -> Result<Option<Mistake>, Error> {
    let stored = Value { wdl: tables.probe_wdl(position)?, plies: tables.probe_dtc(position)? };
    let expected = looked_ahead(tables, position)?;
    let is_wrong = stored != expected;
    Ok(is_wrong.then(|| Mistake { fen: tables.game().fen(position), stored, expected }))
}

/// The winner and the distance to a conversion that follow from the moves of a position.
fn looked_ahead(tables: &Tables, position: &Position) -> Result<Value, Error> {
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
