//! The proof report: the tables checked against the counts of a rule code.
//!
//! For every slice it lists the binding count, the most plies of it that a win needs, the number of
//! wins that the rule turns into draws although the count is fresh, and the positions that need the
//! last ply of the count or the last but one.

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
