//! Converts domain types to messages: the one module that knows both.

pub mod chess;
pub mod chess_notes;
pub mod chess_verdict;
mod messages;
mod position;
mod variant;
mod verdict;

pub use messages::*;
pub use position::described;
pub use variant::variant;
pub use verdict::{adjudicated, put_notes};
