//! All integration tests of chess in one program, which links once.

mod captures;
mod foreign;
mod index;
mod malformed;
mod mating;
mod notation;
mod perft;
mod pgn;
mod pgn_damage;
mod svg;
