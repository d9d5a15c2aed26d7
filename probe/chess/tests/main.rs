//! The integration tests of chess, in one program: it links once.

mod index;
mod laws;
mod notation;
mod perft;
mod pgn;
mod records;
mod svg;
