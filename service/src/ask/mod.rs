//! Parsing of requests, by the crate `peatee-questions`, and opening of tables.

pub use peatee_questions::ask::*;

pub mod faults;
pub mod mapped;
#[cfg(unix)]
mod sigbus;
pub mod tables;
