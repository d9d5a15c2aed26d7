//! Adjudication: a game or a position with its counts in, a verdict with its article out.
//!
//! [`Judge::verdict`] plays the moves under a rule code and says what stands on the board: an
//! illegal move, the end of the game, or a game in progress with its value under the rules and the
//! best way to go on. [`Judge::review`] does so for a game in PDN and compares the verdict with the
//! result that was written down.

mod error;
mod judge;
mod offence;
mod review;
mod start;

pub use error::ReviewError;
pub use judge::{Assessment, Judge, PlayedMove, Ruling, Verdict};
pub use offence::{IllegalMove, Offence};
pub use review::{Agreement, Review};
pub use start::Start;
