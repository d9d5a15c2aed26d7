//! Slices with men, of which only win, draw or loss is wanted. The values of a unit go to their
//! place in table order as soon as it is solved; of words only those of the layers that moves of
//! men lead to from the next one are held.
//!
//! ```text
//! layer l - 1 ──words──▶ layer l ──cells──▶ both slices, in table order
//!                           ▲
//! slices that captures and promotions lead to, in table order
//! ```
//!
//! * [`slots`]: where the words of a unit are held, and for how long.
//! * [`cells`]: the values in table order, written and read unit by unit.
//! * [`solve()`]: the work, layer by layer. [`memory()`]: what it takes.

mod cells;
mod memory;
mod slots;
mod solve;

pub use self::memory::memory;
pub use self::solve::solve;
