//! Converts domain types to messages: the one module that knows both.

mod messages;
mod position;
mod variant;
mod verdict;

pub use messages::*;
pub use position::described;
pub use variant::variant;
pub use verdict::adjudicated;
