//! The slices of chess, found by what stands on the board.

use peatee_chess::{Index, Material, Slice};

use super::game::Chess;
use crate::tabled::Finder;

/// Materials and places in the list of slices. An entry stands at the place that a product of its
/// material gives, or at the next place that was free. At most a quarter of the places are taken,
/// so that one look nearly always finds it.
#[derive(Debug)]
pub struct ByMaterial {
    entries: Vec<Option<Entry>>,
    /// The highest bits of the product make a place.
    shift: u32,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    material: Material,
    place: u32,
}

/// Places for each slice.
const ROOM: usize = 4;
/// An odd number whose bits look random, near 2^32 divided by the golden ratio.
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
    /// Returns the place of the slice with that material.
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
