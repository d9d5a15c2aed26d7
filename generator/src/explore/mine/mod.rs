//! Searches tables for interesting positions: one pass over the slices, by all threads, in little
//! memory.
//!
//! Each kind of position is a [`Search`] in a file of its own; [`mine`] reads the tables, filters,
//! counts and lists for all of them. It accesses games through [`families`](super::families).
//! `docs/mining.md` defines each kind.

mod as_pdn;
mod cursed;
mod filter;
mod fortress;
mod found;
mod longest;
mod only_move;
mod readings;
mod run;
mod search;
mod tally;
mod top;
mod zugzwang;

pub use self::cursed::Cursed;
pub use self::filter::{Balance, Filter, Keeps, NoCapture, Winner};
pub use self::fortress::Fortress;
pub use self::found::{Detail, FoundPosition};
pub use self::longest::Longest;
pub use self::only_move::{OnlyMove, WinnerMoves};
pub use self::readings::Readings;
pub use self::run::{Request, WriteFound, mine};
pub use self::search::{Finding, Order, Search, Seen};
pub use self::tally::{Summary, Tally};
pub use self::zugzwang::{Zugzwang, ZugzwangType};
