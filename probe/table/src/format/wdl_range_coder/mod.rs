//! Codes blocks of WDL cells as runs of equal values, with an adaptive range coder.
//!
//! A block holds the value of its first run, then the lengths of the runs, and between two lengths
//! a bit that tells which of the two other values comes next. Each binary decision is coded with a
//! probability that adapts to earlier decisions in the same block, so blocks are independent.
//! `FORMAT.md` is the specification.

mod decode;
#[cfg(any(test, feature = "write"))]
mod encode;
mod model;

pub(super) use decode::decode;
#[cfg(feature = "write")]
pub(super) use encode::encode;
