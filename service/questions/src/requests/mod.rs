//! Answers to requests: one function for each RPC method, without a network.

pub mod adjudicate;
pub mod bounds;
mod chess;
mod draughts;
pub mod game_page;
pub mod games;
pub mod json;
pub mod paging;
pub mod paths;
pub mod position;
mod record_text;
pub mod tables;
