//! Lists of legal moves with a limit on the work, because the captures of some positions would fill
//! any memory.
//!
//! [`Captures`](super::Captures) keeps a move for every path that leads to it, which suits
//! positions with few pieces. The lists of this file contain each move once and suit any position.
//! The continuations of a capture depend only on the landing square, the direction of the last jump
//! and the captured pieces. The search therefore continues only once from each such [`Landing`].
//! Even the landings can be too many: the search counts its steps and gives up at [`STEPS_MAX`].

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::capture::{CaptureSink, Landing};
use super::kernel::{Kernel, KernelMove};
use crate::bitboard::Bitboard;
use crate::budget::Budget;
use crate::piece::Side;
use crate::position::Setup;

/// Maximum number of steps in a search for the captures of one position. A step is a visited
/// landing (the state of a capture between two jumps) or a found capture.
///
/// With this limit, a list of moves takes at most some 30 MB and a twentieth of a second. No
/// position of seven pieces in any variant needs a hundredth of these steps; see
/// `tests/many_captures.rs`.
pub const STEPS_MAX: u32 = 1 << 18;

/// Number of steps after which a search takes these steps from its budget: some 100 µs of work.
const STEPS_PER_BUDGET_CHECK: u32 = 1 << 10;

/// Number of steps taken from the budget for each list of moves, in addition to the steps of its
/// search.
const STEPS_PER_LIST: u64 = 16;

/// Number of steps after which a search begins to store the landings (states of a capture between
/// two jumps) that it has visited. Nearly all searches end earlier and need no memory for landings.
const STEPS_WITHOUT_MEMORY: u32 = 64;

/// Length of the longest list in which duplicates are found by pairwise comparison instead of a
/// hash set. Lists of quiet moves are created with room for this many moves.
const SHORT_LIST: usize = 16;

/// Error: a position has more captures than the search or a [`Budget`] allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the position has too many captures: their search stops after {STEPS_MAX} steps")]
pub struct TooManyCaptures;

/// A type of moves that a list of legal moves can hold. Some types store the path of each move.
pub trait Listed<W>: Sized {
    /// True when moves of this type store the squares between origin and destination.
    const WANTS_PATH: bool;
    /// Key that is equal for equal moves.
    type Identity: Eq + Hash;
    /// Creates a move of this type. `path` lists the touched squares, origin first.
    fn new(mv: KernelMove<W>, path: &[u8]) -> Self;
    /// Returns the key of the move.
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

struct Bounded<'a, W, M> {
    moves: Vec<M>,
    rank: u64,
    /// Number of steps taken so far. The search gives up at [`STEPS_MAX`].
    steps: u32,
    budget: Option<&'a Budget>,
    /// Visited states of a capture between two jumps. The value is true when another jump is
    /// possible from the state. `None` when the search must find all paths of each move; it then
    /// visits states more than once.
    visited: Option<HashMap<Landing<W>, bool>>,
}

impl<'a, W, M> Bounded<'a, W, M> {
    fn new(visited: Option<HashMap<Landing<W>, bool>>, budget: Option<&'a Budget>) -> Self {
        Bounded { moves: Vec::new(), rank: 0, steps: 0, budget, visited }
    }

    /// Counts a step. Returns false when the search has taken all its steps.
    #[inline]
    fn step(&mut self) -> bool {
        if self.steps == STEPS_MAX {
            return false;
        }
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_BUDGET_CHECK) {
            self.take_from_budget();
        }
        true
    }

    #[cold]
    fn take_from_budget(&mut self) {
        if self.budget.is_some_and(|budget| budget.take_steps(STEPS_PER_BUDGET_CHECK.into()).is_err()) {
            self.steps = STEPS_MAX;
        }
    }

    /// Returns the captures that the search has found.
    ///
    /// # Errors
    /// [`TooManyCaptures`] when the search has given up.
    #[inline(always)]
    fn listed(self) -> Result<Vec<M>, TooManyCaptures> {
        if self.steps == STEPS_MAX {
            return Err(TooManyCaptures);
        }
        let rest = STEPS_PER_LIST + u64::from(self.steps % STEPS_PER_BUDGET_CHECK) + self.moves.len() as u64;
        match self.budget.map(|budget| budget.take_steps(rest)) {
            Some(Err(_)) => Err(TooManyCaptures),
            _ => Ok(self.moves),
        }
    }
}

