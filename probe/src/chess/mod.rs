//! The family of chess: exact values of endings, also under the 50-move and the 75-move rule.
//!
//! The tables cover every legal position of their men and consider captures en passant. A position
//! with castling rights gives an error. DTZ, the DTR of chess, is the number of plies to the next
//! capture, pawn move or mate. It is exact, never rounded, so that the outcome is right for every
//! half-move clock, which counts plies for the draw rules. DTM, the number of plies to mate, is the
//! DTW of chess. DTC is the number of plies to the next capture, promotion or mate.
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
mod staircases;
mod tabled;

pub use distances::Distances;
pub use game::{Chess, RuleLine, RuleMove, RuleValue, Tables};
#[doc(hidden)]
pub use tabled::{check_is, sides_at_end};
