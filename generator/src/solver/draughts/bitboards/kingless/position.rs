//! Finds the value of a position without kings from the values after its moves.

use peatee_rules::{Bitboard, Captures, Kernel, Kind, Setup, Side};

use crate::solver::draughts::bitboards::layout::units::Layout;
use crate::solver::draughts::job::{SliceJob, ValueKinds};
use crate::solver::draughts::lookup::Lookup;
use crate::solver::values::Values;
use crate::solver::values::known::Known;

#[derive(Debug, Clone, Copy)]
pub struct PositionValue {
    /// Value with plies to the end of the game. If distances to resets are wanted, it is win, draw
    /// or loss just after a reset of the draw count instead.
    pub to_end: Known,
    /// Value with plies to the next conversion or to the next reset of a draw count.
    pub to_event: Known,
    pub must_capture: bool,
}

pub struct PositionSolver<'a, W, L> {
    kernel: &'a Kernel<W>,
    layout: &'a Layout<W>,
    successors: &'a Lookup<W, Values>,
    wanted: ValueKinds,
    lower: L,
    captures: Captures<W>,
}

impl<'a, W: Bitboard, L: Fn(Side, usize) -> Known> PositionSolver<'a, W, L> {
    /// Creates a solver for positions of the slice of a job. `lower` returns the value of a
    /// configuration of all pieces, given the side to move and the index of the configuration. It
    /// is called only for configurations whose pieces can make fewer moves than those of the
    /// position.
    pub fn new(kernel: &'a Kernel<W>, layout: &'a Layout<W>, job: &SliceJob<'a, W>, lower: L) -> Self {
        let SliceJob { successors, wanted, .. } = *job;
        PositionSolver { kernel, layout, successors, wanted, lower, captures: Captures::default() }
    }

    /// Returns the value of a position with `side` to move; `None` when its distance is too long to
    /// be stored.
    #[inline(always)]
    pub fn value(&mut self, setup: &Setup<W>, side: Side) -> Option<PositionValue> {
        let ended = Known::without_moves(self.kernel.goal);
        let mut captures = std::mem::take(&mut self.captures);
        captures.clear();
        self.kernel.captures(setup, side, &mut captures);
        let must_capture = !captures.moves.is_empty();
        let best = if must_capture { self.best_capture(setup, side, &captures) } else { self.best_move(setup, side) };
        self.captures = captures;
        let best = best?;
        if let Some(count) = self.wanted.to_reset {
            let to_event = best.unwrap_or(Known(ended.0 + (count.end_plies << 1)));
            let is_in_time = to_event.plies() as u32 <= count.left_plies[side as usize];
            let to_end = if is_in_time { wdl_of(to_event) } else { Known::DRAW };
            return Some(PositionValue { to_end, to_event, must_capture });
        }
        let to_end = best.unwrap_or(if self.wanted.to_end { ended } else { wdl_of(ended) });
        // Every move is a conversion, because no piece is a king.
        let plies = best.is_some() as u16;
        let to_event = match to_end {
            known if known.is_draw() => Known::DRAW,
            known if known.is_won() => Known::won(plies),
            _ => Known::lost(plies),
        };
        Some(PositionValue { to_end, to_event, must_capture })
    }

    /// Returns the value of the best capture, `Some(None)` when there is no capture, and `None`
    /// when a distance is too long to be stored.
    #[inline(always)]
    fn best_capture(&self, setup: &Setup<W>, side: Side, captures: &Captures<W>) -> Option<Option<Known>> {
        let PositionSolver { kernel, successors, wanted, .. } = *self;
        let mut best = None;
        for mv in &captures.moves {
            let after = successors.get(kernel, &kernel.after(setup, side, mv), side.other());
            take_better(&mut best, wanted.before_move(after.unwrap_or(Known::without_moves(kernel.goal)), true)?);
            if wanted.is_enough(best) {
                break;
            }
        }
        Some(best)
    }

    /// Returns the value of the best quiet move, `Some(None)` when there is no move, and `None`
    /// when a distance is too long to be stored.
    #[inline(always)]
    fn best_move(&self, setup: &Setup<W>, side: Side) -> Option<Option<Known>> {
        let PositionSolver { kernel, layout, successors, wanted, ref lower, .. } = *self;
        let mut best = None;
        let mut is_too_long = false;
        kernel.quiet_targets(setup, side, |kind, from, targets, promotions| {
            for to in targets.squares() {
                if wanted.is_enough(best) {
                    return;
                }
                let mut after = *setup;
                let is_promotion = promotions.has(to);
                let becomes = if is_promotion { Kind::King } else { kind };
                after.pieces[side as usize][kind as usize] &= !W::bit(from);
                after.pieces[side as usize][becomes as usize] |= W::bit(to);
                let value = if is_promotion {
                    let after = successors.get(kernel, &after, side.other());
                    after.unwrap_or(Known::without_moves(kernel.goal))
                } else {
                    lower(side.other(), layout.unit_of(&after))
                };
                match wanted.before_move(value, is_promotion) {
                    Some(value) => take_better(&mut best, value),
                    None => is_too_long = true,
                }
            }
        });
        (!is_too_long).then_some(best)
    }
}

impl ValueKinds {
    /// Returns true when no other move can be better than `best`: `best` is a win and no distances
    /// are wanted.
    #[inline(always)]
    fn is_enough(self, best: Option<Known>) -> bool {
        !self.to_end && self.to_reset.is_none() && best.is_some_and(Known::is_won)
    }

    /// Returns the value of a move, given the value of the position `after` it; `None` when the
    /// distance is too long to be stored. `leaves_slice` is true if the move is a capture or a
    /// promotion.
    #[inline(always)]
    fn before_move(self, after: Known, leaves_slice: bool) -> Option<Known> {
        let is_reset = self.to_reset.is_some_and(|count| leaves_slice || !count.runs_over_men);
        let value = match after {
            known if known.is_draw() => Known::DRAW,
            known if is_reset && known.is_won() => Known::lost(1),
            _ if is_reset => Known::won(1),
            known if known.plies() == Known::MAX_PLIES => return None,
            known if known.is_won() => Known::lost(known.plies() + 1),
            known => Known::won(known.plies() + 1),
        };
        Some(if self.to_end || self.to_reset.is_some() { value } else { wdl_of(value) })
    }
}

/// Replaces the distance by the nominal distance of a `WdlArray`: 1 ply for a win, 0 plies for a
/// loss. Returns a draw unchanged.
#[inline(always)]
fn wdl_of(known: Known) -> Known {
    match known {
        known if known.is_draw() => Known::DRAW,
        known if known.is_won() => Known::won(1),
        _ => Known::lost(0),
    }
}

/// Replaces `best` by `value` if `value` is better. A win is better than a draw, and a draw is
/// better than a loss. Of two wins the faster is better, of two losses the slower.
#[inline(always)]
fn take_better(best: &mut Option<Known>, value: Known) {
    let order = |known: Known| match known {
        known if known.is_draw() => 0,
        known if known.is_won() => Known::MAX_PLIES as i32 + 1 - known.plies() as i32,
        known => known.plies() as i32 - Known::MAX_PLIES as i32 - 1,
    };
    if best.is_none_or(|best| order(value) > order(best)) {
        *best = Some(value);
    }
}
