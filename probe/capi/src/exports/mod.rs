//! Functions exported to C. Each converts its pointers in `border`, works in safe Rust, and returns
//! a status. The top of the header states what all of them have in common.
#![allow(unsafe_code, reason = "C calls these functions by name and passes pointers, as the header promises")]

use peatee_probe::any::Tables;

use crate::border::{output, outputs, put};
use crate::failure::Failure;
use crate::family::CFamily;
use crate::guard::guarded;
use crate::registry::{PeateeTables, with_tables};
use crate::types::value::PeateeStatus;

pub(crate) mod adjudicate;
pub(crate) mod chess;
pub(crate) mod chess_bitboards;
pub(crate) mod fen;
pub(crate) mod inform;
pub(crate) mod moves;
pub(crate) mod open;
pub(crate) mod probe;
pub(crate) mod probe_many;
pub(crate) mod rules;
pub(crate) mod text;

/// Calls `ask` with the tables and the position, and writes the answer to `out`. Error messages
/// refer to the argument `out` as `name`.
///
/// # Safety
/// All pointers keep the promise at the top of the header.
#[inline(always)]
unsafe fn answer<G: CFamily, A>(
    tables: PeateeTables,
    position: *const G::Board,
    (out, name): (*mut A, &str),
    ask: impl FnOnce(&Tables<G>, &G::Position) -> Result<A, Failure>,
) -> PeateeStatus {
    guarded(|| {
        let write = |at: &G::Position| {
            // SAFETY: the caller's promise.
            let out = unsafe { output(out, name) }?;
            out.write(with_tables(tables, |tables| ask(tables, at))?);
            Ok(())
        };
        // SAFETY: the caller's promise.
        unsafe { G::with_position(position, write) }
    })
}

struct Room<M> {
    moves: *mut M,
    capacity: usize,
    count: *mut usize,
}

impl<M> Room<M> {
    /// Lists the moves of one position and writes as many as fit into the array of the caller.
    /// Writes the number of all moves to `count`.
    ///
    /// # Safety
    /// All pointers keep the promise at the top of the header.
    unsafe fn fill<G: CFamily, R>(
        self,
        tables: PeateeTables,
        position: *const G::Board,
        list: impl FnOnce(&Tables<G>, &G::Position) -> Result<Vec<R>, Failure>,
        each: impl Fn(&Tables<G>, &G::Position, &R) -> Result<M, Failure>,
    ) -> PeateeStatus {
        guarded(|| {
            let Room { moves, capacity, count } = self;
            // SAFETY: the caller's promise.
            let (moves, count) = unsafe { (outputs(moves, capacity, "moves")?, output(count, "count")?.write(0)) };
            let write = |at: &G::Position| {
                with_tables(tables, |tables| {
                    let listed = list(tables, at)?;
                    put(moves, count, listed.len(), |number| each(tables, at, &listed[number]))
                })
            };
            // SAFETY: the caller's promise.
            unsafe { G::with_position(position, write) }
        })
    }
}
