//! Searches tables for interesting positions: one pass over the slices, by all threads, in little
//! memory.
//!
//! Each kind of position is a [`Search`] in a file of its own; [`mine`] reads the tables, filters,
//! counts and lists for all of them. It accesses games through `game_tables`. Draughts is
//! implemented here, together with the kinds that only draughts has; chess in
//! [`chess::mine`](crate::chess::mine). `docs/mining.md` defines each kind.

mod as_pdn;
mod cursed;
mod draughts;
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

pub use cursed::Cursed;
pub use filter::{Balance, Filter, Keeps, Quiet, Winner};
pub use fortress::Fortress;
pub use found::{Detail, FoundPosition};
pub use longest::Longest;
pub use only_move::{OnlyMove, WinnerMoves};
pub use readings::Readings;
pub use run::{Request, WriteFound, mine};
pub use search::{Finding, Order, Search, Seen};
pub use tally::{Summary, Tally};
pub use zugzwang::{Zugzwang, ZugzwangType};
