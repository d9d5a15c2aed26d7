//! Finds the slice of a position by its piece counts, with a perfect hash that is chosen for the
//! slices of the tables at hand.

use peatee_rules::{Kind, Side};

use crate::slice::Slice;

/// Numbers of pieces of each kind and side, one byte each: White's in the lower half, Black's in
/// the upper half. The highest byte is 1 if Black is to move, otherwise 0.
pub(super) type Counts = u64;
pub(super) const SIDE_BITS: u32 = Counts::BITS / 2;

/// Marks an unused slot of the hash table. No slice has these piece counts.
pub(super) const NO_COUNTS: Counts = Counts::MAX;
/// Stands for an impossible position. No slot of the hash table has these piece counts.
pub(super) const IMPOSSIBLE_COUNTS: Counts = Counts::MAX - 1;

pub(super) fn counts_of(slice: Slice) -> Counts {
    let side = |side: Side| {
        let of_kind = |kind: Kind| (slice.material.counts[side as usize][kind as usize] as Counts) << (8 * kind as u32);
        Kind::ALL.into_iter().map(of_kind).sum::<Counts>()
    };
    with_side(side(Side::White) | side(Side::Black) << SIDE_BITS, slice.side)
}

/// Adds the side to move to piece counts that do not contain it yet.
#[inline(always)]
pub(super) fn with_side(counts: Counts, side: Side) -> Counts {
    counts | (side as Counts) << (Counts::BITS - 8)
}

/// Perfect hash from piece counts to the slots of a list: no two of the given counts share a slot.
/// The length of the list is a power of two.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hash {
    factor: u64,
    shift: u32,
}

impl Hash {
    /// Number of hash factors to try before the length of the list is doubled.
    const TRIES: u32 = 1 << 10;

    #[inline(always)]
    pub(super) fn slot(self, counts: Counts) -> usize {
        (counts.wrapping_mul(self.factor) >> self.shift) as usize
    }

    pub(super) fn slots(self) -> usize {
        1 << (u64::BITS - self.shift)
    }

    /// Creates a perfect hash for these piece counts, which must all differ.
    pub(super) fn new(all: &[Counts]) -> Hash {
        // Whether a list is long enough is a matter of chance, and each doubling halves the
        // expected number of collisions.
        let mut hash = Hash { factor: 0x9e37_79b9_7f4a_7c15, shift: u64::BITS - (all.len().max(1).ilog2() + 1) };
        loop {
            for _ in 0..Self::TRIES {
                let mut is_taken = vec![false; hash.slots()];
                if all.iter().all(|&counts| !std::mem::replace(&mut is_taken[hash.slot(counts)], true)) {
                    return hash;
                }
                hash.factor = hash.factor.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1) | 1;
            }
            hash.shift -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slice::slices;
    use peatee_rules::{Draughts, VARIANTS};

    #[test]
    fn no_two_slices_of_eight_pieces_share_a_place() {
        for variant in VARIANTS.iter().filter(|variant| ["english", "russian"].contains(&variant.id)) {
            let game = Draughts::new(variant);
            let all: Vec<Counts> = slices(&game, 8).into_iter().map(counts_of).collect();
            let hash = Hash::new(&all);
            let mut places: Vec<usize> = all.iter().map(|&counts| hash.slot(counts)).collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), all.len());
            assert!(hash.slots() < 1 << 17, "{} places for {} slices", hash.slots(), all.len());
        }
    }

    #[test]
    fn colours_swap_by_turning_the_counts() {
        let game = Draughts::new(peatee_rules::Variant::named("english").unwrap());
        for slice in slices(&game, 4) {
            let swapped = Slice { material: slice.material.swapped(), ..slice };
            assert_eq!(counts_of(slice).rotate_left(SIDE_BITS), counts_of(swapped));
        }
    }
}
