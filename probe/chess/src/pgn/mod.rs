//! PGN: games as tags, moves and results, by the common reader of [`peatee_game`], which accepts
//! every text.
//!
//! A text may hold several games. Comments, variations, NAGs and clock tags are accepted; moves in
//! variations are ignored. [`PgnGame::mended`] corrects moves that later moves show to be wrong.

mod error;
mod game;
mod letters;
mod words;

pub use error::{PgnError, PgnFault};
pub use game::{PgnGame, games, games_from};
pub use letters::Letters;
pub use peatee_game::{Place, RecordFault, RecordedMove as PgnMove, Score, Tag as PgnTag, TextStart};
