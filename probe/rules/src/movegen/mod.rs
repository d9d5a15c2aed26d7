//! Move generation: one generator for every variant, driven by the rule table.
//!
//! [`Kernel`] holds the look-up tables of a variant in one word size. [`quiet`] makes moves without
//! captures, [`capture`] makes jumps, [`precedence`] ranks captures. [`bounded`] lists legal moves.
//! [`set_capture`] makes the captures of many positions at once.

mod bounded;
mod capture;
mod kernel;
mod precedence;
mod quiet;
mod set_capture;

pub(crate) use bounded::Listed;
pub use bounded::{STEPS_MAX, TooManyCaptures};
pub use capture::{CaptureSink, Captures, Landing};
pub use kernel::{Kernel, KernelMove};
pub use set_capture::{FirstJump, OpenJump, OpenKing, SetCapture};
