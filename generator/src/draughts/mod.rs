//! Draughts: the jobs of its variants.

mod family;
mod job;
mod make;

pub use job::job;
