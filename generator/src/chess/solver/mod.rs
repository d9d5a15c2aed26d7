#![doc = include_str!("SOLVER.md")]

mod iterate;
mod layout;
mod number;
mod rays;
mod set;
mod solved;
mod unit;
mod zeroing;

pub use number::NumberedValues;
pub use set::{Solver, memory_bytes};
