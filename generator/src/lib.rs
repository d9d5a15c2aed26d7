//! Makes, checks and describes endgame tables of the draughts family and chess.
//!
//! [`plan`] lists the tables to make with their memory, space and time, [`generate()`] makes them
//! with a [`solver`], and [`verify`] checks them independently.
#![deny(unsafe_code)]

pub mod calibrate;
pub mod capture_mask;
pub mod check;
pub mod checkpoint_file;
pub mod chess;
mod cost;
pub mod directory;
mod disk;
mod draughts;
pub mod error;
mod export;
pub mod family;
pub mod game_tables;
pub mod generate;
mod indexed;
pub mod job;
mod job_space;
pub mod large_row;
pub mod mapped_file;
mod metrics;
pub mod mine;
mod open_table;
pub mod parallel;
pub mod plan;
pub mod plots;
mod positions;
pub mod progress;
pub mod read;
mod recode;
pub mod report;
pub mod settings;
pub mod shared_work;
pub mod signature;
mod slice_values;
pub mod solved_slices;
pub mod solver;
pub mod stats;
pub mod stop;
mod table_files;
mod under_rules;
pub mod units;
mod value_columns;
pub mod verify;
pub mod watch;
pub mod way_under_rules;
pub mod writer;

pub use calibrate::calibrate;
pub use directory::TableDirectory;
pub use draughts::job;
pub use error::Error;
pub use export::{ExportFormat, export};
pub use family::Family;
pub use generate::{generate, generate_slice, work};
pub use indexed::Indexed;
pub use job::Job;
pub use metrics::has_table;
pub use plan::{job_list, plan};
pub use positions::positions;
pub use progress::{NoProgress, Progress};
pub use recode::{Recoded, recode};
pub use settings::Settings;
pub use stop::Stop;
pub use table_files::TableFiles;
pub use watch::{Watch, Watched};
