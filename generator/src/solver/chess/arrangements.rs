//! Values of the positions of pawn arrangements, in the order of position numbers.

use std::ops::Range;

use peatee_chess::Symmetry;

use super::words::layout::SetLayout;
use super::words::number::Numbering;
use crate::parallel;

/// Calls `put` for each arrangement of the pawns in `batch`, and for its mirror image if that is
/// another arrangement. The arguments of `put` are:
///
/// * the index of the arrangement in `batch`;
/// * the symmetry: none, or the exchange of left and right for the mirror image;
/// * the part of `values` that belongs to the arrangement or its mirror image.
pub fn for_each_arrangement<T: Send>(
    layout: &SetLayout,
    numbering: &Numbering,
    batch: &Range<usize>,
    values: &mut [T],
    put: impl Fn(usize, Symmetry, &mut [T]) + Sync,
) {
    let mut chunks: Vec<Option<&mut [T]>> = values.chunks_mut(numbering.numbers_of_pawns(layout)).map(Some).collect();
    let mut wanted = Vec::new();
    for (place, placement) in batch.clone().enumerate() {
        for mirror in [Symmetry::NONE, Symmetry::FLIP_FILES] {
            let pawns = numbering.pawn_number(layout, placement, mirror);
            // The chunk is `None` if the mirror image is the placement itself, whose values are
            // already listed in `wanted`.
            wanted.extend(chunks[pawns].take().map(|chunk| (place, mirror, chunk)));
        }
    }
    parallel::for_each(wanted, &|(place, mirror, chunk)| put(place, mirror, chunk));
}
