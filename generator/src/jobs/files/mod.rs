//! A directory of tables that several processes may work in.

pub mod check;
pub mod directory;
pub mod shared_work;
pub mod table_files;
