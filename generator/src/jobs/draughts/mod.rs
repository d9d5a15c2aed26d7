//! Jobs that make the tables of the variants of draughts.

pub mod checkpoint_file;
pub mod cost;
pub mod disk;
mod family;
pub mod job;
pub mod job_space;
mod make;
pub mod solved_slices;
pub mod under_rules;
