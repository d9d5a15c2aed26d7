//! Tables of a game of any family.

pub use crate::family::Family;
pub use crate::tables::Tables;
