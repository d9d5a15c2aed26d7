//! Converts domain types to messages: the one module that knows both.

mod messages;
mod verdict;

pub use messages::*;
pub use verdict::adjudicated;
