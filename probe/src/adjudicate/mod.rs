//! Adjudication: a game or a position with its counts in, a verdict with its article out.
//!
//! A [`Judge`] plays the moves under a rule code and says what stands on the board: an illegal
//! move, the end of the game, or a game in progress with its value under the rules and the best way
//! to go on. Then it compares the verdict with the result that was written down. A [`Verdict`] is
//! the same for every family of games; `draughts.rs` and `chess.rs` add how games are replayed.

mod agreement;
#[cfg(feature = "chess")]
mod chess;
#[cfg(feature = "chess")]
mod chess_history;
#[cfg(feature = "chess")]
mod chess_notes;
mod draughts;
mod error;
mod judge;
mod note;
mod offence;
mod record_notes;
mod replay;
mod start;
mod verdict;

pub use agreement::Agreement;
pub use error::ReviewError;
pub use judge::Judge;
pub use note::{NOTE_KEYS, Note};
pub use offence::{IllegalMove, Offence, UnclearMove};
pub use replay::{MoveOutcome, Replay};
pub use start::Start;
pub use verdict::{
    AnnouncedClaim, Assessment, Flag, FlagSource, MissedDraw, PlayedMove, Ruling, Verdict, WrittenResult,
};
