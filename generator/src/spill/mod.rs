//! Rows of numbers in memory, or in files where memory is short.

pub mod large_row;
pub mod mapped_file;
