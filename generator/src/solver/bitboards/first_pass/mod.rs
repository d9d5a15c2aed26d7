//! The first pass over a unit: it values every move that leaves the unit, for all squares of the
//! open king at once.
//!
//! * [`children`]: the slices that captures lead to, as value words, which [`unit_reader`] reads;
//!   [`promotions`]: value words of
//!   the slices that promotions lead to, read from their tables' order.
//! * [`captures`]: finds captures, mostly once per unit; [`destinations`]: where they lead and what
//!   that is worth.
//! * [`men_moves`]: the quiet moves of men (and other fixed pieces).
//! * [`best`]: the best of several moves. [`word`]: both sides' moves of one word. [`rows`]: whole
//!   rows, and at which ply each found decision takes effect.
//! * [`context`]: what these steps know.

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
