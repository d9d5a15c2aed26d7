//! Blocks of WDL cells as runs of equal values, coded by an adaptive range coder.
//!
//! A block holds the value of its first run, then the lengths of the runs, and between them a bit
//! for which of the two other values comes next. Each binary decision is coded with a probability
//! that adapts to earlier ones in the same block, so blocks are independent. `FORMAT.md` is the
//! specification.

mod decode;
#[cfg(any(test, feature = "write"))]
mod encode;
mod model;

pub(super) use decode::decode;
#[cfg(feature = "write")]
pub(super) use encode::encode;
