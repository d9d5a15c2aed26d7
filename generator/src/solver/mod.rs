//! Solving slices.
//!
//! [`retrograde`] finds distances backward from the positions whose value is known. What it counts, an [`Objective`] says:
//! [`dtw`] counts to the end of the game, [`dtr`] to the next move that sets a count of the draw rules back.
//! [`lookup`] holds what is known of the smaller slices that moves lead to.

pub mod dtr;
pub mod dtw;
pub mod lookup;
pub mod objective;
pub mod retrograde;

pub use objective::{Known, Objective};
