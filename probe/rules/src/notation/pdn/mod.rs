//! Games as PDN 3.0 text.
//!
//! [`read_games`] reads all games of a text, [`each_game`] one at a time: tags, moves, `{}` and `;`
//! comments, `$1` and `!?` marks, results. Variations are skipped at any depth. Moves stay text and
//! keep their places, so that the caller can report the line of an illegal one. [`write_games`]
//! writes games.
//!
//! Results give White's points first, `2-0` or `1-0`, whichever side moves first in the variant.

mod error;
mod game;
mod lexer;
mod place;
mod reader;
mod writer;

pub use error::{PdnError, PdnFault};
pub use game::{PdnGame, PdnMove, PdnResult, PdnTag, Score};
pub use place::Place;
pub use reader::{each_game, read_games, read_moves};
pub use writer::write_games;
