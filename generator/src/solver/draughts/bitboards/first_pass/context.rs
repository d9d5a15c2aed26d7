//! The input of the first pass: the slice, and the values of the positions that moves out of a unit
//! lead to.

use peatee_rules::{Bitboard, Kernel, Kind, OpenKing, Setup, Side};
use peatee_table::{Material, Slice};

use super::children::Children;
use crate::solver::draughts::bitboards::context::SliceContext;
use crate::solver::draughts::bitboards::layout::word_table::WordView;
use crate::solver::draughts::lookup::{Lookup, SliceArray};
use crate::solver::values::Values;

/// The slice that is being solved, and the values of all positions that moves out of its units lead
/// to.
#[derive(Debug)]
pub struct FirstPassContext<'a, W> {
    pub slice: SliceContext<'a, W>,
    pub children: &'a Children<'a, W>,
    /// The slice that a quiet promotion leads to, indexed by the promoting side.
    pub promoted: [Option<&'a SliceArray<W, Values>>; 2],
    /// [`Slice::number`] of the slice that is being solved, indexed by the side to move.
    pub slice_numbers: [usize; 2],
    /// Value words of the slice that is being solved, indexed by the side to move. Moves of fixed
    /// pieces lead to lower layers, whose words are final.
    pub solved: [WordView<'a, W>; 2],
}

impl<'a, W: Bitboard> FirstPassContext<'a, W> {
    /// Creates the input for the units of one layer. `lower` holds the value words of the layers
    /// below.
    pub fn new(
        slice: SliceContext<'a, W>,
        children: &'a Children<'a, W>,
        successors: &'a Lookup<W, Values>,
        lower: [WordView<'a, W>; 2],
    ) -> Self {
        let material = slice.layout.material;
        FirstPassContext {
            slice,
            children,
            promoted: Side::BOTH.map(|side| promoted_slice(slice.kernel, &material, side, successors)),
            slice_numbers: Side::BOTH.map(|side| Slice { material, side }.number().unwrap_or(0)),
            solved: lower,
        }
    }
}

/// Returns the slice that a quiet promotion of `side` leads to; `None` when the side has no man.
fn promoted_slice<'a, W: Bitboard>(
    kernel: &Kernel<W>,
    material: &Material,
    side: Side,
    successors: &'a Lookup<W, Values>,
) -> Option<&'a SliceArray<W, Values>> {
    let mut material = *material;
    let counts = &mut material.counts[side as usize];
    counts[Kind::Man as usize] = counts[Kind::Man as usize].checked_sub(1)?;
    counts[Kind::King as usize] += 1;
    let opponent = side.other();
    let slice = if kernel.mirror.is_some() && opponent == Side::Black {
        Slice { material: material.swapped(), side: Side::White }
    } else {
        Slice { material, side: opponent }
    };
    successors.arrays().iter().map(|array| &**array).find(|array| array.index.slice() == slice)
}

/// The positions of one word, which differ only in the square of the open king.
#[derive(Debug, Clone, Copy)]
pub struct WordPositions<'a, W> {
    /// All pieces except the open king.
    pub setup: &'a Setup<W>,
    pub side: Side,
    /// Squares of the open king: one position for each.
    pub squares: W,
}

impl<W: Bitboard> WordPositions<'_, W> {
    /// Returns the open king in the form that the move generator takes.
    pub fn open_king(&self, context: &FirstPassContext<W>) -> OpenKing<W> {
        OpenKing { side: context.slice.open, squares: self.squares }
    }
}
