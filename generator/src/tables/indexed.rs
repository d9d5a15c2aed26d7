//! Games whose slices have numbered positions.

use peatee_probe::Tabled;

/// A game of which tables can be written.
pub trait Indexed: Tabled {
    /// Returns how many numbers the positions of a slice have.
    fn positions(&self, slice: Self::Slice) -> u64;
}
