//! The bitboard solver: all squares of one king are one machine word, and moves are operations on
//! words.
//!
//! `SOLVER.md` in the parent folder explains it with a picture and a worked example. In the order
//! of work:
//!
//! * `rules`: says which games this solver supports, and lists the layers of a slice.
//! * `layout`: maps positions to words. `value_word`: the values of one word; `unit_planes`: the
//!   values of one unit. `context`: the slice that is being solved.
//! * `first_pass`: finds the values of the moves that leave a unit.
//! * `iterate`: spreads wins and losses over the quiet moves of kings inside a unit, ply by ply.
//! * `streamed`: solves the units layer by layer, in `batches`, with a `checkpoint` after each
//!   layer; values leave the memory of the process as soon as no other unit needs them.
//! * `kings_alone`: slices of kings alone, without distances. `kingless`: slices without kings.
//! * `output`: converts value words to values in table order. `solver`: selects the part that
//!   solves a slice.

mod batches;
pub mod context;
pub mod fills;
pub mod first_pass;
pub mod iterate;
pub mod kingless;
pub mod kings_alone;
pub mod layout;
pub mod output;
pub mod rules;
pub mod solver;
pub mod streamed;
mod unit_planes;
pub mod value_word;

pub use self::solver::BitboardSolver;
pub use super::checkpoint::{Checkpoint, NoCheckpoint, SavedUnits};
