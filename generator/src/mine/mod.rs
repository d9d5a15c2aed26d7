//! Searches tables for positions that people want to see: one pass over the slices, by all threads,
//! in little memory.
//!
//! Each kind of position is a [`Search`] in a file of its own; [`mine`] reads the tables, filters,
//! counts and lists for all of them. `docs/mining.md` says what each kind means.

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

pub use cursed::Cursed;
pub use filter::{Balance, Filter, Quiet, Winner};
pub use fortress::Fortress;
pub use longest::Longest;
pub use only_move::{OnlyMove, WinnerMoves};
pub use readings::Readings;
pub use run::{LineFormat, Request, mine};
pub use search::{Order, Search};
pub use tally::{Summary, Tally};
pub use zugzwang::{Zugzwang, ZugzwangType};
