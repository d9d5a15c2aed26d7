//! The first pass over a slice of kings alone: finds the positions that captures decide, and the
//! positions without captures.

use peatee_rules::{Bitboard, Side};
use peatee_table::Slice;

use super::planes::{PlanesPart, SidePlanes};
use super::row_set::ROWS_PER_BLOCK;
use crate::parallel;
use crate::solver::draughts::bitboards::context::SliceContext;
use crate::solver::draughts::bitboards::first_pass::children::Children;
use crate::solver::draughts::bitboards::first_pass::context::FirstPassContext;
use crate::solver::draughts::bitboards::first_pass::men_moves::UnitPieces;
use crate::solver::draughts::bitboards::first_pass::word::FirstPass;
use crate::solver::draughts::bitboards::layout::word_table::WordView;

/// Finds the wins and losses by captures, and the positions without captures. Marks them in the
/// planes (sets of positions) for White and for Black to move, which must be empty before.
pub fn run<W: Bitboard>(slice: &SliceContext<W>, children: &Children<W>, planes: &mut [SidePlanes<W>; 2]) {
    let material = slice.layout.material;
    // Without men no move leads to a promotion or to another unit.
    let context = &FirstPassContext {
        slice: *slice,
        children,
        promoted: [None; 2],
        slice_numbers: Side::BOTH.map(|side| Slice { material, side }.number().unwrap_or(0)),
        solved: [WordView::NONE; 2],
    };
    let unit = &UnitPieces::default();
    let columns = slice.columns.len();
    let [white, black] = planes.each_mut().map(|planes| planes.parts_mut(ROWS_PER_BLOCK * columns));
    parallel::map_with(
        white.zip(black).enumerate(),
        &|| FirstPass::new(slice),
        &|first_pass, (block, (white, black))| {
            let mut parts = [white, black];
            let rows = slice.rows[block * ROWS_PER_BLOCK..].iter().take(ROWS_PER_BLOCK);
            for (in_block, &row_kings) in rows.enumerate() {
                for (column, &column_kings) in slice.columns.iter().enumerate() {
                    if !(row_kings & column_kings).is_empty() {
                        continue;
                    }
                    let place = in_block * columns + column;
                    for (side, PlanesPart { won, lost, quiet }) in Side::BOTH.into_iter().zip(&mut parts) {
                        let row = block * ROWS_PER_BLOCK + in_block;
                        quiet[place] = first_pass.value_word(context, unit, [row, column], side).quiet;
                        won[place] = first_pass.captures.win;
                        lost[place] = first_pass.captures.all_lose();
                    }
                }
            }
        },
    );
}
