//! Games as PDN text.
//!
//! [`read_games`] and [`each_game`] read the games of a text by the one reader of records of
//! [`peatee_game`], which refuses nothing. Moves stay text and keep their places, so that the
//! caller can report the line of an illegal one. [`PdnGame::mended`] settles what the moves that
//! follow show. [`write_games`] writes games.
//!
//! Results give the points of the side first that moves first in the game; see
//! [`PdnGame::points_first`].

mod error;
mod game;
mod game_type;
mod play;
mod renumber;
mod words;
mod writer;

pub use error::{PdnError, PdnFault};
pub use game::PdnGame;
pub use peatee_game::{Place, RecordFault, RecordedMove as PdnMove, Score, Tag as PdnTag, WrittenResult as PdnResult};
pub use words::{each_game, read_games, read_moves};
pub use writer::write_games;
