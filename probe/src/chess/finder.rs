//! Finds the slice of a chess position (the positions with the same men and side to move).

use peatee_chess::{Index, Material, Slice};

use super::game::Chess;
use crate::tabled::Finder;

/// Hash table from the material (the number of men of each kind) to the index of a slice. An entry
/// is at the index that the hash of its material gives, or at the next free index. At most a
/// quarter of the entries are used, so a look-up nearly always needs one access.
#[derive(Debug)]
pub struct ByMaterial {
    entries: Vec<Option<Entry>>,
    /// Number of low bits of the hash product that are dropped to get an index.
    shift: u32,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    material: Material,
    place: u32,
}

/// Number of entries of the hash table per slice; the total is rounded up to a power of two.
const ROOM: usize = 4;
/// Factor of the hash: an odd number with random-looking bits, near 2^32 divided by the golden
/// ratio.
const FACTOR: u32 = 0x9e37_79b1;

impl Finder<Chess> for ByMaterial {
    fn new(_game: &Chess, slices: &[Slice]) -> (ByMaterial, Vec<u64>) {
        let bits = (ROOM * slices.len()).next_power_of_two().ilog2().max(1);
        let mut finder = ByMaterial { entries: vec![None; 1 << bits], shift: u32::BITS - bits };
        for (slice, place) in slices.iter().zip(0..) {
            finder.enter(Entry { material: slice.material(), place });
        }
        (finder, slices.iter().map(|&slice| Index::new(slice).numbers()).collect())
    }

    fn place(&self, slice: Slice) -> Option<usize> {
        self.with_material(slice.material())
    }
}

impl ByMaterial {
    #[inline(always)]
    pub(crate) fn with_material(&self, material: Material) -> Option<usize> {
        let mut at = self.first_place(material);
        while let Some(entry) = *self.entries.get(at)? {
            if entry.material == material {
                return Some(entry.place as usize);
            }
            at = (at + 1) % self.entries.len();
        }
        None
    }

    fn enter(&mut self, entry: Entry) {
        let mut at = self.first_place(entry.material);
        while self.entries[at].is_some() {
            at = (at + 1) % self.entries.len();
        }
        self.entries[at] = Some(entry);
    }

    #[inline(always)]
    fn first_place(&self, material: Material) -> usize {
        (material.number().wrapping_mul(FACTOR) >> self.shift) as usize
    }
}
