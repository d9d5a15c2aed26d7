//! Converts domain types to messages: the one module that knows both.

mod chess;
mod draw_sentences;
mod family;
mod messages;
mod position;
mod sentence;
mod sentences;
mod variant;
mod verdict;

pub use family::{Messages, ValueMessages};
pub use messages::*;
pub use sentences::{Telling, add_note, put_paragraphs};
pub use verdict::{adjudicated, put_notes};
