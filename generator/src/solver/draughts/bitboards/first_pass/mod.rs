//! The first pass over a unit: finds the values of all moves that leave the unit, for all squares
//! of the open king at once.
//!
//! * [`children`]: the slices that captures lead to, as value words, read by [`unit_reader`];
//!   [`promotions`]: value words of the slices that promotions lead to, read from their tables'
//!   order.
//! * [`captures`]: finds captures, mostly once per unit; [`destinations`]: the positions after
//!   captures and their values.
//! * [`men_moves`]: quiet moves of men and other fixed pieces.
//! * [`best`]: the best of several moves. [`word`]: both sides' moves of one word. [`rows`]: whole
//!   rows, and the ply at which each decision takes effect.
//! * [`context`]: the input of these steps.

pub mod best;
pub mod captures;
pub mod children;
pub mod context;
pub mod destinations;
pub mod men_moves;
pub mod promotions;
pub mod rows;
pub mod unit_reader;
pub mod word;
