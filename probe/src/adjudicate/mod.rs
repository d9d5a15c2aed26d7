//! Adjudication: judges a game, or a position with its counts. The verdict names the article that
//! decides.
//!
//! A [`Judge`] plays the moves under a rule code. Its verdict is that a move is illegal, that the
//! game is over, or that the game is in progress, with the value and the best line under the rules.
//! Then it compares the verdict with the written result. All families of games share [`Verdict`];
//! `draughts.rs` and `chess.rs` contain the replay of games.

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
mod move_value;
mod move_values;
mod note;
mod offence;
mod record_notes;
mod replay;
mod start;
mod verdict;

pub use agreement::Agreement;
pub use error::ReviewError;
pub use judge::Judge;
pub use move_value::{MoveMark, MoveValue};
pub use note::{NOTE_KEYS, Note};
pub use offence::{IllegalMove, Offence, UnclearMove};
pub use replay::{MoveOutcome, Replay};
pub use start::Start;
pub use verdict::{
    AnnouncedClaim, Assessment, Flag, FlagSource, MissedDraw, PlayedMove, Ruling, Verdict, WrittenResult,
};
