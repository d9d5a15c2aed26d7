//! The types of the interface: plain data, laid out as C does.
//!
//! Fields that name a member of an enumeration are `int32_t`: a caller can put any number there,
//! and an enumeration of Rust must not hold any number.

pub(crate) mod chess;
pub(crate) mod game;
pub(crate) mod position;
pub(crate) mod rules;
pub(crate) mod set;
pub(crate) mod value;
