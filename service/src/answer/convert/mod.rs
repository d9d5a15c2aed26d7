//! Converts domain types to messages: the one module that knows both.

/// Matches the values of an enum to those of the same names of an enum of messages.
macro_rules! same_name {
    ($value:expr, $from:ty => $to:ty: $($name:ident)+) => {
        match $value { $(<$from>::$name => <$to>::$name,)+ }
    };
}

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
