//! Finds the requirement of every position of a slice: how many plies each draw count must have
//! left for a win. Used for draw rules with several counts that decide together.
//!
//! A state is a position together with the running counts and the plies that each of them has left.
//! More plies never hurt a winner. The states in which a position is won are therefore those in
//! which at least one [`Way`](peatee_table::requirement::Way) is open. These ways are the
//! [`Requirement`](peatee_table::requirement::Requirement) of the position.
//!
//! * A position without a move needs 0 plies of each count. It needs 1 ply if the rules draw a game
//!   that is won on the last counted move.
//! * The requirement of the position after a move gives a requirement for the position before the
//!   move (`links`). A count that goes on must have one ply more before the move. A count that the
//!   move resets or ends must have one ply left for the move. A count that is fresh after the move
//!   must start with enough plies.
//! * In a won position, the requirement of at least one move must be met. In a lost position, the
//!   requirements of all moves must be met.
//!
//! `solve` starts with nothing won and repeats these steps until nothing changes. The won states
//! only grow, so the search ends. It finds the least solution: the states from which a win can be
//! forced. No step depends on a particular draw code: `links` derives the effects of moves from the
//! counters.

mod graph;
mod links;
mod solve;
mod store;

pub use self::solve::{RequirementSolution, solve_requirements};
pub use self::store::Successor;

/// Estimated memory per position of a slice in bytes, for the moves of the position and their
/// effects on draw counts.
pub const BYTES_PER_POSITION: u64 = 160;
