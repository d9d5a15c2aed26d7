//! Looks up values of solved slices by position.

use std::sync::Arc;

use peatee_rules::{Bitboard, Kernel, Setup, Side};
use peatee_table::index::SliceIndex;
use peatee_table::{Material, Slice};

use crate::solver::values::Entries;

#[derive(Debug)]
pub struct SliceArray<W, E> {
    pub index: SliceIndex<W>,
    pub entries: E,
}

impl<W: Bitboard, E: Entries> SliceArray<W, E> {
    pub fn memory_bytes(&self) -> u64 {
        self.entries.memory_bytes()
    }
}

/// Finds the entry of a position in the arrays of several slices. Each array has one entry for each
/// position of its slice.
#[derive(Debug)]
pub struct Lookup<W, E> {
    arrays: Vec<Arc<SliceArray<W, E>>>,
    /// Index into `arrays` for each [`Slice::number`]; `u16::MAX` for a slice that is not in
    /// `arrays`.
    places: Vec<u16>,
}

impl<W: Bitboard, E: Entries> Lookup<W, E> {
    pub fn new(arrays: impl IntoIterator<Item = Arc<SliceArray<W, E>>>) -> Self {
        let arrays: Vec<_> = arrays.into_iter().collect();
        let mut places = vec![u16::MAX; Slice::NUMBERS];
        for (place, array) in arrays.iter().enumerate() {
            places[array.index.slice().number().expect("slices that are solved are small")] = place as u16;
        }
        Lookup { arrays, places }
    }

    pub fn arrays(&self) -> &[Arc<SliceArray<W, E>>] {
        &self.arrays
    }

    /// Returns the entry of a position with `side` to move; `None` when the game is over (see
    /// [`Kernel::is_over`]).
    ///
    /// # Panics
    /// Panics as [`Lookup::locate`] does.
    #[inline(always)]
    pub fn get(&self, kernel: &Kernel<W>, setup: &Setup<W>, side: Side) -> Option<E::Entry> {
        self.locate(kernel, setup, side).map(|(array, number)| self.arrays[array].entries.at(number))
    }

    /// Returns the index of the array that holds a position with `side` to move, and the index of
    /// the position in that array; `None` when the game is over. In variants with a colour
    /// symmetry, a position with Black to move is mirrored first.
    ///
    /// # Panics
    /// Panics when `arrays` has no array for the slice of the position.
    #[inline(always)]
    pub fn locate(&self, kernel: &Kernel<W>, setup: &Setup<W>, side: Side) -> Option<(usize, usize)> {
        let is_mirrored = side == Side::Black && kernel.mirror.is_some();
        let (setup, side) = if is_mirrored { (kernel.mirrored(setup), Side::White) } else { (*setup, side) };
        if kernel.is_over(&setup, side) {
            return None;
        }
        let slice = Slice { material: Material::of(&setup), side };
        let place = slice.number().map_or(u16::MAX, |number| self.places[number]);
        match self.arrays.get(place as usize) {
            Some(array) => Some((place as usize, array.index.rank(&setup) as usize)),
            None => panic!("a move leads to {slice}, which is not among the successors"),
        }
    }
}
