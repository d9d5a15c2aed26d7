//! Reads all values of a slice, block by block.

pub mod cells;
pub mod chess;
pub mod slice_values;
