//! Verifies tables: compares every value with the values one ply later.

pub mod chess;
pub mod draughts;
pub mod stretches;
pub mod verdict;
