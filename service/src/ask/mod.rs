//! Turns a request into tables, a position, draw rules and a budget.

pub mod budget;
pub mod chess;
pub mod chess_tables;
pub mod faults;
pub mod mapped;
pub mod query;
pub mod rules;
pub mod tables;
