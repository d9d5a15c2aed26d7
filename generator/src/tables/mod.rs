//! Reads the values of all positions of a slice from open tables, and writes tables to files.

pub mod indexed;
pub mod positions;
pub mod read;
pub mod write;
