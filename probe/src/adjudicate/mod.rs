//! Adjudication: judges a game or a position with its counts, and gives a verdict with its article.
//!
//! A [`Judge`] plays the moves under a rule code. It finds an illegal move, the end of the game, or
//! a game in progress with its value and best line under the rules. Then it compares the verdict
//! with the written result. All families of games share [`Verdict`]; `draughts.rs` and `chess.rs`
//! contain the replay of games.

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
