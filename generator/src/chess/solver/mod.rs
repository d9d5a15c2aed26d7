#![doc = include_str!("SOLVER.md")]

mod after;
pub mod can_mate;
mod count;
mod depth;
pub mod depth_set;
mod entry;
mod front;
mod iterate;
pub mod layout;
pub mod leaving;
mod memory;
pub mod number;
pub mod proved;
pub mod rays;
pub mod read;
pub mod read_depths;
mod set;
mod sets;
pub mod solved;
pub mod unit;
pub mod zeroing;

pub use can_mate::{CanMateSet, NO_POSITION, NumberedCells};
pub use count::Counts;
pub use depth_set::DepthSet;
pub use entry::Entry;
pub use memory::{memory_bytes, solved_bytes};
pub use read::{read_can_mate, read_set};
pub use read_depths::read_depths;
pub use set::NumberedValues;
pub use sets::{CanMateSolver, DepthSolver, Solved, Solver, SolverOf};
pub use solved::SolvedSet;
