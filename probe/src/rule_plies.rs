//! Computes the plies of a won or lost game under draw rules with running counts.
//!
//! The winner wins as fast as the counts allow, and the loser delays the end. If the shortest win
//! exhausts no count, the game takes DTW plies. Otherwise the winner may need a longer way that
//! resets a count in time, and the loser may be able to force such a way. An iterative search finds
//! the number of plies: DTW is a lower bound, and the values under the draw rules show which moves
//! keep the win. The search takes its steps from a budget. If the budget ends the search, the
//! result is a lower bound.

use std::collections::HashMap;
use std::rc::Rc;

use peatee_rules::draw::{Counters, DrawRules};
use peatee_rules::{Budget, BudgetEnd};
use peatee_table::{Metric, Wdl};

use crate::answers::{RuleMove, RuleOutcome, RulePlies, RuleValue};
use crate::error::ProbeError;
use crate::line::STEPS_OF_MOVE;
use crate::probed::Probed;
use crate::ranked_moves::{Aim, RankedMoves};
use crate::tables::Tables;

/// Maximum number of steps of a search for plies. So many steps take some tenths of a second.
const STEPS_MAX: u64 = 1 << 22;

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
        PliesSearch::new(self, rules, budget).plies(position, counters)
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
        if is_decided && !is_exact(value.plies) {
            let found = PliesSearch::new(self, rules, budget).plies(position, counters);
            value.plies = where_found(found)?.unwrap_or(value.plies);
        }
        Ok(value)
    }
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

/// Position with its counters (plies that the counts of the draw rules have used), and the results
/// of the search so far.
struct PliesState<G: Probed> {
    position: G::Position,
    counters: Counters,
    /// Result under the draw rules for the side to move.
    result: Wdl,
    dtw_plies: u32,
    /// Bounds of the plies to the end of the game under the draw rules.
    bounds: Bounds,
    /// Numbers of the search states after the moves that keep the result; `None` until first
    /// needed.
    after: Option<Rc<[usize]>>,
}

#[derive(Debug, Clone, Copy)]
struct Bounds {
    least: u32,
    most: u32,
}

/// Search for plies to the end of the game. It stores the states that it has found.
pub(crate) struct PliesSearch<'a, G: Probed> {
    tables: &'a Tables<G>,
    rules: &'a DrawRules,
    budget: &'a Budget,
    steps_left: u64,
    states: Vec<PliesState<G>>,
    numbers: HashMap<(G::Key, Counters), usize>,
}

