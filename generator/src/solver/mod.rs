//! Solvers: find the values of a slice from the values of the slices that its moves lead to.

pub mod chess;
pub mod draughts;
pub mod values;
