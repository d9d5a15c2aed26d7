//! The search inside one unit: spreads wins and losses over the quiet moves of kings, one ply after
//! the other.
//!
//! * [`mod@unit`]: the search for wins, losses and distances to the end; [`side_state`]: its state
//!   for one side to move.
//! * [`conversion`]: the search for distances to the next capture or move of a fixed piece.
//! * [`reset`]: the search for distances to the next reset of a draw count.
//! * [`king_moves`]: finds the positions of a unit from which moves of kings lead to given
//!   positions; [`placement_moves`]: the moves between rows and between columns;
//!   [`fills`](super::fills): the moves of the open king inside a word.
//! * [`event_queue`]: the decisions by captures and moves of fixed pieces that wait for their ply.
//! * [`row_worklist`]: the rows to search again, and the positions found in them.
//! * [`memory`]: estimates the memory that a search takes.

pub mod conversion;
pub mod event_queue;
pub mod king_moves;
pub mod memory;
pub mod placement_moves;
pub mod reset;
pub mod row_worklist;
pub mod side_state;
pub mod unit;
