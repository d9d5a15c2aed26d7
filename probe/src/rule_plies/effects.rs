//! Effects of moves on the plies left of all counts of draw rules.

use std::ops::Index;

use peatee_rules::Side;
use peatee_rules::draw::code::MAX_COUNTS;
use peatee_rules::draw::{CountStep, DrawRules, Events, Running, Situation};

use crate::clock::end_plies;
use crate::probed::Probed;
use crate::short_endings::endings_are_in_time;
use crate::tables::Tables;

/// Plies of each count. A count that does not run has `u32::MAX` plies left, and needs 0.
pub(super) type CountPlies = [u32; MAX_COUNTS];

/// Effect of a move on the plies left of the counts.
pub(super) struct Effect {
    /// Counts that run before the move, its events, the situation after it and the side to move
    /// then. They determine the effect.
    of: (Running, Events, Situation, Side),
    pub(super) running: Running,
    goes_on: [bool; MAX_COUNTS],
    /// Plies left after the move of the counts that do not go on.
    pub(super) fresh: CountPlies,
    /// Maximum DTW after the move at which no count that starts later can end the game before the
    /// shortest win.
    pub(super) most_plies: u32,
}

/// The effects that moves have had so far.
pub(super) struct Effects<'a, G: Probed> {
    tables: &'a Tables<G>,
    rules: &'a DrawRules,
    effects: Vec<Effect>,
    last: usize,
}

impl Effect {
    /// Returns the plies left after the move. No running count has 0 plies left before it.
    pub(super) fn left(&self, before: &CountPlies) -> CountPlies {
        std::array::from_fn(|count| if self.goes_on[count] { before[count] - 1 } else { self.fresh[count] })
    }

    /// Returns the plies needed before the move. `of_move` are the plies that the move itself
    /// takes: one of each running count.
    pub(super) fn needed(&self, after: &CountPlies, of_move: &CountPlies) -> CountPlies {
        std::array::from_fn(|count| if self.goes_on[count] { after[count] + 1 } else { of_move[count] })
    }

    /// Returns true when no count goes on, so that the plies left after the move are always equal.
    pub(super) fn is_fresh(&self) -> bool {
        !self.goes_on.contains(&true)
    }
}

impl<'a, G: Probed> Effects<'a, G> {
    pub(super) fn new(tables: &'a Tables<G>, rules: &'a DrawRules) -> Self {
        Effects { tables, rules, effects: Vec::new(), last: 0 }
    }

    /// Returns the number of the effect of a move. `running` is the set of counts that run before
    /// it, `after` the situation after it, and `side` the side to move then.
    pub(super) fn number(&mut self, running: Running, events: Events, after: &Situation, side: Side) -> usize {
        let of = (running, events, *after, side);
        // Most moves of a position have the same effect.
        if self.effects.get(self.last).is_none_or(|effect| effect.of != of) {
            self.last = self.effects.iter().position(|effect| effect.of == of).unwrap_or_else(|| {
                self.effects.push(self.effect(of));
                self.effects.len() - 1
            });
        }
        self.last
    }

    fn effect(&self, of: (Running, Events, Situation, Side)) -> Effect {
        let (running, events, after, side) = of;
        let (running, steps) = self.rules.steps(running, events, &after);
        let fresh = std::array::from_fn(|count| match steps[count] {
            CountStep::IsFresh => self.rules.fresh_left_plies(count, &after, side),
            CountStep::GoesOn | CountStep::Ends => u32::MAX,
        });
        let goes_on = steps.map(|step| step == CountStep::GoesOn);
        Effect { of, running, goes_on, fresh, most_plies: self.most_plies(running, &after) }
    }

    /// Returns the maximum DTW at which no count that starts later can end the game before the
    /// shortest win.
    pub(super) fn most_plies(&self, running: Running, situation: &Situation) -> u32 {
        let counts = self.rules.code.counts.iter().enumerate();
        let starting = counts.filter(|&(count, rule)| {
            !running.has(count)
                && rule.material.can_arise_from(&situation.material)
                && !endings_are_in_time(self.tables, self.rules, rule)
        });
        // A count that starts later counts at least one ply less.
        let most = starting.map(|(_, rule)| self.rules.least_limit_plies(rule) + 1 - end_plies(self.rules, rule));
        most.min().unwrap_or(u32::MAX)
    }
}

impl<G: Probed> Index<usize> for Effects<'_, G> {
    type Output = Effect;

    fn index(&self, number: usize) -> &Effect {
        &self.effects[number]
    }
}

/// Returns true when each count has at least the needed plies left.
pub(super) fn is_enough(left: &CountPlies, needed: &CountPlies) -> bool {
    left.iter().zip(needed).all(|(left, needed)| left >= needed)
}
