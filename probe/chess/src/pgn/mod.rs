//! PGN: games as tags, moves and results, by the one reader of records of [`peatee_game`], which
//! refuses nothing.
//!
//! A text may hold several games. Comments, variations, NAGs and clock tags are accepted; moves in
//! variations are left out. [`PgnGame::mended`] settles what the moves that follow show.

mod error;
mod game;
mod letters;
mod words;

pub use error::{PgnError, PgnFault};
pub use game::{PgnGame, games};
pub use letters::Letters;
pub use peatee_game::{Place, RecordFault, RecordedMove as PgnMove, Score, Tag as PgnTag};
