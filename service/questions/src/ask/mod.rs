//! Parsing of requests: finds the tables, the position, the draw rules and the budget.

pub mod budget;
pub mod chess;
pub mod family;
pub mod games;
pub mod kind_of_text;
pub mod query;
pub mod rules;
