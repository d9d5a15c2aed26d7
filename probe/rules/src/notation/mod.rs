//! Squares, positions, moves and games as text.
//!
//! `square` names squares. `fen` reads and writes positions; `hub` and `site_counts` add the forms
//! of other programs. `moves` and `short_move` read moves, `moves` writes them, `hub_move` reads
//! and writes moves with their captured squares, `numbering` numbers moves. `diagram` and `svg`
//! draw boards. [`pdn`] reads and writes games.

mod diagram;
mod fen;
mod fen_error;
mod hub;
mod hub_move;
mod moves;
mod numbering;
pub mod pdn;
mod plain_fen;
mod short_move;
mod site_counts;
mod square;
mod svg;

pub use fen_error::FenError;
pub use hub_move::MoveEnds;
pub use moves::{LISTED_MAX, MoveError};
pub use numbering::MoveNumber;
pub use peatee_game::{is_hazard, printable, shortened};
pub use site_counts::{KingMoves, SiteCounts};
