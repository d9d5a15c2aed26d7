//! The games of the draughts family: boards, positions, legal moves, notation.
//!
//! A [`Variant`] is a pure table of rules; [`Draughts`] is a variant ready to play. All code reads
//! the rules from the table and never depends on the name of a variant.
//!
//! ```
//! use peatee_rules::{Counting, Draughts, Variant};
//!
//! let game = Draughts::new(Variant::named("international").unwrap());
//! let position = game.parse_fen("W:WK12,K40,50:BK11").unwrap();
//! assert_eq!(game.moves(&position)?.len(), 21);
//! assert_eq!(game.perft(&game.start(), 3, Counting::Moves)?, 658);
//! # Ok::<(), peatee_rules::TooManyCaptures>(())
//! ```
//!
//! The crate does no I/O and has no unsafe code.
#![forbid(unsafe_code)]

mod bitboard;
mod board;
mod budget;
pub mod draw;
mod game;
mod identity;
mod material;
mod movegen;
pub mod notation;
mod opening;
mod perft;
mod piece;
mod position;
pub mod variant;

pub use board::{Board, BoardLines, Direction, Directions, Shade, Square};
pub use budget::{Budget, BudgetEnd};
pub use game::{Draughts, Move};
pub use material::Material;
pub use movegen::TooManyCaptures;
pub use perft::Counting;
pub use piece::{KINDS, Kind, Side};
pub use position::{IllegalPosition, Position, Setup, SquareReason};
pub use variant::{UnknownVariant, VARIANTS, Variant};

// The kernel (move generator), on which index, solver and verifier are built. Its interface follows
// their needs and may change; programs that play use `Draughts`.
#[doc(hidden)]
pub use bitboard::Bitboard;
#[doc(hidden)]
pub use board::NO_SQUARE;
#[doc(hidden)]
pub use game::AnyKernel;
#[doc(hidden)]
pub use movegen::{
    CaptureSink, Captures, FirstJump, Kernel, KernelMove, Landing, OpenJump, OpenKing, STEPS_MAX, SetCapture,
};

/// Runs the examples of the README as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
