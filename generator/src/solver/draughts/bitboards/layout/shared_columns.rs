//! Copies values between the words that hold the same position. The kings of the open king's side
//! are alike, so each position is in as many words as the side has kings, once with each of them as
//! the open king.

use peatee_rules::Bitboard;

use super::bit_planes::BitMatrices;
use super::placements::{OneMore, all_placements};
use super::units::Layout;
use super::word_table::WordTable;

use crate::parallel;

/// Number of rows in one parallel task.
const ROWS_PER_TASK: usize = 16;

/// Groups the columns of a layout that hold the same positions.
///
/// Take all kings of a side except two. For every square there is a column with these kings and one
/// more on that square. The words of these columns form a square bit matrix, indexed by the square
/// of one remaining king and, as the open king, that of the other. The two kings are
/// interchangeable, so the matrix is symmetric.
#[derive(Debug)]
pub struct SharedColumns {
    /// Square of one more king and the column with it, by the placement of all kings except two.
    matrices: Vec<Vec<(u8, u32)>>,
    squares: u32,
    columns: usize,
}

impl SharedColumns {
    /// Creates the matrices of a layout; none if the open king is the only king of its side.
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

    /// Copies the values of each position to the other words that hold it. At least one of these
    /// words must hold the values; the others may be empty.
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
