//! The verifier of DTC tables: every position against the positions one ply further on.
//!
//! It uses what a user of the tables uses, [`Tables::probe_wdl`] and [`Tables::probe_dtc`], and plain moves; nothing of
//! the solver. Who wins is taken from the WDL tables, which are verified on their own.

use peatee_probe::index::SliceIndex;
use peatee_probe::{Metric, Slice, Table, Tables, Value, Wdl};
use peatee_rules::{Kind, Position, with_kernel};
use rayon::prelude::*;

use crate::error::Error;
use crate::verify::{CHUNK, EXAMPLES, Mistake, Verdict};

/// Verifies the DTC table of one slice.
///
/// # Errors
/// When a table that is needed is missing or damaged.
pub fn verify(tables: &Tables, slice: Slice, table: &Table) -> Result<Verdict, Error> {
    let positions = table.header().positions;
    let starts: Vec<u64> = (0..positions).step_by(CHUNK as usize).collect();
    let parts: Vec<Vec<Mistake>> = starts
        .into_par_iter()
        .map(|start| {
            with_kernel!(tables.game(), kernel => {
                let index = SliceIndex::new(kernel, slice);
                let mut cursor = index.cursor();
                let mut mistakes = Vec::new();
                for number in start..(start + CHUNK).min(positions) {
                    let position = Position { setup: cursor.seek(number).convert(), side: slice.side };
                    mistakes.extend(check(tables, &position)?);
                }
                Ok(mistakes)
            })
        })
        .collect::<Result<_, Error>>()?;
    let wrong = parts.iter().map(Vec::len).sum::<usize>() as u64;
    let examples = parts.into_iter().flatten().take(EXAMPLES).collect();
    Ok(Verdict { slice, metric: Metric::Dtc, positions, wrong, examples })
}

fn check(tables: &Tables, position: &Position) -> Result<Option<Mistake>, Error> {
    let stored = Value { wdl: tables.probe_wdl(position)?, dtw_plies: tables.probe_dtc(position)? };
    let expected = looked_ahead(tables, position)?;
    let is_wrong = stored != expected;
    Ok(is_wrong.then(|| Mistake { fen: tables.game().fen(position), stored, expected }))
}

/// Who wins, and the distance to a conversion, as the moves of a position say.
fn looked_ahead(tables: &Tables, position: &Position) -> Result<Value, Error> {
    let game = tables.game();
    let mut best: Option<Value> = None;
    for mv in game.moves(position) {
        let after = game.play(position, &mv);
        let wdl = tables.probe_wdl(&after)?;
        let converts = mv.captured != 0 || mv.kind != Kind::King;
        let dtw_plies = match wdl {
            Wdl::Draw => None,
            _ if converts => Some(0),
            _ => tables.probe_dtc(&after)?,
        };
        let value = Value { wdl, dtw_plies }.before_move();
        if best.is_none_or(|best| value.order() < best.order()) {
            best = Some(value);
        }
    }
    Ok(best.unwrap_or(Value::decided(0, game.variant().goal)))
}
