//! Jobs: which tables are made, how much memory, disk space and time they take, and how several
//! threads and processes make them.

pub mod calibrate;
pub mod chess;
pub mod draughts;
pub mod family;
pub mod files;
pub mod generate;
pub mod job;
pub mod metrics;
pub mod plan;
pub mod recode;
pub mod settings;
