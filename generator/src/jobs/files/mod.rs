//! Directories of tables, in which several processes may work at the same time.

pub mod check;
pub mod directory;
pub mod shared_work;
pub mod table_files;
