//! The search of one placement for wins and losses.

pub mod depth;
pub mod front;
pub mod iterate;
pub mod leaving;
pub mod proved;
