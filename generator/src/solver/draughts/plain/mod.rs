//! The plain solver: retrograde analysis, one position at a time, for every game.
//!
//! [`retrograde`] finds distances by going backward from the positions whose value is known. An
//! [`Objective`](objective::Objective) defines the event to which plies are counted: the end of the
//! game ([`dtw`]), the next capture or move of a man ([`dtc`]), or the next move that resets a
//! count of the draw rules ([`dtr`]).

pub mod dtc;
pub mod dtr;
pub mod dtw;
pub mod objective;
pub mod retrograde;
mod solver;

pub use self::solver::PlainSolver;
