//! Answers to questions about positions and games, without a network: reads requests, asks the
//! tables, and makes messages of values, moves and verdicts, with their sentences and their JSON.
//!
//! The program `peatee` and the JavaScript package answer with this crate; other programs should
//! not use it.
#![deny(unsafe_code)]

pub mod answer;
#[cfg(feature = "archives")]
pub mod archives;
pub mod ask;
pub mod errors;
pub mod names;
pub mod requests;
