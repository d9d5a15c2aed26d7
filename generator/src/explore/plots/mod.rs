//! Pictures of tables, as SVG: the distances of a slice, outcomes by material, and the growth of
//! sets.

mod growth;
mod heat_map;
mod histogram;
mod style;

pub use self::growth::{SetSize, extents, growth};
pub use self::heat_map::{CHESS, DRAUGHTS, Kind, Outcomes, heat_map};
pub use self::histogram::{DistanceCounts, distances, histogram};
