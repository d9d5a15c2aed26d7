//! Makes, checks and describes endgame tables of the draughts family and chess.
//!
//! [`plan`] lists the tables to make, with the memory, disk space and time that they take.
//! [`generate()`] makes them with a [`solver`]. [`verify`] checks them without the solver.
//! [`explore`] evaluates finished tables. [`publish()`] makes a folder of them for web servers.
//!
//! The main modules, in this order: `publish`, `explore`, `jobs`, `verify`, `tables`, `solver`,
//! `spill`. Each of them uses only those that come later.
#![deny(unsafe_code)]

pub mod error;
pub mod explore;
pub mod jobs;
mod open_table;
pub mod parallel;
pub mod progress;
pub mod publish;
pub mod solver;
pub mod spill;
pub mod tables;
pub mod units;
pub mod verify;

pub use error::Error;
pub use explore::export::{ExportFormat, export};
pub use jobs::calibrate::calibrate;
pub use jobs::draughts::job::job;
pub use jobs::family::Family;
pub use jobs::files::directory::TableDirectory;
pub use jobs::files::table_files::TableFiles;
pub use jobs::generate::{generate, work};
pub use jobs::job::Job;
pub use jobs::plan::{job_list, plan};
pub use jobs::recode::{Recoded, TableForm, recode};
pub use jobs::settings::Settings;
pub use progress::stop::Stop;
pub use progress::watch::{Watch, Watched};
pub use progress::{NoProgress, Progress};
pub use publish::publish;
pub use solver::draughts::metrics::has_table;
pub use tables::indexed::Indexed;
pub use tables::positions::positions;
