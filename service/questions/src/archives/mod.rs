//! Work on archives: files of games or positions, read in constant memory on all cores.

pub mod annotation;
pub mod compositions;
pub mod game_files;
