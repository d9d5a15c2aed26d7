//! Slices with kings. The values of a unit go to table order as soon as it is solved. Words are
//! held only of the layers that moves of men from the next layer lead to.
//!
//! ```text
//! layer l - 1 ──words──▶ layer l ──values──▶ both slices, in table order
//!                           ▲
//! slices that captures and promotions lead to, in table order
//! ```
//!
//! * [`slots`]: the slots of units whose words are held; [`words`]: the words.
//! * [`written`]: the values to write; [`orders`]: their positions in table order; [`unit_writer`]:
//!   converts words to values; [`job_values`]: the values in table order, written and read unit by
//!   unit.
//! * [`solve()`]: the work, layer by layer. [`memory()`]: its memory.

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
