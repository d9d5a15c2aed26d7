//! Solving slices.
//!
//! [`retrograde`] finds the depth to win of every position of a slice and its opposite, backward from the positions
//! whose value is known. [`children`] holds the values of the smaller slices that moves lead to.

pub mod children;
pub mod retrograde;
