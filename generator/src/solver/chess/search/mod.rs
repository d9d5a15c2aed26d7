//! The search of one placement for wins and losses.

pub mod depth;
pub mod frontier;
pub mod iterate;
pub mod exits;
pub mod proved;
