//! The C interface of `peatee-probe`: `libpeatee.so`, `libpeatee.a`, `include/peatee.h`.
//!
//! The header is made from this crate by cbindgen; `docs/c.md` explains how to use it.
//!
//! A call passes these modules: `exports` (the functions that C sees), `guard` (no panic leaves
//! them, and the text of an error is kept), `border` (pointers become values), `registry` (a handle
//! becomes open tables), `family` (positions of each family), `convert` (values of Rust become
//! structs of C). Unsafe code is in `exports`, `border` and `family` alone.
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
