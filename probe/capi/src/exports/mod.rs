//! The functions that C sees. Each reads its pointers at the border, does its work in safe Rust,
//! and gives back a status. What is common to all of them stands at the top of the header.
#![allow(unsafe_code, reason = "C calls these functions by name and passes pointers, as the header promises")]

pub(crate) mod adjudicate;
pub(crate) mod chess;
pub(crate) mod chess_bitboards;
pub(crate) mod inform;
pub(crate) mod moves;
pub(crate) mod open;
pub(crate) mod probe;
pub(crate) mod probe_many;
pub(crate) mod rules;
pub(crate) mod text;
