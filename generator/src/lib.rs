//! Makes, checks and describes endgame tables of the draughts family.
//!
//! [`plan`] says what is to be made and what it takes, [`generate()`] makes it, [`verify`] checks it independently.
#![forbid(unsafe_code)]

pub mod capture_mask;
mod cost;
pub mod directory;
mod disk;
mod error;
mod generate;
mod partial;
mod plan;
pub mod read;
pub mod report;
mod shelf;
pub mod signature;
pub mod solver;
pub mod stats;
mod stop;
pub mod threads;
mod under_rules;
pub mod units;
pub mod verify;
mod watch;
pub mod writer;

pub use directory::TableDirectory;
pub use error::Error;
pub use generate::{Progress, Quiet, Settings, generate, generate_slice};
pub use plan::{Job, job, plan, positions};
pub use stop::Stop;
pub use under_rules::has_table as has_dtr_table;
pub use watch::{Watch, Watched};
