//! Games whose slices have numbered positions.

use peatee_probe::Tabled;

/// A game with tables that can be written.
pub trait Indexed: Tabled {
    /// Returns the number of position numbers of a slice.
    fn positions(&self, slice: Self::Slice) -> u64;
}
