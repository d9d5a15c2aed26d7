//! Endgame tables of the draughts family: their values and their format.
//!
//! * [`Slice`]: all positions with the same pieces and side to move. One table holds one metric of
//!   one slice.
//! * [`index`]: converts the positions of a slice to numbers, and numbers to positions.
//! * [`Value`], [`Wdl`], [`Metric`]: values of positions.
//! * [`format`](mod@format): header, cells, blocks and their codings. `FORMAT.md` is the
//!   specification.
//! * [`TableBuilder`] assembles a table file; `peatee-probe` reads them.
//!
//! This crate neither opens nor makes tables. It holds everything on which reader and generator
//! must agree.
#![forbid(unsafe_code)]

#[cfg(feature = "write")]
#[doc(hidden)]
pub mod bit_cost;
#[cfg(feature = "write")]
mod builder;
pub mod digest;
mod error;
pub mod format;
mod header_list;
pub mod index;
mod manifest;
mod regular_file;
mod replace_file;
pub mod requirement;
pub mod run_pattern;
mod site;
mod slice;
pub mod staircase;
mod value;

#[cfg(feature = "write")]
pub use builder::TableBuilder;
pub use error::{FileError, ManifestError};
pub use header_list::{HEADER_LIST_NAME, HeaderList};
pub use manifest::{MANIFEST_BYTES_MAX, MANIFEST_NAME, Manifest, ManifestEntry};
pub use peatee_rules::Material;
pub use regular_file::open_regular_file;
pub use replace_file::replace_file;
pub use site::{PublishedGame, SITE_NAME, Site};
pub use slice::{Slice, SliceNameError, slices};
pub use value::{Metric, RuleSet, Value, Wdl};

/// Runs the examples of the README as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
