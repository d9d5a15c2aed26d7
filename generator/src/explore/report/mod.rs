//! The proof report, which compares the tables with the counts of a draw code.
//!
//! For every slice the report states the binding count and the largest number of plies of that
//! count that a win needs. It also states the number of wins that the count turns into draws
//! although its counter is at zero. It lists positions that need all plies that the count allows,
//! or one ply less.

mod depending;
pub mod from_cells;
pub mod gather;
pub mod gathered;
mod king_moves;
mod make;
mod model;
mod page;
mod plot;
mod side_by_side;

pub use self::depending::add_depending;
pub use self::make::report;
pub use self::model::{
    ChangedPlies, CountReport, CountTotal, CountedTo, Depending, LongestWin, MissingTable, NO_COUNT_YET, Report,
    SliceReport, Tight, TooLate,
};
pub use self::page::{markdown, not_looked_at, text};
pub use self::plot::svg;
