//! The trait of games whose tables the generator can write.

use peatee_probe::Tabled;

/// A game whose tables can be written, because the positions of its slices are numbered.
pub trait Indexed: Tabled {
    /// Returns how many position numbers a slice has, including numbers without a legal position.
    fn positions(&self, slice: Self::Slice) -> u64;
}
