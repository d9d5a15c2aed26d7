//! Rows of numbers in memory, or in files where memory is short.

pub mod mapped_file;
pub mod spill_vec;
