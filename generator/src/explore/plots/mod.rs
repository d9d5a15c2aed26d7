//! Pictures of tables as SVG: distances in a slice, outcomes for each material, and sizes of sets.

mod growth;
mod heat_map;
mod histogram;

pub use self::growth::{SetSize, extents, growth};
pub use self::heat_map::{CHESS, DRAUGHTS, Kind, Outcomes, heat_map};
pub use self::histogram::{DistanceCounts, distances, histogram};
