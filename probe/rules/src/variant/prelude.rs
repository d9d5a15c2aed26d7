//! What the file of a variant needs: the columns, the rules that variants share, boards and kinds.

pub use super::columns::*;
pub use super::shared::*;
pub use crate::board::{Board, BoardLines, Directions, Shade};
pub use crate::piece::Kind;
