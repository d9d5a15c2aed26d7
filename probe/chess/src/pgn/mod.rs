//! PGN: games as tags, moves and results, read with a place for every fault.
//!
//! Several games stand in one text. Comments, variations, NAGs and clock tags are understood; moves
//! in variations are left out. A game that cannot be read does not stop those behind it.

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
