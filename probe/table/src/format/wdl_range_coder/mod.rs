//! Blocks of WDL cells as runs of equal values, written by an adaptive range coder.
//!
//! A block is the value of its first run, then the lengths of the runs and between them which of
//! the two other values comes next. Every yes or no is coded with a probability that follows what
//! came before in the same block, so that nothing is kept between blocks. `FORMAT.md` is the
//! specification.

mod decode;
#[cfg(any(test, feature = "write"))]
mod encode;
mod model;

pub(super) use decode::decode;
#[cfg(feature = "write")]
pub(super) use encode::encode;
