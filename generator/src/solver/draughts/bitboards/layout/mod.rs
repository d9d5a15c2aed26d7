//! Maps the positions of one material to words and bits, and to their order in tables.
//!
//! * [`units`]: the word of a position by unit, row and column; [`word_table`]: value words in that
//!   order.
//! * [`placements`]: numbers the placements of kings, which are the rows and columns.
//! * [`table_order`]: the order of positions in tables, run by run, with the words that hold each
//!   run.
//! * [`shared_columns`]: copies values between the words that hold the same positions with
//!   different kings as the open king.
//! * [`bit_planes`]: values of many positions as one word per bit of a value, and transposition of
//!   bit matrices.

pub mod bit_planes;
pub mod placements;
pub mod shared_columns;
pub mod table_order;
pub mod units;
pub mod word_table;
