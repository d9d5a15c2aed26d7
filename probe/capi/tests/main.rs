//! All tests of the C interface, in one program that is linked only once.

mod abi;
mod boards;
mod chess;
mod chess_bitboards;
mod common;
#[path = "common/egdb.rs"]
mod egdb;
mod egdb_8x8;
mod egdb_intl;
mod fen;
mod header;
mod malformed;
mod programs;
#[path = "../../rules/tests/common/random.rs"]
mod random;
mod threads;
