//! Probes many positions of draughts that are given as numbers.

use peatee_probe::{AnyTables, Kind, Position, Side, Wdl};
use wasm_bindgen::JsError;

/// Number of 64-bit numbers that describe a position: bitboards of the white men, white kings,
/// black men and black kings, and the side to move.
const NUMBERS: usize = 5;
/// Answer for a position that has no value.
const NO_ANSWER: u8 = u8::MAX;
/// Number of positions that are probed together.
const CHUNK_POSITIONS: usize = 1024;

pub(crate) fn probe_wdl_many(tables: &AnyTables, numbers: &[u64]) -> Result<Vec<u8>, JsError> {
    let Some(tables) = tables.draughts() else { return Err(JsError::new("bitboards are of draughts alone")) };
    let (rows, []) = numbers.as_chunks::<NUMBERS>() else {
        return Err(JsError::new(
            "each position takes five numbers: men and kings of both sides, and the side to move",
        ));
    };
    let mut answers = Vec::with_capacity(rows.len());
    for chunk in rows.chunks(CHUNK_POSITIONS) {
        let positions: Vec<Position> = chunk.iter().map(position).collect();
        answers.extend(tables.probe_wdl_many(&positions).map(|wdl| wdl.map_or(NO_ANSWER, |wdl: Wdl| wdl as u8)));
    }
    Ok(answers)
}

fn position(&[white_men, white_kings, black_men, black_kings, side]: &[u64; NUMBERS]) -> Position {
    let mut position = Position::empty(if side == 0 { Side::White } else { Side::Black });
    for (side, men, kings) in [(Side::White, white_men, white_kings), (Side::Black, black_men, black_kings)] {
        position.setup.pieces[side as usize][Kind::Man as usize] = men.into();
        position.setup.pieces[side as usize][Kind::King as usize] = kings.into();
    }
    position
}
