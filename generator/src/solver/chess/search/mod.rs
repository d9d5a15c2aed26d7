//! Search of one pawn placement for wins and losses.

pub mod depth;
pub mod exits;
pub mod frontier;
pub mod iterate;
pub mod proved;
