//! Jobs: the tables to make, their memory, disk space and time, and their execution by several
//! threads and processes.

pub mod calibrate;
pub mod chess;
pub mod draughts;
pub mod family;
pub mod files;
pub mod generate;
pub mod job;
pub mod plan;
pub mod recode;
pub mod settings;
