//! The plain solver: retrograde analysis, one position at a time, for every game.
//!
//! [`retrograde`] finds distances backward from the positions whose value is known. An
//! [`Objective`](objective::Objective) defines the distances: [`dtw`] counts to the end of the
//! game, [`dtc`] to the next capture or move of a man, [`dtr`] to the next move that resets a count
//! of the draw rules.

pub mod dtc;
pub mod dtr;
pub mod dtw;
pub mod objective;
pub mod retrograde;
mod solver;

pub use self::solver::PlainSolver;
