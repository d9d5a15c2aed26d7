//! The first pass over a unit: finds the values of all moves that leave the unit, for all squares
//! of the open king at once.
//!
//! * [`children`]: the slices that captures lead to, as value words, which [`unit_reader`] reads;
//!   [`promotions`]: reads value words of the slices that promotions lead to from values in table
//!   order.
//! * [`captures`]: finds captures, mostly once per unit; [`destinations`]: finds the positions
//!   after captures and their values.
//! * [`men_moves`]: finds quiet moves of men and other fixed pieces.
//! * [`best`]: collects the best of several moves. [`word`]: finds the values of the moves in one
//!   word. [`rows`]: finds the values of the moves in whole rows, and the ply at which each
//!   decision takes effect.
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
