//! Imports for the file of a variant: columns, shared rules, boards and kinds.

pub use super::columns::*;
pub use super::shared::*;
pub use crate::board::{Board, BoardLines, Directions, Shade};
pub use crate::piece::Kind;
