//! Pictures of tables, as SVG: the distances of a slice, who wins by material, and how sets grow.

mod growth;
mod heat_map;
mod histogram;
mod style;

pub use growth::{Extent, extents, growth};
pub use heat_map::{CHESS, DRAUGHTS, Kind, Outcomes, heat_map};
pub use histogram::{Distances, distances, histogram};
