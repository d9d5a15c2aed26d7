//! Solving slices.
//!
//! [`retrograde`] finds distances backward from the positions whose value is known. What it counts, an [`Objective`] says:
//! [`dtw`] counts to the end of the game, [`dtc`] to the next capture or move of a man, [`dtr`] to the next move that sets
//! a count of the draw rules back.
//! [`sets`] finds the same distances to the end of the game many positions at a time, in games it can do.
//! [`lookup`] holds what is known of the smaller slices that moves lead to, [`values`] how values lie in memory, [`cells`]
//! are values of who wins, many at a time.

pub mod cells;
pub mod dtc;
pub mod dtr;
pub mod dtw;
pub mod lookup;
pub mod objective;
pub mod retrograde;
pub mod sets;
pub mod values;

pub use objective::{Known, Objective};
pub use values::{Entries, Values};
