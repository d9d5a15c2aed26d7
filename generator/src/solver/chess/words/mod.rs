//! Words of a set, with one bit for each square of the black king, and the moves between them.

pub mod layout;
pub mod move_result;
pub mod number;
pub mod placement_view;
pub mod rays;
pub mod solved;
pub mod zeroing;
