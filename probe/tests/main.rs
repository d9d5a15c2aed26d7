//! The integration tests of the probe library, in one program that is linked only once.

mod budgets;
#[cfg(feature = "chess")]
mod chess_laws;
#[cfg(feature = "chess")]
mod chess_mutations;
#[cfg(feature = "chess")]
mod chess_records;
mod common;
mod examples;
mod foreign;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "adjudicate")]
mod move_values;
mod mutations;
#[cfg(feature = "object_store")]
mod object_store;
mod ranges;
mod released;
mod several;
mod third_game;
