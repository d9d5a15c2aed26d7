//! What the file of a code needs.

pub use super::columns::*;
pub use super::shared::*;
pub use crate::draw::events::Events;
