//! The context of the first pass: the slice, and the solved positions that moves out of a unit lead
//! to.

use peatee_rules::{Bitboard, Kernel, Kind, OpenKing, Setup, Side};
use peatee_table::{Material, Slice};

use super::children::Children;
use crate::solver::draughts::bitboards::context::SliceContext;
use crate::solver::draughts::bitboards::layout::word_table::WordView;
use crate::solver::draughts::lookup::{Lookup, SliceArray};
use crate::solver::values::Values;

/// The slice and the values of all positions after moves out of its units.
#[derive(Debug)]
pub struct FirstPassContext<'a, W> {
    pub slice: SliceContext<'a, W>,
    pub children: &'a Children<'a, W>,
    /// The slice after a quiet promotion, by the promoting side.
    pub promoted: [Option<&'a SliceArray<W, Values>>; 2],
    /// [`Slice::number`] of the slice in progress, by side to move.
    pub slice_numbers: [usize; 2],
    /// Value words of the slice in progress, by side to move. Moves of fixed pieces lead to lower
    /// layers, whose words are final.
    pub solved: [WordView<'a, W>; 2],
}

impl<'a, W: Bitboard> FirstPassContext<'a, W> {
    /// Creates the context for the units of one layer. `lower` holds the layers below.
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

/// Returns the slice that `side` reaches by a quiet promotion; `None` when the side has no man.
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

/// Positions of one word, which differ only in the square of the open king.
#[derive(Debug, Clone, Copy)]
pub struct WordPositions<'a, W> {
    /// All pieces except the open king.
    pub setup: &'a Setup<W>,
    pub side: Side,
    /// The squares of the open king to consider.
    pub squares: W,
}

impl<W: Bitboard> WordPositions<'_, W> {
    /// Returns the open king in the form that the move generator takes.
    pub fn open_king(&self, context: &FirstPassContext<W>) -> OpenKing<W> {
        OpenKing { side: context.slice.open, squares: self.squares }
    }
}
