//! Conversion of values, verdicts and positions to messages. All such conversions are in this
//! module.

/// Converts an enum value to the value of the same name in another enum.
macro_rules! same_name {
    ($value:expr, $from:ty => $to:ty: $($name:ident)+) => {
        match $value { $(<$from>::$name => <$to>::$name,)+ }
    };
}

mod chess;
mod draw_sentences;
mod family;
mod faults;
mod messages;
mod position;
mod sentence;
mod sentences;
mod variant;
mod verdict;

pub use family::{Messages, ValueMessages};
pub use messages::*;
pub use sentences::{GameFacts, add_note, put_paragraphs};
pub use verdict::{adjudicated, put_notes};
