//! Computes the plies of a won or lost game under draw rules with running counts.
//!
//! The winner wins as fast as the counts allow, and the loser delays the end. If the shortest win
//! exhausts no count, the game takes DTW plies. Otherwise the winner may need a longer way that
//! resets a count in time, and the loser may be able to force such a way. An iterative search finds
//! the number of plies: DTW is a lower bound, and the values under the draw rules show which moves
//! keep the win. The search takes its steps from a budget. If the budget ends the search, the
//! result is a lower bound.

mod effects;
mod safe_wins;
mod search;
mod steps;

use peatee_rules::Budget;
use peatee_rules::draw::{Counters, DrawRules};
use peatee_table::{Metric, Wdl};

use crate::answers::{RuleMove, RuleOutcome, RulePlies, RuleValue};
use crate::error::ProbeError;
use crate::probed::Probed;
use crate::ranked_moves::{Aim, RankedMoves};
use crate::tables::Tables;

pub(crate) use search::PliesSearch;
use search::{PliesState, where_found};

impl<G: Probed> Tables<G> {
    /// Returns the number of plies to the end of the game with best play under draw rules; `None`
    /// when the game is drawn. `counters` has the number of plies that each draw rule has counted
    /// before the position. Repetitions are not considered. The number is a lower bound if the
    /// search ends early: the table of a later position is missing, or the search has taken half
    /// the steps of `budget` or four million steps.
    ///
    /// # Errors
    /// The errors of [`Tables::exact_rule_value`], and [`ProbeError::MissingTable`] for a missing
    /// table of DTW.
    pub fn plies_under_rules(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
        budget: &Budget,
    ) -> Result<Option<RulePlies>, ProbeError> {
        G::plies_under_rules_here(self, position, rules, counters, budget)
    }

    /// Returns the value as [`Tables::rule_value`] does, with the [`RuleValue::plies`] that
    /// [`Tables::plies_under_rules`] finds.
    ///
    /// # Errors
    /// The errors of [`Tables::rule_value`].
    pub fn rule_value_until(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
        budget: &Budget,
    ) -> Result<RuleValue<G::Slice>, ProbeError> {
        let mut value = self.rule_value(position, rules, counters)?;
        let is_decided = matches!(value.outcome, RuleOutcome::Win | RuleOutcome::Loss);
        if is_decided && !is_exact(value.plies) && self.has_listed(Metric::Dtw) {
            let found = self.plies_under_rules(position, rules, counters, budget);
            value.plies = where_found(found)?.unwrap_or(value.plies);
        }
        Ok(value)
    }
}

/// Implements [`Tables::plies_under_rules`].
///
/// # Errors
/// The errors of [`Tables::plies_under_rules`].
pub fn plies_under_rules<G: Probed>(
    tables: &Tables<G>,
    position: &G::Position,
    rules: &DrawRules,
    counters: &Counters,
    budget: &Budget,
) -> Result<Option<RulePlies>, ProbeError> {
    PliesSearch::new(tables, rules, budget).plies(position, counters)
}

impl RulePlies {
    /// Returns the exact number or the lower bound.
    pub const fn number(self) -> u32 {
        match self {
            RulePlies::Exact(plies) | RulePlies::AtLeast(plies) => plies,
        }
    }

    /// Returns the number if it is exact.
    pub const fn exact(self) -> Option<u32> {
        match self {
            RulePlies::Exact(plies) => Some(plies),
            RulePlies::AtLeast(_) => None,
        }
    }

    /// Returns the lower bound; `None` if the number is exact.
    pub const fn at_least(self) -> Option<u32> {
        match self {
            RulePlies::Exact(_) => None,
            RulePlies::AtLeast(plies) => Some(plies),
        }
    }

    /// Adds the ply of a move: turns the plies of the position after it into those of the position
    /// before it.
    pub(crate) const fn before_move(self) -> RulePlies {
        match self {
            RulePlies::Exact(plies) => RulePlies::Exact(plies + 1),
            RulePlies::AtLeast(plies) => RulePlies::AtLeast(plies + 1),
        }
    }
}

