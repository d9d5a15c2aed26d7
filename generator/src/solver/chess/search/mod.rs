//! Search of one placement (arrangement of all pawns) for wins and losses.

pub mod depth;
pub mod exits;
pub mod frontier;
pub mod iterate;
pub mod proved;
