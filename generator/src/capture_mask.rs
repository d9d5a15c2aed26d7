//! The positions of a slice in which the side to move must capture.

use bitvec::prelude::{BitSlice, Lsb0};
use peatee_rules::variant::Quiet;
use peatee_rules::{Bitboard, Kernel, Side};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;
use rayon::prelude::*;

use crate::large_row::LargeBytes;

const BYTE: u64 = u8::BITS as u64;
const BYTES_PER_TASK: usize = 1 << 13;

/// One bit for every position of a slice, by its number: set where the side to move must capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureMask {
    bytes: LargeBytes,
}

impl CaptureMask {
    /// Takes the bits, eight to a byte, the first in the lowest.
    pub fn new(bytes: impl Into<LargeBytes>) -> Self {
        CaptureMask { bytes: bytes.into() }
    }

    pub fn of<W: Bitboard>(kernel: &Kernel<W>, slice: Slice) -> Self {
        let index = SliceIndex::new(kernel, slice);
        let mut bytes = vec![0; index.size().div_ceil(BYTE) as usize];
        bytes.par_chunks_mut(BYTES_PER_TASK).enumerate().for_each(|(chunk, bytes)| {
            let first = (chunk * BYTES_PER_TASK) as u64 * BYTE;
            let last = (first + bytes.len() as u64 * BYTE).min(index.size());
            let mut cursor = index.cursor();
            for (place, number) in (first..last).enumerate() {
                let must_capture = kernel.has_capture(cursor.seek(number), slice.side);
                bytes[place / BYTE as usize] |= (must_capture as u8) << (place as u64 % BYTE);
            }
        });
        CaptureMask::new(bytes)
    }

    /// Returns the bits of all positions from `number` on, which must be a multiple of eight.
    pub fn bytes_from(&self, number: usize) -> &[u8] {
        self.bytes.get(number / BYTE as usize..).unwrap_or_default()
    }

    /// True when the side to move must capture in position `number`; false beyond the last
    /// position.
    #[inline(always)]
    pub fn has(&self, number: u64) -> bool {
        BitSlice::<u8, Lsb0>::from_slice(&self.bytes).get(number as usize).is_some_and(|bit| *bit)
    }
}

/// True when tables leave captures out. If pieces make no other moves they do not: a probe would
/// then have to play nearly every position to its end.
pub fn are_left_out<W: Bitboard>(kernel: &Kernel<W>) -> bool {
    let moves = |side| move |&kind| kernel.quiet_rule(side, kind).is_some_and(|(quiet, _)| quiet != Quiet::None);
    Side::BOTH.into_iter().all(|side| kernel.kinds().iter().any(moves(side)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use peatee_rules::{Draughts, VARIANTS, with_kernel};

    /// Tables of three pieces on large boards take too long for a test.
    fn is_small(game: &Draughts, slice: Slice) -> bool {
        slice.material.pieces() == 2 || game.variant().board.square_count() <= 32
    }

    #[test]
    fn masks_say_where_captures_are() {
        for variant in VARIANTS {
            let game = Draughts::new(variant);
            for slice in peatee_table::slices(&game, 3).into_iter().filter(|slice| is_small(&game, *slice)) {
                with_kernel!(game, kernel => {
                    let index = SliceIndex::new(kernel, slice);
                    let mask = CaptureMask::of(kernel, slice);
                    let mut cursor = index.cursor();
                    for number in 0..index.size() {
                        let moves = kernel.moves(cursor.seek(number), slice.side).unwrap();
                        let captures = moves.iter().any(|mv| !mv.captured.is_empty());
                        assert_eq!(mask.has(number), captures, "{} {slice} {number}", variant.id);
                    }
                    assert!(!mask.has(index.size() + 64));
                });
            }
        }
    }

    #[test]
    fn games_of_captures_alone_keep_them() {
        for variant in VARIANTS {
            let game = Draughts::new(variant);
            let left_out = with_kernel!(game, kernel => are_left_out(kernel));
            assert_eq!(left_out, variant.pieces.iter().any(|(_, rule)| rule.quiet != Quiet::None), "{}", variant.id);
        }
    }
}
