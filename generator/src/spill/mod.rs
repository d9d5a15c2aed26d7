//! Arrays of numbers in memory, or in files when memory is short.

pub mod mapped_file;
pub mod spill_vec;
