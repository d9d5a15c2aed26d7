//! Search of one pawn placement for wins and losses.

pub mod depth;
pub mod exits;
pub mod fall;
pub mod frontier;
pub mod iterate;
pub mod proved;
pub mod staircase;
mod touched;