impl<'a, G: Probed> PliesSearch<'a, G> {
    pub(crate) fn new(tables: &'a Tables<G>, rules: &'a DrawRules, budget: &'a Budget) -> Self {
        let steps_left = budget.spare_steps().min(STEPS_MAX);
        PliesSearch { tables, rules, budget, steps_left, states: Vec::new(), numbers: HashMap::new() }
    }

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
        if is_sorted {
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
        for &next in self.after(number)?.iter() {
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

    fn plies_of(&mut self, number: usize) -> Result<Option<RulePlies>, ProbeError> {
        if self.states[number].result == Wdl::Draw {
            return Ok(None);
        }
        loop {
            let Bounds { least, .. } = self.states[number].bounds;
            let ends = where_found(self.ends_within(number, least))?;
            let bounds = self.states[number].bounds;
            match ends {
                Some(true) => return Ok(Some(RulePlies::Exact(least))),
                Some(false) if bounds.least > least => {}
                // The search has ended early, or tables contradict each other.
                Some(false) | None => return Ok(Some(RulePlies::AtLeast(bounds.least))),
            }
        }
    }

    /// Returns true when a won or lost game ends within `plies` plies of best play.
    fn ends_within(&mut self, number: usize, plies: u32) -> Result<bool, ProbeError> {
        let PliesState { bounds: Bounds { least, most }, result, .. } = self.states[number];
        if plies < least || plies >= most {
            return Ok(plies >= most);
        }
        let wins = result == Wdl::Win;
        let after = self.after(number)?;
        self.take(after.len() as u64)?;
        for &next in after.iter() {
            if self.ends_within(next, plies - 1)? == wins {
                break;
            }
        }
        // The winner chooses the fewest plies, the loser the most.
        let best = |bound: fn(Bounds) -> u32| {
            let bounds = after.iter().map(|&next| bound(self.states[next].bounds));
            if wins { bounds.min() } else { bounds.max() }.map(|plies| plies.saturating_add(1))
        };
        let found = [best(|bounds| bounds.least), best(|bounds| bounds.most)];
        let bounds = &mut self.states[number].bounds;
        bounds.least = bounds.least.max(found[0].unwrap_or(0));
        bounds.most = bounds.most.min(found[1].unwrap_or(u32::MAX));
        Ok(bounds.most <= plies)
    }

    /// Returns the number of the search state for a position with its counters. Adds the state if
    /// it is new.
    fn number(&mut self, position: &G::Position, counters: &Counters) -> Result<usize, ProbeError> {
        let key = (self.tables.game().key(position), *counters);
        if let Some(&known) = self.numbers.get(&key) {
            return Ok(known);
        }
        let value = self.tables.exact_rule_value(position, self.rules, counters)?;
        let result = value.outcome.wdl().expect("an exact value has a result");
        let (dtw_plies, bounds) = match (result, self.plies_by_tables(position, counters, &value)?) {
            (Wdl::Draw, _) => (0, Bounds { least: 0, most: 0 }),
            (_, None) => return Err(self.tables.missing(self.tables.slice_name(position), Metric::Dtw)),
            (_, Some(RulePlies::Exact(plies))) => (plies, Bounds { least: plies, most: plies }),
            (_, Some(RulePlies::AtLeast(plies))) => {
                (value.value.plies.unwrap_or(plies), Bounds { least: plies, most: u32::MAX })
            }
        };
        let (position, number) = (position.clone(), self.states.len());
        self.states.push(PliesState { position, counters: *counters, result, dtw_plies, bounds, after: None });
        self.numbers.insert(key, number);
        Ok(number)
    }

    /// Returns the plies to the end of a won or lost game that tables tell without a search.
    /// `None` for a draw, and if a table is missing.
    fn plies_by_tables(
        &self,
        position: &G::Position,
        counters: &Counters,
        value: &RuleValue<G::Slice>,
    ) -> Result<Option<RulePlies>, ProbeError> {
        // In chess, the value has no plies.
        if value.plies.is_some() || value.outcome.wdl() == Some(Wdl::Draw) {
            return Ok(value.plies);
        }
        let exact = G::rule_plies(self.tables, position, self.rules, counters)?;
        let least = || self.tables.plies_where_known(position, value.value, Metric::Dtw);
        exact.map_or_else(|| Ok(least()?.map(RulePlies::AtLeast)), |plies| Ok(Some(RulePlies::Exact(plies))))
    }

    /// Returns the numbers of the search states after the moves that keep the result. By the DTW,
    /// the shortest wins or the longest losses come first.
    fn after(&mut self, number: usize) -> Result<Rc<[usize]>, ProbeError> {
        if let Some(known) = &self.states[number].after {
            return Ok(known.clone());
        }
        let (tables, rules) = (self.tables, self.rules);
        let (game, PliesState { position, counters, result, .. }) = (tables.game(), &self.states[number]);
        let (position, counters, result) = (position.clone(), *counters, *result);
        let moves = game.moves_under(rules, &counters, &position)?;
        self.take(STEPS_OF_MOVE * moves.len() as u64)?;
        let mut kept = Vec::with_capacity(moves.len());
        for mv in moves {
            let after = game.after(&position, &mv);
            let counters = game.counters_after(rules, &counters, (&position, &mv), &after);
            let next = self.number(&after, &counters)?;
            if self.states[next].result == result.reversed() {
                kept.push(next);
            }
        }
        let dtw_plies = |next: usize| i64::from(self.states[next].dtw_plies);
        kept.sort_by_key(|&next| if result == Wdl::Win { dtw_plies(next) } else { -dtw_plies(next) });
        let kept: Rc<[usize]> = kept.into();
        self.states[number].after = Some(kept.clone());
        Ok(kept)
    }

    fn take(&mut self, steps: u64) -> Result<(), BudgetEnd> {
        self.steps_left = self.steps_left.checked_sub(steps).ok_or(BudgetEnd::Steps { max: STEPS_MAX })?;
        self.budget.take_steps(steps)
    }
}

fn is_exact(plies: Option<RulePlies>) -> bool {
    matches!(plies, Some(RulePlies::Exact(_)))
}

/// Turns an error that ends a search early into `None`: the budget is exhausted, or the tables do
/// not hold a position. Returns the error if a table is damaged.
fn where_found<T>(found: Result<T, ProbeError>) -> Result<Option<T>, ProbeError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error @ ProbeError::File { .. }) => Err(error),
        Err(_) => Ok(None),
    }
}
