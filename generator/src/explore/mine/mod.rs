//! Search for interesting positions in tables. All slices are read once, by all threads, and little
//! memory is needed.
//!
//! Each kind of position is a [`Search`] in a file of its own. The function [`mine`] does the rest
//! for all kinds: it reads the tables, filters, counts and lists. What differs between games is in
//! [`families`](super::families). The page `docs/mining.md` defines each kind.

mod as_pdn;
mod checked;
mod cursed;
mod family;
mod filter;
mod fortress;
mod found;
mod kind;
mod longest;
mod only_move;
mod readings;
mod run;
mod search;
mod tally;
mod top;
mod zugzwang;

pub use self::cursed::Cursed;
pub use self::family::Mined;
pub use self::filter::{Balance, Filter, NoCapture, PositionFilter, Winner};
pub use self::fortress::Fortress;
pub use self::found::{Detail, FoundPosition};
pub use self::kind::SearchKind;
pub use self::longest::Longest;
pub use self::only_move::{OnlyMove, WinnerMoves};
pub use self::readings::Readings;
pub use self::run::{Request, WriteFound, mine, mined_slices};
pub use self::search::{ExaminedPosition, Finding, Order, Search};
pub use self::tally::{Summary, Tally};
pub use self::zugzwang::{Zugzwang, ZugzwangType};
