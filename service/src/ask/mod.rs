//! Converts a request to tables, a position, draw rules and a budget.

pub mod budget;
pub mod chess;
pub mod family;
pub mod faults;
pub mod games;
pub mod mapped;
pub mod query;
pub mod rules;
pub mod tables;
