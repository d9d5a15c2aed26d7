//! Depth to reset (DTR): plies until a move resets or ends the count of a draw rule and keeps the
//! win under the rules, or until the game is won. [`peatee_probe::Clock`] explains the metric.
//! (Chess has a similar distance, DTZ.)
//!
//! A move that resets the count leads to a position with fresh counts, whose value under the rules
//! must be known. That position belongs to a smaller slice, or to the slice that is being solved,
//! with a man moved forward. In the second case, its value under the rules is not known yet. The
//! slice is therefore solved repeatedly. The first time, the values without draw rules take the
//! place of the unknown values; each later time, the values found before do. This ends when the
//! values no longer change, and it does end, because men only move forward.

use std::sync::Arc;

use peatee_probe::Clock;
use peatee_probe::internals::{end_plies, is_reset, stays};
use peatee_rules::draw::code::CountRule;
use peatee_rules::draw::{DrawRules, Events};
use peatee_rules::variant::Goal;
use peatee_rules::{Bitboard, Kernel, KernelMove, Kind, Material, Setup, Side};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

use super::objective::Objective;
use super::retrograde::solve;
use crate::error::TooLong;
use crate::solver::draughts::job::Solution;
use crate::solver::draughts::lookup::{Lookup, SliceArray};
use crate::solver::values::known::Known;
use crate::solver::values::{Values, WdlArray};

#[derive(Debug)]
pub struct DepthToReset<'a, W> {
    rules: &'a DrawRules,
    rule: &'static CountRule,
    goal: Goal,
    /// Win, draw or loss under the draw rules, just after a reset of all counts. Covers the slice,
    /// its opposite and the slices that moves lead to.
    fresh: Lookup<W, Values>,
    /// Distances to the next reset, in those slices to which a move may lead without resetting the
    /// count.
    running: &'a Lookup<W, Vec<Known>>,
}

impl<W: Bitboard> DepthToReset<'_, W> {
    /// Returns the value of a position without a legal move. Its distance is the number of plies
    /// that the draw count must have left in this position.
    fn end(&self) -> Known {
        let plies = end_plies(self.rules, self.rule) as u16;
        if Known::without_moves(self.goal).is_won() { Known::won(plies) } else { Known::lost(plies) }
    }
}

impl<W: Bitboard> Objective<W> for DepthToReset<'_, W> {
    fn follows(&self, kind: Kind) -> bool {
        stays(self.rule, kind)
    }

    #[inline]
    fn known(&self, kernel: &Kernel<W>, after: &Setup<W>, side: Side, mv: &KernelMove<W>) -> Known {
        let opponent = side.other();
        let events = Events::of_kernel(mv);
        if !is_reset(self.rules, self.rule, events, &Material::of(after).into()) {
            return self.running.get(kernel, after, opponent).unwrap_or(self.end());
        }
        match self.fresh.get(kernel, after, opponent) {
            // The game is over, and the move that ended it reset the count.
            None => Known::without_moves(self.goal),
            Some(known) if known.is_draw() => Known::DRAW,
            Some(known) if known.is_won() => Known::won(0),
            Some(_) => Known::lost(0),
        }
    }

    fn without_moves(&self) -> Known {
        self.end()
    }
}

/// The values of the slices that moves lead to, found under draw rules.
#[derive(Debug)]
pub struct RuleSuccessors<W> {
    /// Win, draw or loss, just after a reset of all counts, in the slices that moves lead to.
    pub fresh: Vec<Arc<SliceArray<W, Values>>>,
    /// Distances to the next reset, in those slices to which a move may lead without resetting the
    /// count.
    pub running: Vec<Arc<SliceArray<W, Vec<Known>>>>,
}

/// Finds the distances to resets of the count of `rule` in a slice and its opposite. `own` holds
/// the values of both slices without draw rules.
///
/// # Errors
/// Returns [`TooLong`] when a distance is too long to be stored.
pub fn solve_dtr<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &DrawRules,
    rule: &'static CountRule,
    mut own: Vec<Arc<SliceArray<W, Values>>>,
    successors: RuleSuccessors<W>,
) -> Result<Vec<Solution>, TooLong> {
    let slice = own[0].index.slice();
    let opposite = own[own.len() - 1].index.slice();
    let running = Lookup::new(successors.running);
    loop {
        let fresh = Lookup::new(successors.fresh.iter().chain(&own).cloned());
        let objective = DepthToReset { rules, rule, goal: kernel.goal, fresh, running: &running };
        let solutions = solve(kernel, slice, opposite, &objective)?;
        let found: Vec<_> = solutions
            .iter()
            .map(|solution| {
                let entries = Values::Wdl(fresh_values(rules, solution));
                Arc::new(SliceArray { index: SliceIndex::new(kernel, solution.slice), entries })
            })
            .collect();
        let is_settled = own.iter().zip(&found).all(|(before, after)| before.entries == after.entries);
        if is_settled {
            return Ok(solutions);
        }
        own = found;
    }
}

/// Returns win, draw or loss just after a reset of all counts, computed from the distances.
fn fresh_values(rules: &DrawRules, solution: &Solution) -> WdlArray {
    let left = fresh_left_plies(rules, solution.slice);
    WdlArray::of(&solution.values.iter().map(|known| in_time(known, left)).collect::<Vec<Known>>())
}

/// Returns how many plies the deciding draw count has left when no count has used any plies. The
/// deciding count (ply limit) is the running count with the fewest plies left. Returns `None` when
/// no count runs.
pub fn fresh_left_plies(rules: &DrawRules, slice: Slice) -> Option<u32> {
    Clock::fresh(rules, &slice.material, slice.side).count().map(|count| count.left_plies())
}

/// Returns a draw if `known` is a win or loss in more plies than `left_plies`; otherwise returns
/// `known`. `left_plies` is the number of plies that the draw count (ply limit) has left, or `None`
/// if no count runs.
#[inline(always)]
pub fn in_time(known: Known, left_plies: Option<u32>) -> Known {
    if left_plies.is_some_and(|left| known.plies() as u32 > left) { Known::DRAW } else { known }
}
