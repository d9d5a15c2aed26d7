//! Chess as a family of games.

pub mod family;
pub mod generate;
pub mod plan;
