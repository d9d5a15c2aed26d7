//! Imports for the file of a code.

pub use super::columns::*;
pub use super::shared::*;
pub use crate::draw::events::Events;
