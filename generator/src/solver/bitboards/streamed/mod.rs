//! Slices with kings. The values of a unit go to their place in table order as soon as it is
//! solved; of words only those of the layers that moves of men lead to from the next one are held.
//!
//! ```text
//! layer l - 1 ──words──▶ layer l ──values──▶ both slices, in table order
//!                           ▲
//! slices that captures and promotions lead to, in table order
//! ```
//!
//! * [`slots`]: where the words of a unit are held, and for how long; [`words`]: the words.
//! * [`written`]: which values are written; [`orders`]: where those of a unit are; [`unit_writer`]:
//!   from words to values; [`job_values`]: the values in table order, put and read unit by unit.
//! * [`solve()`]: the work, layer by layer. [`memory()`]: what it takes.

mod job_values;
mod memory;
mod orders;
mod slots;
mod solve;
mod unit_writer;
mod words;
mod written;

pub use self::memory::memory;
pub use self::solve::solve;
