//! Jobs: what is to be made, with its memory, disk and time, and the making of it by any number of
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
