//! Solves slices with kings. The values of a unit are put into table order as soon as it is solved.
//! Words are held only for the layers that moves of men from the layer being solved lead to.
//!
//! ```text
//! layer l - 1 ──words──▶ layer l ──values──▶ both slices, in table order
//!                           ▲
//! slices that captures and promotions lead to, in table order
//! ```
//!
//! * [`slots`]: assigns slots in memory to the units whose words are held; `words`: holds the
//!   words.
//! * [`written`]: says which values are written; [`orders`]: finds their places in table order;
//!   [`unit_writer`]: converts words to values; [`job_values`]: holds the values in table order,
//!   and writes and reads them unit by unit.
//! * [`solve()`]: solves a slice, layer by layer. [`memory()`]: estimates the memory for it.

pub mod job_values;
mod memory;
pub mod orders;
pub mod slots;
mod solve;
pub mod unit_writer;
mod words;
pub mod written;

pub use self::memory::memory;
pub use self::solve::solve;
