//! The input of the first pass (the step that finds the values of all moves that leave a unit): the
//! slice, and the values of the positions that these moves lead to.

use peatee_rules::{Bitboard, Kernel, Kind, OpenKing, Setup, Side};
use peatee_table::{Material, Slice};

use super::children::Children;
use crate::solver::draughts::bitboards::context::SliceContext;
use crate::solver::draughts::bitboards::layout::word_table::WordView;
use crate::solver::draughts::lookup::{Lookup, SliceArray};
use crate::solver::values::Values;

/// The slice that is being solved, and the values after all moves that leave a unit (one
/// configuration of the men): captures and moves of men.
#[derive(Debug)]
pub struct FirstPassContext<'a, W> {
    pub slice: SliceContext<'a, W>,
    pub children: &'a Children<'a, W>,
    /// Values of the slice that a quiet promotion leads to, indexed by the promoting side; `None`
    /// when that side has no man.
    pub promoted: [Option<&'a SliceArray<W, Values>>; 2],
    /// [`Slice::number`] of the slice that is being solved, indexed by the side to move.
    pub slice_numbers: [usize; 2],
    /// Values of the slice that is being solved, indexed by the side to move. The first pass reads
    /// the values after quiet moves of men and other pieces except kings. Such moves lead to units
    /// (configurations of the men) whose men can make fewer moves, and the values of these units
    /// are final.
    pub solved: [WordView<'a, W>; 2],
}

impl<'a, W: Bitboard> FirstPassContext<'a, W> {
    /// Creates the input for one layer (the units whose men can make the same number of moves).
    /// `lower` holds the values of the units whose men can make fewer moves.
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

/// Positions that differ only in the square of one king, the open king; each is a bit of a word.
#[derive(Debug, Clone, Copy)]
pub struct WordPositions<'a, W> {
    /// All pieces except the one king (the open king) in whose square the positions differ.
    pub setup: &'a Setup<W>,
    pub side: Side,
    /// Squares of the open king (the king whose squares are the bits of a word). Each square gives
    /// one position.
    pub squares: W,
}

impl<W: Bitboard> WordPositions<'_, W> {
    pub fn open_king(&self, context: &FirstPassContext<W>) -> OpenKing<W> {
        OpenKing { side: context.slice.open, squares: self.squares }
    }
}
