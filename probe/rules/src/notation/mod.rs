//! Squares, positions and moves as text.
//!
//! [`square`] names squares, [`fen`] reads and writes positions, [`moves`] reads and writes moves, [`diagram`] draws.

mod diagram;
mod fen;
mod moves;
mod square;

pub(crate) use fen::shortened;
pub use fen::FenError;
pub use moves::MoveError;
