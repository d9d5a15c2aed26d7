#![doc = include_str!("SOLVER.md")]

mod arrangements;
pub mod can_mate;
mod count;
pub mod depth_set;
mod entry;
mod memory;
pub mod metrics;
pub mod read;
pub mod read_depths;
pub mod search;
mod set;
mod sets;
mod staircases;
pub mod words;

pub use self::can_mate::{CanMateSet, NO_POSITION, NumberedCells};
pub use self::count::Counts;
pub use self::depth_set::DepthSet;
pub use self::entry::Entry;
pub use self::memory::{memory_bytes, solved_bytes};
pub use self::read::{read_can_mate, read_set};
pub use self::read_depths::read_depths;
pub use self::set::NumberedValues;
pub use self::sets::{CanMateSolver, DepthSolver, SolvedForm, Solver, SolverOf};
pub use self::staircases::NumberedStaircases;
pub use self::words::solved::SolvedSet;
