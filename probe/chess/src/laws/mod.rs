//! The FIDE Laws of Chess, in force from 1 January 2023, applied to games: their end, possible
//! claims, and flag falls.
//!
//! [`judge`] plays the moves of a game. It applies checkmate (article 5.1.1), stalemate (5.2.1),
//! dead positions (5.2.2), flag falls (6.9), illegal moves (7.5), the claims of repetition (9.2)
//! and of 50 moves (9.3), also with an announced move that is not made (9.2.1, 9.3.1), and the
//! automatic draws by the fifth repetition (9.6.1) and by 75 moves (9.6.2).
//!
//! Whether a side can still mate by some series of legal moves is decided only by a proof with a
//! named method ([`Mating`]). [`judge_with`] also asks tables.

mod article;
mod blocked;
mod judge;
mod material;
mod mating;
mod repetition;
mod verdict;

pub use article::Article;
pub use judge::{Case, SEVENTY_FIVE_MOVES_PLIES, THREEFOLD, judge, judge_with, judge_within};
pub use material::is_dead_by_material;
pub use mating::{Mating, Method, POSITIONS_MAX_DEFAULT, can_mate};
pub use repetition::Sameness;
pub use verdict::{Announceable, AnnouncedClaim, Claim, Flag, FlagSource, Ruling, UnclearCause, Verdict};
