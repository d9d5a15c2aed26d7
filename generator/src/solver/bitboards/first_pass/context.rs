//! What the first pass knows: the slice, and the solved positions that moves out of a unit lead to.

use peatee_rules::{Bitboard, Kernel, Kind, OpenKing, Setup, Side};
use peatee_table::{Material, Slice};

use super::children::Children;
use crate::solver::bitboards::context::SliceContext;
use crate::solver::bitboards::layout::word_table::WordView;
use crate::solver::lookup::{Lookup, SliceArray};
use crate::solver::values::Values;

/// The slice and the values of all positions that leave its units.
#[derive(Debug)]
pub struct FirstPassContext<'a, W> {
    /// The slice that is solved.
    pub slice: SliceContext<'a, W>,
    /// The slices that captures lead to.
    pub children: &'a Children<'a, W>,
    /// The slice that a quiet promotion leads to, by the side that promotes.
    pub promoted: [Option<&'a SliceArray<W, Values>>; 2],
    /// [`Slice::number`] of the slice, by the side to move.
    pub slice_numbers: [usize; 2],
    /// Value words of this slice by side to move; those of lower layers are final. A move of a
    /// fixed piece leads to them.
    pub solved: [WordView<'a, W>; 2],
}

impl<'a, W: Bitboard> FirstPassContext<'a, W> {
    /// Gathers what the first pass over the units of a layer needs; `lower` holds the layers below.
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

/// The slice that `side` reaches by a quiet promotion; `None` when it has no man.
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

/// Positions of one word: they differ in the square of the open king alone.
#[derive(Debug, Clone, Copy)]
pub struct WordPositions<'a, W> {
    /// All pieces but the open king.
    pub setup: &'a Setup<W>,
    /// The side to move.
    pub side: Side,
    /// The squares of the open king that are looked at.
    pub squares: W,
}

impl<W: Bitboard> WordPositions<'_, W> {
    /// The open king, as the move generator takes it.
    pub fn open_king(&self, context: &FirstPassContext<W>) -> OpenKing<W> {
        OpenKing { side: context.slice.open, squares: self.squares }
    }
}
