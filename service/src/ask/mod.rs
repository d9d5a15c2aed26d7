//! Parsing of requests: finds the tables, the position, the draw rules and the budget.

pub mod budget;
pub mod chess;
pub mod family;
pub mod faults;
pub mod games;
pub mod mapped;
pub mod query;
pub mod rules;
pub mod tables;
