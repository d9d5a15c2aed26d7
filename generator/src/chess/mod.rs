//! Chess: its own solver and verifier, and its tables. Files, codings, the manifest and the
//! commands are those of draughts.

mod generate;
pub mod solver;
mod verify;

pub use generate::{MEN_MAX, Settings, checked_metrics, default_metrics, disk_bytes, generate};
pub use verify::{Mistake, Verdict, verify};
