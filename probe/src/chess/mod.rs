//! The family of chess: exact values of endings, also under the 50-move and the 75-move rule.
//!
//! Its tables answer for every legal position of the men that there are tables of, captures en
//! passant minded; a position with castling rights is refused by name. DTZ, the DTR of chess, is
//! the number of plies to the next capture, pawn move or mate: exact, never rounded, so that the
//! outcome is right with every half-move clock, which is the counter of the draw rules. DTM, plies
//! to mate, is the DTW of chess, and DTC counts plies to the next capture, promotion or mate.
//!
//! ```no_run
//! use peatee_probe::Game;
//! use peatee_probe::chess::{Chess, Tables};
//! use peatee_probe::peatee_chess::Position;
//!
//! let tables = Tables::open("tables/chess")?;
//! let position = Position::parse_fen("8/8/8/8/8/2k5/8/K2q4 w - - 30 90")?;
//! let rules = Chess::fifty_moves();
//! let clock = Chess.counters(&rules, &position);
//! println!("{}", tables.rule_value(&position, &rules, &clock)?.outcome);
//! for rated in tables.rule_moves(&position, &rules, &clock)? {
//!     println!("{}: {}", position.san(rated.mv), rated.outcome);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
mod distances;
mod finder;
mod game;
mod notation;
mod tabled;

pub use distances::Distances;
pub use game::{Chess, RuleLine, RuleMove, RuleValue, Tables};
#[doc(hidden)]
pub use tabled::{check_is, sides_at_end};
