//! Chess for endgame tables.
//!
//! * [`Position`]: board, side to move, castling rights, en passant and half-move clock; as FEN and
//!   SVG, moves as SAN and UCI.
//! * [`Slice`]: the pieces of both sides, the side to move first, such as `KRvKQP`.
//! * [`Setup`] and [`Index`]: the pieces as the side to move sees them, and their number in a
//!   table. `FORMAT.md` of `peatee-table` is the specification.
//! * [`pgn`]: games as text. [`laws`]: verdicts of the FIDE Laws of Chess on games.
//!
//! Moves come from the crate [`cozy_chess`], whose types are part of this interface.
#![forbid(unsafe_code)]

mod attacks;
mod boards;
mod capture;
mod combination;
mod error;
mod fen;
mod index;
mod kings;
pub mod laws;
mod material;
mod moves;
mod names;
pub mod pgn;
mod position;
mod san;
mod san_text;
mod setup;
mod stored_order;
mod svg;
mod symmetry;

pub use boards::Bitboards;
pub use combination::{choose, combination, rank};
pub use cozy_chess;
pub use error::{
    BitboardsError, CastlingFault, EnPassantFault, FenError, IllegalReason, MoveFault, MoveTextError, NumberField,
    Unreadable,
};
pub use index::{Group, Index};
pub use kings::KingPairs;
pub use material::{Army, KINDS, Kind, MEN_MAX, Material, Slice, SliceError, sets};
pub use names::piece_name;
pub use position::{Ending, Position};
pub use setup::Setup;
pub use stored_order::{PlacedNumbers, StoredOrder};
pub use symmetry::Symmetry;

/// Runs the examples of the README as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
