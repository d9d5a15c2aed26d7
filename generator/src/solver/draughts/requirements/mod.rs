//! Values under draw rules whose counts run side by side: the plies that a win needs of each count,
//! for every position of a slice.
//!
//! A state is a position with the counts that run and the plies that each has left. More plies
//! never hurt a winner. So the states in which a position is won are those in which some
//! [`Way`](peatee_table::requirement::Way) is open, and these ways are its
//! [`Requirement`](peatee_table::requirement::Requirement).
//!
//! * A position without a move needs 0 plies of each count, or 1 where a position lost on the last
//!   counted move is read as drawn.
//! * A move leads from a requirement to one a ply earlier (`links`): a count that goes on must have
//!   one ply more, a count that is reset or ends must have one ply left to make the move, and a
//!   count that is fresh after the move must start with enough plies.
//! * A winner must meet the requirement of one of its moves. A loser loses if the requirements of
//!   all its moves are met.
//!
//! `solve` starts with nothing won and repeats these steps until nothing changes. The won states
//! only grow, so this ends, and finds the least solution: the states from which a win can be
//! forced. No step depends on a particular draw code: `links` derives the effects of moves from the
//! counters.

mod graph;
mod links;
mod solve;
mod store;

pub use self::solve::{RequirementSolution, solve_requirements};
pub use self::store::Successor;

/// Bytes for each position of a slice: its moves and their links.
pub const BYTES_PER_POSITION: u64 = 160;
