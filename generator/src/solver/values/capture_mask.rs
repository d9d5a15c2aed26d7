//! The positions of a slice in which the side to move must capture.

use bitvec::prelude::{BitSlice, Lsb0};
use peatee_rules::{Bitboard, Kernel, Side};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

use crate::parallel;
use crate::spill::spill_vec::SpillBytes;

const BYTE: u64 = u8::BITS as u64;
const BYTES_PER_TASK: usize = 1 << 13;

/// One bit for every position of a slice, by position number, set when the side to move must
/// capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureMask {
    bytes: SpillBytes,
}

impl CaptureMask {
    /// Creates a mask from bytes that hold one bit for each position, lowest bit first.
    pub fn new(bytes: impl Into<SpillBytes>) -> Self {
        CaptureMask { bytes: bytes.into() }
    }

    pub fn of<W: Bitboard>(kernel: &Kernel<W>, slice: Slice) -> Self {
        let index = SliceIndex::new(kernel, slice);
        let mut bytes = vec![0; index.size().div_ceil(BYTE) as usize];
        parallel::for_each(bytes.chunks_mut(BYTES_PER_TASK).enumerate(), &|(chunk, bytes)| {
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

    /// Returns the bytes with the bits of all positions from the position number `number` on, which
    /// must be a multiple of eight.
    pub fn bytes_from(&self, number: usize) -> &[u8] {
        self.bytes.get(number / BYTE as usize..).unwrap_or_default()
    }

    /// Returns true when the side to move must capture in position `number`; false beyond the last
    /// position.
    #[inline(always)]
    pub fn has(&self, number: u64) -> bool {
        BitSlice::<u8, Lsb0>::from_slice(&self.bytes).get(number as usize).is_some_and(|bit| *bit)
    }
}

/// Returns true when the tables of a game leave out the values of positions with captures. This is
/// so unless a side has no quiet moves by the rules of the game. Such a side can only capture: if
/// its values were left out, a probe would have to play nearly every position to its end.
pub fn are_left_out<W: Bitboard>(kernel: &Kernel<W>) -> bool {
    let moves =
        |side| move |&kind| kernel.quiet_rule(side, kind).is_some_and(|(quiet, _)| quiet.squares_max() != Some(0));
    Side::BOTH.into_iter().all(|side| kernel.kinds().iter().any(moves(side)))
}
