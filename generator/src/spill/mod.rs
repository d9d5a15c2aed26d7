//! Long arrays that are held in memory, or in files if there is too little memory.

pub mod mapped_file;
pub mod spill_vec;
