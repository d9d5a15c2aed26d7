//! Converts domain types to messages: the one module that knows both.

pub mod chess;
mod family;
mod messages;
mod position;
mod sentences;
mod variant;
mod verdict;

pub use family::Messages;
pub use messages::*;
pub use position::described;
pub use sentences::{Telling, put_paragraphs};
pub use variant::variant;
pub use verdict::{adjudicated, put_notes};
