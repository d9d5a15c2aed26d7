//! Rows of numbers in memory, or in files where memory is short.

pub mod spill_vec;
pub mod mapped_file;