impl<G: Probed> PliesSearch<'_, G> {
    /// Returns the plies to the end of the game from a position, as [`Tables::plies_under_rules`]
    /// does.
    pub(crate) fn plies(
        &mut self,
        position: &G::Position,
        counters: &Counters,
    ) -> Result<Option<RulePlies>, ProbeError> {
        let number = self.number(position, counters)?;
        self.plies_of(number)
    }

    /// Searches for the plies of all moves that win or lose. Puts the best move first, if it is
    /// found. Then sorts the moves with the same result if all of them have exact plies: the
    /// fastest win first, the slowest loss first.
    pub(crate) fn rate(
        &mut self,
        position: &G::Position,
        counters: &Counters,
        ranked: &mut RankedMoves<G>,
    ) -> Result<(), ProbeError> {
        self.put_best_first(position, counters, ranked)?;
        for mv in ranked.moves.iter_mut().filter(|mv| matches!(mv.plies, Some(RulePlies::AtLeast(_)))) {
            if let Some(Some(RulePlies::Exact(plies))) = where_found(self.plies(&mv.position, &mv.counters))? {
                mv.put_exact_plies(plies + 1);
            }
        }
        for equals in ranked.moves.chunk_by_mut(|one, next| one.outcome == next.outcome) {
            if equals.iter().all(|mv| is_exact(mv.plies)) {
                equals.sort_by_key(|mv| {
                    let plies = mv.plies.map_or(0, |plies| i64::from(plies.number()));
                    if mv.outcome == RuleOutcome::Win { plies } else { -plies }
                });
            }
        }
        Ok(())
    }

    /// Puts the best move first: the fastest win, or the slowest loss. Changes nothing if the
    /// search ends early.
    pub(crate) fn put_best_first(
        &mut self,
        position: &G::Position,
        counters: &Counters,
        ranked: &mut RankedMoves<G>,
    ) -> Result<(), ProbeError> {
        let Some(first) = ranked.moves.first() else { return Ok(()) };
        let is_sorted = match first.outcome {
            // By the aim to end the game, moves are sorted by their DTW.
            RuleOutcome::Win => {
                ranked.aim == Aim::End
                    && is_exact(first.plies)
                    && first.plies.map(RulePlies::number) == first.value.plies
            }
            RuleOutcome::Loss => ranked.moves.iter().all(|mv| is_exact(mv.plies)),
            _ => true,
        };
        if is_sorted || !self.tables.has_listed(Metric::Dtw) {
            return Ok(());
        }
        let Some(Some((best, plies))) = where_found(self.best(position, counters))? else { return Ok(()) };
        let PliesState { position, counters, .. } = &self.states[best];
        let is_best = |mv: &RuleMove<G>| mv.counters == *counters && mv.position == *position;
        if let Some(place) = ranked.moves.iter().position(is_best) {
            ranked.moves[place].put_exact_plies(plies);
            ranked.moves[..=place].rotate_right(1);
        }
        Ok(())
    }

    /// Returns the number of the search state after the best move of a won or lost game, and the
    /// plies to the end with this move. Among equally good moves, chooses by DTW, then by the order
    /// of the move generator. `None` if the exact plies are not found.
    fn best(&mut self, position: &G::Position, counters: &Counters) -> Result<Option<(usize, u32)>, ProbeError> {
        let number = self.number(position, counters)?;
        let Some(RulePlies::Exact(plies)) = self.plies_of(number)? else { return Ok(None) };
        let wins = self.states[number].result == Wdl::Win;
        for next in self.kept(number)?.iter().map(|next| next.number) {
            let is_best = match wins {
                true => self.ends_within(next, plies - 1)?,
                // The side that wins determines whether the number of plies is odd, so the game
                // cannot be one ply shorter.
                false => plies < 3 || !self.ends_within(next, plies - 3)?,
            };
            if is_best {
                return Ok(Some((next, plies)));
            }
        }
        Ok(None)
    }
}

fn is_exact(plies: Option<RulePlies>) -> bool {
    matches!(plies, Some(RulePlies::Exact(_)))
}
