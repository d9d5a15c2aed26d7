//! Pictures of tables, as SVG: the distances of a slice, and who wins by material.

mod heat_map;
mod histogram;
mod style;

pub use heat_map::{Outcomes, heat_map};
pub use histogram::{Distances, distances, histogram};
