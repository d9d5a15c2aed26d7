//! The types of the interface: plain data in the layout of C.
//!
//! Fields for a member of an enumeration are `int32_t`: a caller can write any number there, and a
//! Rust enumeration must not hold unknown numbers.

pub(crate) mod chess;
pub(crate) mod game;
pub(crate) mod position;
pub(crate) mod rules;
pub(crate) mod set;
pub(crate) mod value;
