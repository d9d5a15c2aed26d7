//! Finds the positions from which quiet moves of kings lead to given positions of the same unit.

use peatee_rules::{Bitboard, Side};

use super::placement_moves::PlacementMoves;
use super::row_worklist::RowWorklist;
use crate::solver::draughts::bitboards::context::SliceContext;
use crate::solver::draughts::bitboards::fills::KingFills;

/// The quiet moves of all kings in one unit (configuration of the men). The men and the other
/// pieces on the board block these moves.
#[derive(Debug)]
pub struct KingMoves<'a, W> {
    slice: &'a SliceContext<'a, W>,
    /// Moves of one king, computed for a set of squares at once. Indexed by the side of the king.
    fills: &'a [KingFills<W>; 2],
    row_moves: PlacementMoves<'a, W>,
    column_moves: PlacementMoves<'a, W>,
    fixed: W,
}

impl<'a, W: Bitboard> KingMoves<'a, W> {
    /// Creates the moves for a board with only kings. [`Self::begin_unit`] sets the other pieces
    /// and must be called before the other functions.
    pub fn new(slice: &'a SliceContext<'a, W>, fills: &'a [KingFills<W>; 2]) -> Self {
        let open = slice.open;
        let row_moves = PlacementMoves::new(slice.rows, &fills[open.other() as usize]);
        let column_moves = PlacementMoves::new(slice.columns, &fills[open as usize]);
        KingMoves { slice, fills, row_moves, column_moves, fixed: W::EMPTY }
    }

    /// Prepares for a unit whose men and other fixed pieces stand on `fixed`.
    pub fn begin_unit(&mut self, fixed: W) {
        self.fixed = fixed;
        self.row_moves.load(fixed);
        self.column_moves.load(fixed);
    }

    pub fn mark_predecessors(&self, side: Side, row: usize, worklist: &mut RowWorklist) {
        self.each_predecessor(side, row, |other| worklist.mark(other));
    }

    /// Calls `each` with the rows from which a move of a king of `side` leads into `row`. A row is
    /// a placement of the kings of the side without the open king (the king whose squares are the
    /// bits of a word).
    #[inline(always)]
    pub fn each_predecessor(&self, side: Side, row: usize, mut each: impl FnMut(usize)) {
        if self.slice.open == side {
            // Moves of the open king's side stay inside the row.
            each(row);
        } else {
            // Quiet moves of kings can be reversed. The rows from which moves lead into a row are
            // therefore the rows that moves from this row lead to.
            self.row_moves.each(row, |other, _| each(other));
        }
    }

    /// Finds the positions of a row from which a king of `side` has a move to a position in
    /// `source`, and writes them to `out`. If all bits of `flip` are set, finds moves to positions
    /// that are not in `source` instead.
    ///
    /// A row is a placement of one side's kings. `out` has one word for each placement of the other
    /// side's kings except one. `wanted` takes the index of a word in the unit (configuration of
    /// the men) and returns the positions that the caller needs. If it returns none, the word in
    /// `out` may be left empty.
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

    /// Finds the positions of a row from which a move of the open king's side leads to a position
    /// in `source`. If all bits of `flip` are set, finds moves to positions that are not in
    /// `source` instead. Such a move changes the square of the open king (the bit of a word) or of
    /// another king of its side (the column).
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
            self.column_moves.each(column, |to, path| {
                if (path & others).is_empty() {
                    reached |= (source[to] ^ flip) & !path;
                }
            });
            *out = reached;
        }
    }

    /// Finds the positions of a row from which a move of the side without the open king leads to a
    /// position in `source`. The open king is the king whose squares are the bits of a word. If all
    /// bits of `flip` are set, finds moves to positions that are not in `source` instead. Such a
    /// move leads to another row, because a row is a placement of that side's kings.
    #[inline(always)]
    fn predecessors_between_rows(&self, row: usize, (source, flip): (&[W], W), out: &mut [W]) {
        let columns = self.slice.columns;
        if let [out] = out {
            // The open king is the only king of its side, as in most slices, so a row is one word.
            let mut reached = W::EMPTY;
            self.row_moves.each(row, |to, path| reached |= (source[to] ^ flip) & !path);
            *out = reached;
            return;
        }
        out.fill(W::EMPTY);
        self.row_moves.each(row, |to, path| {
            let from = &source[to * columns.len()..][..columns.len()];
            for ((out, from), kings) in out.iter_mut().zip(from).zip(columns) {
                let mask = if (*kings & path).is_empty() { !path } else { W::EMPTY };
                *out |= (*from ^ flip) & mask;
            }
        });
    }
}
