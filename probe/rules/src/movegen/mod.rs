//! Move generation: one generator that reads the rule table, for every variant.
//!
//! [`Kernel`] is the rule table worked out for one board and word size: neighbour tables, rays, and
//! what each kind of each side can do. [`quiet`] moves pieces, [`capture`] jumps, [`precedence`]
//! says which captures are legal. [`bounded`] makes lists of legal moves. [`set_capture`] jumps in
//! many positions at once.

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
pub use set_capture::{OpenKing, SetCapture};
