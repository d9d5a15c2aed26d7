//! Games as PDN text.
//!
//! [`read_games`] and [`each_game`] read the games of a text with the common reader of
//! [`peatee_game`], which accepts every text. Moves remain text with their places, so that callers
//! can report the line of an illegal move. [`PdnGame::mended`] corrects moves that later moves show
//! to be wrong. [`write_games`] writes games.
//!
//! Results list the points of the first-moving side first; see [`PdnGame::points_first`].

mod drawn_opening;
mod error;
mod game;
mod game_type;
mod play;
mod renumber;
mod words;
mod writer;

pub use error::{PdnError, PdnFault};
pub use game::PdnGame;
pub use peatee_game::{
    Place, RecordFault, RecordedMove as PdnMove, Score, Tag as PdnTag, TextStart, WrittenResult as PdnResult,
};
pub use words::{each_game, each_game_from, read_games, read_moves};
pub use writer::write_games;
