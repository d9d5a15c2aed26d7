//! Reads all values of a slice, block by block.

pub mod cells;
pub mod chess;
mod run_cells;
pub mod slice_values;
