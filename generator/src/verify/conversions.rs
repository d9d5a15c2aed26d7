//! The verifier of DTC tables: every position against the positions one ply further on.
//!
//! It uses what a user of the tables uses, [`Tables::probe_wdl`] and [`Tables::probe_dtc`], and
//! plain move generation, but nothing of the solver. The WDL tables, which are verified on their
//! own, say who wins.

use peatee_probe::internals::Table;
use peatee_probe::{ProbeError, Tables};
use peatee_rules::{Kind, Position};
use peatee_table::{Metric, Slice, Value, Wdl};

use super::by_position::by_position;
use super::verdict::{Mistake, Verdict};
use crate::error::Error;
use crate::watch::Watched;

/// Verifies the DTC table of one slice.
///
/// # Errors
/// When a table that is needed is missing or damaged, or the work is to stop.
pub fn verify(tables: &Tables, slice: Slice, table: &Table, watched: &Watched) -> Result<Verdict, Error> {
    let check = |position: &Position, _number: u64| check(tables, position);
    by_position(tables, slice, Metric::Dtc, table.header().positions, watched, check)
}

fn check(tables: &Tables, position: &Position) -> Result<Option<Mistake>, Error> {
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
