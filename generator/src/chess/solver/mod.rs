#![doc = include_str!("SOLVER.md")]

mod can_mate;
mod count;
mod entry;
mod iterate;
mod layout;
mod memory;
mod number;
mod proved;
mod rays;
mod read;
mod set;
mod sets;
mod solved;
mod unit;
mod zeroing;

pub use can_mate::{CanMateSet, NO_POSITION, NumberedCells};
pub use count::Counts;
pub use entry::Entry;
pub use memory::memory_bytes;
pub use read::{read_can_mate, read_set};
pub use set::NumberedValues;
pub use sets::{CanMateSolver, Solved, Solver, SolverOf};
pub use solved::SolvedSet;
