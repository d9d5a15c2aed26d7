//! The slices of a directory, found by what stands on the board.

use peatee_chess::{Material, Slice};

use super::of_slice::OfSlice;

/// Slices with their tables.
#[derive(Debug, Default)]
pub(super) struct SliceList {
    all: Vec<OfSlice>,
    /// Materials and places in the list. An entry stands where a product of its material says, or
    /// at the next place that was free. At most a quarter of the places are taken, so that a look
    /// nearly always is one look.
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

impl SliceList {
    /// All slices.
    pub(super) fn iter(&self) -> impl Iterator<Item = &OfSlice> {
        self.all.iter()
    }

    /// The slice with that material.
    #[inline(always)]
    pub(super) fn get(&self, material: Material) -> Option<&OfSlice> {
        self.all.get(self.place(material)?)
    }

    #[inline(always)]
    fn place(&self, material: Material) -> Option<usize> {
        let mut at = self.first_place(material);
        while let Some(entry) = *self.entries.get(at)? {
            if entry.material == material {
                return Some(entry.place as usize);
            }
            at = (at + 1) % self.entries.len();
        }
        None
    }

    /// The slice, which is `new` when it is not in the list yet.
    pub(super) fn entry(&mut self, slice: Slice, new: impl FnOnce() -> OfSlice) -> &mut OfSlice {
        let place = match self.place(slice.material()) {
            Some(place) => place,
            None => {
                self.all.push(new());
                if ROOM * self.all.len() > self.entries.len() {
                    self.make_room();
                } else {
                    self.enter(self.all.len() - 1);
                }
                self.all.len() - 1
            }
        };
        &mut self.all[place]
    }

    fn make_room(&mut self) {
        let bits = (2 * ROOM * self.all.len()).next_power_of_two().ilog2();
        self.shift = u32::BITS - bits;
        self.entries = vec![None; 1 << bits];
        (0..self.all.len()).for_each(|place| self.enter(place));
    }

    fn enter(&mut self, place: usize) {
        let material = self.all[place].index.slice().material();
        let mut at = self.first_place(material);
        while self.entries[at].is_some() {
            at = (at + 1) % self.entries.len();
        }
        self.entries[at] = Some(Entry { material, place: place as u32 });
    }

    #[inline(always)]
    fn first_place(&self, material: Material) -> usize {
        (material.number().wrapping_mul(FACTOR) >> self.shift) as usize
    }
}
