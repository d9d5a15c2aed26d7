//! Quiet moves of kings between the words of one unit, taken backward.

use std::ops::BitOr;

use peatee_rules::{Bitboard, Side};

use super::dirty_rows::DirtyRows;
use super::fills::KingFills;
use crate::solver::bitboards::context::SliceContext;
use crate::solver::bitboards::layout::placements::OneMore;

/// The quiet moves of all kings with the fixed pieces of one unit on the board.
#[derive(Debug)]
pub struct KingMoves<'a, W> {
    slice: &'a SliceContext<'a, W>,
    /// By side.
    fills: &'a [KingFills<W>; 2],
    row_moves: PlacementMoves<W>,
    column_moves: PlacementMoves<W>,
    /// The squares of the fixed pieces.
    fixed: W,
}

impl<'a, W: Bitboard> KingMoves<'a, W> {
    /// Moves of no unit yet.
    pub fn new(slice: &'a SliceContext<'a, W>, fills: &'a [KingFills<W>; 2]) -> Self {
        let (row_moves, column_moves) = Default::default();
        KingMoves { slice, fills, row_moves, column_moves, fixed: W::EMPTY }
    }

    /// Lists the moves of the unit whose fixed pieces stand on `fixed`.
    pub fn begin_unit(&mut self, fixed: W) {
        self.fixed = fixed;
        let open = self.slice.open;
        self.row_moves.load(self.slice.rows, &self.fills[open.other() as usize], fixed);
        self.column_moves.load(self.slice.columns, &self.fills[open as usize], fixed);
    }

    /// Marks the rows from which a move of `side` leads into `row`.
    pub fn mark_predecessors(&self, side: Side, row: usize, worklist: &mut DirtyRows) {
        if self.slice.open == side {
            // Moves of the open king's side stay inside the row.
            worklist.mark(row);
        } else {
            // Quiet moves of kings can be taken back, so the predecessors of a row are the rows its
            // moves lead to.
            self.row_moves.of(row).iter().for_each(|&(other, _)| worklist.mark(other as usize));
        }
    }

    /// The predecessors of `source` in one row, by column: the squares of the open king at which a
    /// king of `side` has a move to a position in `source`; with all bits of `flip` set, a move to
    /// a position outside of `source`. Columns where `wanted` is empty may be left empty.
    #[inline(always)]
    pub fn predecessors(
        &self,
        side: Side,
        row: usize,
        (source, flip): (&[W], W),
        wanted: impl Fn(usize) -> W,
        out: &mut [W],
    ) {
        if self.slice.open == side {
            let first = row * out.len();
            let source = &source[first..first + out.len()];
            self.predecessors_in_row(row, (source, flip), |column| wanted(first + column), out);
        } else {
            self.predecessors_between_rows(row, (source, flip), out);
        }
    }

    /// For the side of the open king: its moves change the bit or the column.
    #[inline(always)]
    fn predecessors_in_row(&self, row: usize, (source, flip): (&[W], W), wanted: impl Fn(usize) -> W, out: &mut [W]) {
        let others = self.slice.rows[row];
        let fills = &self.fills[self.slice.open as usize];
        for (column, out) in out.iter_mut().enumerate() {
            if wanted(column).is_empty() {
                *out = W::EMPTY;
                continue;
            }
            let empty = self.slice.kernel.all & !(self.fixed | others | self.slice.columns[column]);
            let mut reached = fills.sources(source[column] ^ flip, empty);
            for &(to, path) in self.column_moves.of(column) {
                if (path & others).is_empty() {
                    reached |= (source[to as usize] ^ flip) & !path;
                }
            }
            *out = reached;
        }
    }

    /// For the other side: its moves change the row.
    #[inline(always)]
    fn predecessors_between_rows(&self, row: usize, (source, flip): (&[W], W), out: &mut [W]) {
        let columns = self.slice.columns;
        if let [out] = out {
            // The open king is alone on its side, as in most slices: a row is one word.
            let reached = |&(to, path): &(u32, W)| (source[to as usize] ^ flip) & !path;
            *out = self.row_moves.of(row).iter().map(reached).fold(W::EMPTY, BitOr::bitor);
            return;
        }
        out.fill(W::EMPTY);
        for &(to, path) in self.row_moves.of(row) {
            let from = &source[to as usize * columns.len()..][..columns.len()];
            for ((out, from), kings) in out.iter_mut().zip(from).zip(columns) {
                let mask = if (*kings & path).is_empty() { !path } else { W::EMPTY };
                *out |= (*from ^ flip) & mask;
            }
        }
    }
}

/// Quiet moves of the kings that rows or columns place, from placement to placement, in one unit.
#[derive(Debug, Default)]
struct PlacementMoves<W> {
    /// By placement: where its moves start in `list`; one more entry at the end.
    starts: Vec<u32>,
    /// The placement after the move, and the squares that the king touches on the way, the last one
    /// included.
    list: Vec<(u32, W)>,
}

impl<W: Bitboard> PlacementMoves<W> {
    /// Lists the moves for another unit. Placements on squares of `fixed`, the fixed pieces, have
    /// none.
    fn load(&mut self, placements: &[W], fills: &KingFills<W>, fixed: W) {
        self.starts.clear();
        self.list.clear();
        for &set in placements {
            self.starts.push(self.list.len() as u32);
            if !(set & fixed).is_empty() {
                continue;
            }
            for from in set.squares() {
                let others = set & !W::bit(from);
                let numbers = OneMore::than(others);
                let list = &mut self.list;
                fills.moves(from, fixed | others, |to, path| list.push((numbers.with(to) as u32, path)));
            }
        }
        self.starts.push(self.list.len() as u32);
    }

    /// The moves from a placement; see `list`.
    #[inline(always)]
    fn of(&self, number: usize) -> &[(u32, W)] {
        &self.list[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}
