//! Games as PDN 3.0 text.
//!
//! [`read_games`] reads several games from one text, [`each_game`] one after the other: tags,
//! moves, `{}` and `;` comments, `$1` and `!?` marks, results. Variations are skipped, however
//! deep. Moves stay text with their place, so that whoever plays them can say in which line the
//! illegal one stands. [`write_games`] writes games.
//!
//! Points stand White's first, in `2-0` as in `1-0`, whoever moves first in the variant.

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
