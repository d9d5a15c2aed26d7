//! Values under draw rules whose counts run side by side: what a win takes of each count, for every
//! position of a slice.
//!
//! A state is a position with the counts that run and the plies that each has left. More plies
//! never hurt a winner, so the states in which a position is won are all those in which some
//! [`Way`](peatee_table::requirement::Way) is open, and these ways are its
//! [`Requirement`](peatee_table::requirement::Requirement).
//!
//! * A position without a move takes nothing: 0 plies of each count, or 1 where a position lost on
//!   the last counted move is read as drawn.
//! * A move leads from a requirement to one a ply earlier (`links`): a count that goes on must
//!   have one ply more, one that is set back or ends must have one ply left to make the move, and
//!   one that is fresh after the move must have been given enough.
//! * The winner needs what one of his moves needs, the loser is lost where all his moves are.
//!
//! `solve` starts with nothing won and repeats this until nothing changes. What is won only grows,
//! so this ends, and it finds the least solution: the states from which a win can be forced. Which
//! rules a code has is not asked anywhere: `links` asks the counters themselves what a move does.

mod graph;
mod links;
mod solve;
mod store;

pub use solve::{RequirementSolution, solve_requirements};
pub use store::Successor;

/// Memory for each position of a slice: its moves, and what they are about.
pub const BYTES_PER_POSITION: u64 = 160;
