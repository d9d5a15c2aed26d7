//! Chess: its own solver and verifier, and its tables. Files, codings, the manifest and the
//! commands are those of draughts.

mod digest;
mod family;
mod generate;
pub mod metrics;
pub mod mine;
mod plan;
pub mod solver;
mod stats;
mod values;
mod verdict;
mod verify;
mod verify_can_mate;
mod verify_values;

pub use generate::default_metrics;
pub use metrics::{default_distance, distance, limit_plies};
pub use stats::{SliceStats, stats};
pub use values::missing;
