//! Squares, positions and moves as text.
//!
//! `square` names squares, `fen` reads and writes positions, `moves` reads and writes moves, `diagram` draws,
//! [`pdn`] reads and writes games.

mod diagram;
mod fen;
mod moves;
pub mod pdn;
mod printable;
mod square;

pub use fen::FenError;
pub use moves::{LISTED_MAX, MoveError};
pub use printable::{is_hazard, printable, shortened};