impl<W: Bitboard, M: Listed<W>> CaptureSink<W> for Bounded<'_, W, M> {
    const WANTS_PATH: bool = M::WANTS_PATH;

    #[inline]
    fn enter(&mut self, landing: &Landing<W>) -> Option<bool> {
        if !self.step() {
            return Some(true);
        }
        self.visited.as_ref().filter(|_| self.steps > STEPS_WITHOUT_MEMORY)?.get(landing).copied()
    }

    #[inline]
    fn leave(&mut self, landing: &Landing<W>, leads_on: bool) {
        if let Some(visited) = self.visited.as_mut().filter(|_| self.steps > STEPS_WITHOUT_MEMORY) {
            visited.insert(*landing, leads_on);
        }
    }

    #[inline]
    fn offer(&mut self, rank: u64, mv: KernelMove<W>, path: &[u8]) {
        if !self.step() {
            return;
        }
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
    /// Returns all legal moves without duplicates: moves with equal origin, destination, captured
    /// pieces and promotion are listed once.
    ///
    /// # Errors
    /// [`TooManyCaptures`] after [`STEPS_MAX`] steps.
    pub fn moves(&self, setup: &Setup<W>, side: Side) -> Result<Vec<KernelMove<W>>, TooManyCaptures> {
        self.listed_moves(setup, side, None)
    }

    /// Returns all legal moves with every path: a capture that can be made along two paths is
    /// listed twice.
    ///
    /// # Errors
    /// [`TooManyCaptures`] after [`STEPS_MAX`] steps.
    pub fn paths(&self, setup: &Setup<W>, side: Side) -> Result<Vec<KernelMove<W>>, TooManyCaptures> {
        self.listed_paths(setup, side, None)
    }

    /// Returns the moves of [`Kernel::moves`] as values of type `M`. Takes the steps of the search
    /// from `budget`.
    pub(crate) fn listed_moves<M: Listed<W>>(
        &self,
        setup: &Setup<W>,
        side: Side,
        budget: Option<&Budget>,
    ) -> Result<Vec<M>, TooManyCaptures> {
        if self.is_over(setup, side) {
            return Ok(Vec::new());
        }
        let mut moves = self.listed_captures(setup, side, Some(HashMap::new()), budget)?;
        keep_first_of_each(&mut moves);
        Ok(self.or_quiet_moves(setup, side, moves))
    }

    /// Returns the moves of [`Kernel::paths`] as values of type `M`. Takes the steps of the search
    /// from `budget`.
    pub(crate) fn listed_paths<M: Listed<W>>(
        &self,
        setup: &Setup<W>,
        side: Side,
        budget: Option<&Budget>,
    ) -> Result<Vec<M>, TooManyCaptures> {
        if self.is_over(setup, side) {
            return Ok(Vec::new());
        }
        Ok(self.or_quiet_moves(setup, side, self.listed_captures(setup, side, None, budget)?))
    }

    fn listed_captures<M: Listed<W>>(
        &self,
        setup: &Setup<W>,
        side: Side,
        visited: Option<HashMap<Landing<W>, bool>>,
        budget: Option<&Budget>,
    ) -> Result<Vec<M>, TooManyCaptures> {
        let mut found = Bounded::new(visited, budget);
        self.captures(setup, side, &mut found);
        found.listed()
    }

    /// Returns `moves`, the captures of the position, if there are any; otherwise returns the quiet
    /// moves. No two quiet moves are equal.
    fn or_quiet_moves<M: Listed<W>>(&self, setup: &Setup<W>, side: Side, mut moves: Vec<M>) -> Vec<M> {
        if moves.is_empty() {
            moves.reserve(SHORT_LIST);
            self.quiet_moves(setup, side, |mv| moves.push(M::new(mv, &[mv.from, mv.to])));
        }
        moves
    }

    /// Returns the number of steps that [`Kernel::moves`] takes, at most [`STEPS_MAX`].
    pub fn capture_steps(&self, setup: &Setup<W>, side: Side) -> u32 {
        let mut found = Bounded::<W, KernelMove<W>>::new(Some(HashMap::new()), None);
        self.captures(setup, side, &mut found);
        found.steps
    }
}

/// Removes all but the first of equal moves, and keeps the order of the others.
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
