//! The integration tests of chess, in one program: it links once.

mod index;
mod notation;
mod perft;
