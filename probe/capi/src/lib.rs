//! The C interface of `peatee-probe`: `libpeatee.so`, `libpeatee.a`, `include/peatee.h`.
//!
//! cbindgen generates the header from this crate; `docs/c.md` explains its use.
//!
//! A call passes through these modules: `exports` (the functions for C), `guard` (stops panics and
//! keeps the text of an error), `border` (converts pointers to values), `registry` (finds the open
//! tables of a handle), `family` (positions of each family), `convert` (converts values of Rust to
//! structs of C). Only `exports`, `border` and `family` have unsafe code.
#![deny(unsafe_code)]
#![warn(unreachable_pub)]

mod border;
mod chess_convert;
mod convert;
mod exports;
mod failure;
mod family;
mod folder;
mod guard;
mod last_error;
mod registry;
mod types;
mod verdict;

pub use exports::adjudicate::*;
pub use exports::chess::*;
pub use exports::chess_bitboards::*;
pub use exports::fen::*;
pub use exports::inform::*;
pub use exports::moves::*;
pub use exports::open::*;
pub use exports::probe::*;
pub use exports::probe_many::*;
pub use exports::rules::*;
pub use exports::text::*;
pub use registry::PeateeTables;
pub use types::chess::*;
pub use types::game::*;
pub use types::position::*;
pub use types::rules::*;
pub use types::set::*;
pub use types::value::*;
