//! Copies values between the words that hold the same position. Any king of the open king's side
//! can be the open king. Each position is therefore in as many words as that side has kings.

use peatee_rules::Bitboard;

use super::bit_planes::BitMatrices;
use super::placements::{OneMore, all_placements};
use super::units::Layout;
use super::word_table::WordTable;

use crate::parallel;

const ROWS_PER_TASK: usize = 16;

/// Groups of columns that hold the same positions. A column is a placement of the kings of one side
/// except the open king (the king whose squares are the bits of a word). Any king of that side may
/// be taken as the open king, so a position is in several columns.
///
/// In one group, all kings of that side except two stand on the same squares. One of the two is the
/// open king; the other stands on a different square in each column. The words of the group form a
/// square bit matrix: the row is the square of the other king, and the bit is the square of the
/// open king. The matrix must be symmetric, because exchanging the two kings gives the same
/// position.
#[derive(Debug)]
pub struct SharedColumns {
    /// Columns of each group. One king stands on a different square in each column of a group; an
    /// item holds this square and the index of the column.
    matrices: Vec<Vec<(u8, u32)>>,
    squares: u32,
    columns: usize,
}

impl SharedColumns {
    /// Finds the groups of columns of a layout that hold the same positions. There are no groups if
    /// the open king is the only king of its side.
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

    /// Copies the value of each position to all words that hold the position. At least one of these
    /// words must have the value; the others may be empty.
    pub fn complete<W: Bitboard>(&self, table: &mut WordTable<W>) {
        if self.matrices.is_empty() {
            return;
        }
        let stride = table.stride;
        let row_words = self.columns * stride;
        let size = self.squares.next_power_of_two() as usize;
        let rows = table.words.chunks_mut(row_words * ROWS_PER_TASK);
        parallel::map_with(rows, &BitMatrices::default, &|matrices: &mut BitMatrices<W>, rows| {
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
