//! The values of tables: read from open tables, and written into files.

pub mod indexed;
pub mod positions;
pub mod read;
pub mod write;
