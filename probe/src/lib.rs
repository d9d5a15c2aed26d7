//! What is this position worth? Exact values of draughts endings, read from tables.
//!
//! [`Tables`] holds the tables of one variant, [`Collection`] those of all variants in a directory. A probe answers for
//! every legal position, captures pending or not, from any number of threads. Where a capture must be made it follows
//! the captures, never other moves; blocks that are asked for often are kept with that done. Many positions are answered
//! faster together, by [`Tables::probe_many`].
//!
//! ```no_run
//! use peatee_probe::{OpenOptions, Tables};
//!
//! let tables = Tables::open("tables/international".as_ref(), &OpenOptions::default())?;
//! let position = tables.game().parse_fen("W:WK12,K40,50:BK11").unwrap();
//! let value = tables.probe(&position)?;
//! println!("{:?} in {:?} plies", value.wdl, value.dtw_plies);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The files are specified in `FORMAT.md` of the crate `peatee-table`.
#![deny(unsafe_code)]

pub mod adjudicate;
mod batch;
mod cache;
pub mod clock;
mod collection;
mod conversion;
mod error;
mod fault;
mod large_pages;
mod line;
mod prefetch;
mod resolve;
mod rule_line;
mod rule_moves;
mod rule_value;
mod slices;
mod storage;
mod table;
mod tables;

pub use collection::Collection;
pub use error::{OpenError, ProbeError};
pub use fault::{TableFault, UnopenedFolder};
pub use line::{Line, LineEnd, RatedMove};
pub use peatee_table::{FileError, Material, Metric, RuleSet, Slice, SliceNameError, Value, Wdl, slices};
pub use resolve::Resolved;
pub use rule_line::RuleLine;
pub use rule_moves::RuleMove;
pub use rule_value::{LackingTable, RuleOutcome, RuleValue};
pub use storage::{Storage, StorageKind, open_storage};
pub use table::Table;
pub use tables::{OpenOptions, SliceInfo, Tables};

/// The Rust blocks of the pages for users are documentation tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../docs/probing.md")]
    struct Probing;
    #[doc = include_str!("../../README.md")]
    struct Readme;
}
