#![doc = include_str!("SOLVER.md")]

mod after;
mod can_mate;
mod count;
mod depth;
mod depth_set;
mod entry;
mod front;
mod iterate;
mod layout;
mod leaving;
mod memory;
mod number;
mod proved;
mod rays;
mod read;
mod read_depths;
mod set;
mod sets;
mod solved;
mod unit;
mod zeroing;

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
