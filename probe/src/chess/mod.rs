//! Chess: exact values of endings under the 50-move and the 75-move rule.
//!
//! [`Tables`] answers for every legal position of the men that there are tables of, captures en
//! passant minded; a position with castling rights is refused by name. DTZ is the number of plies
//! to the next capture, pawn move or mate, the side that wins hurrying and the other delaying:
//! exact, never rounded, so that the outcome is right with every half-move clock. DTM, plies to
//! mate, and DTC, plies to the next capture, promotion or mate, are depths that no draw rule
//! changes: [`Tables::probe_depth`].
//!
//! ```no_run
//! use peatee_probe::chess::Tables;
//! use peatee_probe::peatee_chess::Position;
//!
//! let tables = Tables::open("tables/chess")?;
//! let position = Position::parse_fen("8/8/8/8/8/2k5/8/K2q4 w - - 30 90")?;
//! let value = tables.probe(&position)?;
//! println!("{value}, {}", value.outcome(position.halfmove_clock()).name());
//! for rated in tables.moves(&position)? {
//!     println!("{}: {}", position.san(rated.mv), rated.value);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod can_mate;
mod clock_rule;
mod depth;
mod error;
#[cfg(feature = "adjudicate")]
mod judge;
mod line;
mod of_slice;
mod probe;
mod slice_list;
mod stored;
mod tables;
mod value;

#[doc(hidden)]
pub use can_mate::sides_at_end;
pub use clock_rule::ClockRule;
pub use depth::{Depth, Depths};
pub use error::{ProbeError, TableFault};
#[cfg(feature = "adjudicate")]
pub use judge::{Judge, Judged};
pub use line::Line;
pub use probe::RatedMove;
#[doc(hidden)]
pub use tables::check_is;
pub use tables::{SliceInfo, Tables};
pub use value::Value;
