//! Solvers: from the values of the slices that moves lead to, to those of a slice.

pub mod chess;
pub mod draughts;
pub mod values;
