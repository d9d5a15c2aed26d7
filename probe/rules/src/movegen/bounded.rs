//! Legal moves as lists, with a bound on the work: a board can hold more ways to capture than any
//! memory.
//!
//! [`Captures`](super::Captures) keeps every way for positions of a few pieces. A list for any
//! position keeps every move once: what can be captured from a landing square depends on that
//! square, the direction of the last jump and the captured pieces, so the walk goes on from each
//! such [`Landing`] once. Even these can be too many. The walk therefore counts its steps and gives
//! up at [`STEPS_MAX`].

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::capture::{CaptureSink, Landing};
use super::kernel::{Kernel, KernelMove};
use crate::bitboard::Bitboard;
use crate::piece::Side;
use crate::position::Setup;

/// The most steps of a walk through the captures of one position: landing squares visited and
/// captures found.
///
/// A list of moves stays within some 30 MB and a twentieth of a second. No position of seven pieces
/// takes a hundredth of these steps in any game of the family; see `tests/many_captures.rs`.
pub const STEPS_MAX: u32 = 1 << 18;

/// Steps before landings are remembered. Nearly all positions take fewer and are spared the
/// bookkeeping.
const STEPS_UNREMEMBERED: u32 = 64;

/// The longest list in which equal moves are looked for one by one.
const SHORT_LIST: usize = 16;

/// A position has more ways to capture than are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the position has too many captures: their search stops after {STEPS_MAX} steps")]
pub struct TooManyCaptures;

/// What a list keeps of a move.
pub trait Listed<W>: Sized {
    /// Whether the squares between origin and end are kept.
    const WANTS_PATH: bool;
    /// Equal for moves that are the same move.
    type Identity: Eq + Hash;
    /// A move and the squares that it touches, origin first.
    fn new(mv: KernelMove<W>, path: &[u8]) -> Self;
    /// See [`Listed::Identity`].
    fn identity(&self) -> Self::Identity;
}

impl<W: Bitboard> Listed<W> for KernelMove<W> {
    const WANTS_PATH: bool = false;
    type Identity = Self;
    fn new(mv: KernelMove<W>, _path: &[u8]) -> Self {
        mv
    }
    fn identity(&self) -> Self {
        *self
    }
}

/// The captures of one position, while they are looked for.
struct Bounded<W, M> {
    moves: Vec<M>,
    rank: u64,
    /// Steps taken, up to [`STEPS_MAX`].
    steps: u32,
    /// For each landing visited, whether a jump leads on from it. `None`: every way to each move is
    /// wanted.
    visited: Option<HashMap<Landing<W>, bool>>,
}

impl<W: Bitboard, M: Listed<W>> CaptureSink<W> for Bounded<W, M> {
    const WANTS_PATH: bool = M::WANTS_PATH;

    #[inline]
    fn enter(&mut self, landing: &Landing<W>) -> Option<bool> {
        if self.steps == STEPS_MAX {
            return Some(true);
        }
        self.steps += 1;
        self.visited.as_ref().filter(|_| self.steps > STEPS_UNREMEMBERED)?.get(landing).copied()
    }

    #[inline]
    fn leave(&mut self, landing: &Landing<W>, leads_on: bool) {
        if let Some(visited) = self.visited.as_mut().filter(|_| self.steps > STEPS_UNREMEMBERED) {
            visited.insert(*landing, leads_on);
        }
    }

    #[inline]
    fn offer(&mut self, rank: u64, mv: KernelMove<W>, path: &[u8]) {
        if self.steps == STEPS_MAX {
            return;
        }
        self.steps += 1;
        if rank < self.rank {
            return;
        }
        if rank > self.rank {
            self.rank = rank;
            self.moves.clear();
        }
        self.moves.push(M::new(mv, path));
    }
}

impl<W: Bitboard> Kernel<W> {
    /// All legal moves, each (from, to, captured, promotion) once.
    ///
    /// # Errors
    /// [`TooManyCaptures`] after [`STEPS_MAX`] steps.
    pub fn moves(&self, setup: &Setup<W>, side: Side) -> Result<Vec<KernelMove<W>>, TooManyCaptures> {
        self.listed_moves(setup, side)
    }

    /// All legal moves, every capture path once: a capture that two paths lead to stands twice.
    ///
    /// # Errors
    /// [`TooManyCaptures`] after [`STEPS_MAX`] steps.
    pub fn paths(&self, setup: &Setup<W>, side: Side) -> Result<Vec<KernelMove<W>>, TooManyCaptures> {
        self.listed_paths(setup, side)
    }

    /// [`Kernel::moves`] in any form.
    pub(crate) fn listed_moves<M: Listed<W>>(&self, setup: &Setup<W>, side: Side) -> Result<Vec<M>, TooManyCaptures> {
        if self.is_over(setup, side) {
            return Ok(Vec::new());
        }
        let mut moves = self.listed_captures(setup, side, Some(HashMap::new()))?;
        keep_first_of_each(&mut moves);
        Ok(self.or_quiet_moves(setup, side, moves))
    }

    /// [`Kernel::paths`] in any form.
    pub(crate) fn listed_paths<M: Listed<W>>(&self, setup: &Setup<W>, side: Side) -> Result<Vec<M>, TooManyCaptures> {
        if self.is_over(setup, side) {
            return Ok(Vec::new());
        }
        Ok(self.or_quiet_moves(setup, side, self.listed_captures(setup, side, None)?))
    }

    fn listed_captures<M: Listed<W>>(
        &self,
        setup: &Setup<W>,
        side: Side,
        visited: Option<HashMap<Landing<W>, bool>>,
    ) -> Result<Vec<M>, TooManyCaptures> {
        let mut found = Bounded { moves: Vec::new(), rank: 0, steps: 0, visited };
        self.captures(setup, side, &mut found);
        if found.steps == STEPS_MAX {
            return Err(TooManyCaptures);
        }
        Ok(found.moves)
    }

    /// The captures, or where there are none the quiet moves, of which no two are equal.
    fn or_quiet_moves<M: Listed<W>>(&self, setup: &Setup<W>, side: Side, mut moves: Vec<M>) -> Vec<M> {
        if moves.is_empty() {
            self.quiet_moves(setup, side, |mv| moves.push(M::new(mv, &[mv.from, mv.to])));
        }
        moves
    }

    /// How many steps the search of [`Kernel::moves`] takes, [`STEPS_MAX`] where it gives up.
    pub fn capture_steps(&self, setup: &Setup<W>, side: Side) -> u32 {
        let visited = Some(HashMap::new());
        let mut found = Bounded::<W, KernelMove<W>> { moves: Vec::new(), rank: 0, steps: 0, visited };
        self.captures(setup, side, &mut found);
        found.steps
    }
}

/// Keeps the first of equal moves, in their order.
fn keep_first_of_each<W, M: Listed<W>>(moves: &mut Vec<M>) {
    if moves.len() > SHORT_LIST {
        let mut seen = HashSet::with_capacity(moves.len());
        moves.retain(|mv| seen.insert(mv.identity()));
        return;
    }
    let mut kept = 0;
    for i in 0..moves.len() {
        let identity = moves[i].identity();
        if moves[..kept].iter().all(|earlier| earlier.identity() != identity) {
            moves.swap(kept, i);
            kept += 1;
        }
    }
    moves.truncate(kept);
}
