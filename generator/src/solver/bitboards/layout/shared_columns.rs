//! The kings of the open king's side are alike: each position is in as many words as the side has
//! kings, once with each of them as the open one.

use peatee_rules::Bitboard;
use rayon::prelude::*;

use super::bit_planes::BitMatrices;
use super::placements::{OneMore, all_placements};
use super::units::Layout;
use super::word_table::WordTable;

/// Rows that one thread completes in one task.
const ROWS_PER_TASK: usize = 16;

/// The columns of a layout that hold the same positions.
///
/// Take all kings of a side but two, and for every square the column of these kings and one more on
/// the square. The words of these columns are a square bit matrix: by the square of the one king
/// and, as the open king, that of the other. Which is which does not matter, so the matrix is
/// symmetric.
#[derive(Debug)]
pub struct SharedColumns {
    /// By placement of all kings but two: the square of one more king and the column with it.
    matrices: Vec<Vec<(u8, u32)>>,
    squares: u32,
    columns: usize,
}

impl SharedColumns {
    /// Of a layout. There are none where the open king is the only one of its side.
    pub fn new<W: Bitboard>(layout: &Layout<W>) -> Self {
        let (squares, kings) = (layout.squares(), layout.column_kings());
        let all = W::first_n(squares);
        let matrix = |others: W| {
            let numbers = OneMore::than(others);
            (all & !others).squares().map(|square| (square, numbers.with(square) as u32)).collect()
        };
        let others = kings.checked_sub(1).map(|others| all_placements(squares, others));
        let matrices = others.into_iter().flatten().map(matrix).collect();
        SharedColumns { matrices, squares, columns: layout.columns }
    }

    /// Copies the values of each position to the other words that hold it. Those of the word in
    /// which one king, whichever it is, is the open one must be there; in the others they may be
    /// missing.
    pub fn complete<W: Bitboard>(&self, table: &mut WordTable<W>) {
        if self.matrices.is_empty() {
            return;
        }
        let stride = table.stride;
        let row_words = self.columns * stride;
        let size = self.squares.next_power_of_two() as usize;
        let rows = table.words.par_chunks_mut(row_words * ROWS_PER_TASK);
        rows.for_each_init(BitMatrices::default, |matrices: &mut BitMatrices<W>, rows| {
            for row in rows.chunks_mut(row_words) {
                for columns in &self.matrices {
                    matrices.clear(size, stride);
                    let word = |column: u32| column as usize * stride..(column as usize + 1) * stride;
                    for &(square, column) in columns {
                        matrices.put(square, &row[word(column)]);
                    }
                    matrices.transpose();
                    for &(square, column) in columns {
                        let other = matrices.row(square);
                        row[word(column)].iter_mut().zip(other).for_each(|(all, &other)| *all |= other);
                    }
                }
            }
        });
    }
}
