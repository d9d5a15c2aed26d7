//! The proof report, which compares the tables with the counts of a draw code.
//!
//! For every slice it states: the binding count; the largest number of plies of that count that a
//! win needs; the number of wins that the count turns into draws although its counter is at zero;
//! and the positions that need the last or the last but one ply that the count allows.

pub mod from_cells;
pub mod gather;
pub mod gathered;
mod make;
mod model;
mod page;
mod plot;
mod side_by_side;

pub use self::make::report;
pub use self::model::{
    CountReport, CountTotal, CountedTo, LongestWin, MissingTable, NO_COUNT_YET, Report, SliceReport, Tight, TooLate,
};
pub use self::page::{markdown, not_looked_at, text};
pub use self::plot::svg;
