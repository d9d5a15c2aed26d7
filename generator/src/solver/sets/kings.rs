//! Quiet moves of kings between the words of one unit.

use std::ops::BitOr;

use peatee_rules::{Side, Word};

use super::marks::Marks;
use super::placements::Moves;
use super::slides::Slides;
use super::start::Before;

/// The quiet moves of all kings, with the fixed pieces of one unit where they stand.
#[derive(Debug)]
pub struct KingMoves<'a, W> {
    before: &'a Before<'a, W>,
    slides: &'a [Slides<W>; 2],
    row_moves: Moves<W>,
    column_moves: Moves<W>,
    men: W,
}

impl<'a, W: Word> KingMoves<'a, W> {
    /// Of no unit yet.
    pub fn new(before: &'a Before<'a, W>, slides: &'a [Slides<W>; 2]) -> Self {
        let (row_moves, column_moves) = Default::default();
        KingMoves { before, slides, row_moves, column_moves, men: W::EMPTY }
    }

    /// Turns to the unit whose fixed pieces stand on `men`.
    pub fn turn_to(&mut self, men: W) {
        self.men = men;
        let open = self.before.open;
        self.row_moves.fill(self.before.rows, &self.slides[open.other() as usize], men);
        self.column_moves.fill(self.before.columns, &self.slides[open as usize], men);
    }

    /// Marks the rows from which a move of `side` leads into a row.
    pub fn mark_rows_before(&self, side: Side, row: usize, marks: &mut Marks) {
        if self.before.open == side {
            // Moves inside the row.
            marks.mark(row);
        } else {
            self.row_moves.of(row).iter().for_each(|&(other, _)| marks.mark(other as usize));
        }
    }

    /// For one row, by column: the squares of the open king for which a move of a king of `side` leads into `source`, or
    /// with `flip` all bits, out of it. Columns of which nothing is `wanted` may be left out.
    #[inline(always)]
    pub fn pull(&self, side: Side, row: usize, source: &[W], flip: W, wanted: impl Fn(usize) -> W, out: &mut [W]) {
        if self.before.open == side {
            let first = row * out.len();
            let source = &source[first..first + out.len()];
            self.pull_in_row(side, row, source, flip, |column| wanted(first + column), out);
        } else {
            self.pull_from_rows(row, source, flip, out);
        }
    }

    /// For the side of the open king.
    #[inline(always)]
    fn pull_in_row(&self, side: Side, row: usize, source: &[W], flip: W, wanted: impl Fn(usize) -> W, out: &mut [W]) {
        let others = self.before.rows[row];
        let slides = &self.slides[side as usize];
        for (column, out) in out.iter_mut().enumerate() {
            if wanted(column).is_empty() {
                *out = W::EMPTY;
                continue;
            }
            let empty = self.before.kernel.all & !(self.men | others | self.before.columns[column]);
            let mut reached = slides.sources(source[column] ^ flip, empty);
            for &(to, path) in self.column_moves.of(column) {
                if (path & others).is_empty() {
                    reached |= (source[to as usize] ^ flip) & !path;
                }
            }
            *out = reached;
        }
    }

    /// For the other side.
    #[inline(always)]
    fn pull_from_rows(&self, row: usize, source: &[W], flip: W, out: &mut [W]) {
        let columns = self.before.columns;
        if let [out] = out {
            // There are no other kings of that side: most slices are like this.
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
