//! PGN: games as tags, moves and results. Every fault has a place.
//!
//! A text may hold several games. Comments, variations, NAGs and clock tags are accepted; moves in
//! variations are left out. A faulty game does not stop the games behind it.

mod error;
mod game;
mod letters;
mod lexer;
mod place;
mod reader;

pub use error::{PgnError, PgnFault};
pub use game::{PgnGame, PgnMove, PgnTag, Score};
pub use letters::Letters;
pub use place::Place;
pub use reader::games;
