//! Search for the plies to the end of a game under draw rules: the states that it has found.
//!
//! A state is a position with its counters. In draughts, a new state has the value of the position
//! without draw rules, and its DTW is a lower bound of the plies. It is judged, which means that
//! its value under the draw rules is computed, only when the DTW does not answer a question about
//! it. States of one position share their bounds: a winner who has more plies left of the counts
//! needs no more plies. A judged state whose shortest win is proved to be in time is not searched.

use std::collections::HashMap;
use std::rc::Rc;

use peatee_rules::Budget;
use peatee_rules::draw::{Counters, DrawRules, Events, LeftPlies};
use peatee_table::{Metric, Value, Wdl};

use super::safe_wins::SafeWins;
use super::steps::{PLIES_MAX, Steps};
use crate::answers::RulePlies;
use crate::error::ProbeError;
use crate::line::STEPS_OF_MOVE;
use crate::probed::Probed;
use crate::rule_value::Facts;
use crate::tables::Tables;

/// Position with its counters (plies that the counts of the draw rules have used), and the results
/// of the search so far.
pub(super) struct PliesState<G: Probed> {
    pub(super) position: G::Position,
    pub(super) counters: Counters,
    left_plies: LeftPlies,
    /// Index of the position in [`PliesSearch::of_position`].
    place: usize,
    /// Value of the position without draw rules.
    value: Value,
    /// Result for the side to move. It is under the draw rules when the state is judged.
    pub(super) result: Wdl,
    is_judged: bool,
    dtw_plies: u32,
    /// Bounds of the plies to the end of the game under the draw rules.
    bounds: Bounds,
    /// Numbers of the search states after the moves that may keep the result; `None` until first
    /// needed.
    after: Option<Rc<[usize]>>,
}

#[derive(Debug, Clone, Copy)]
struct Bounds {
    least: u32,
    most: u32,
}

impl Bounds {
    /// Bounds of a state that the draw rules make a draw.
    const NEVER: Bounds = Bounds { least: u32::MAX, most: u32::MAX };

    /// Returns whether the game ends within `plies` plies, if the bounds tell it.
    const fn ends_within(self, plies: u32) -> Option<bool> {
        if plies < self.least {
            Some(false)
        } else if plies >= self.most {
            Some(true)
        } else {
            None
        }
    }
}

/// State after a move that may keep the result.
pub(super) struct Kept {
    pub(super) number: usize,
    /// Plies to the end of the game without draw rules.
    dtw_plies: u32,
    /// True for a capture, and for a move of a man. Such moves reset counts.
    converts: bool,
}

/// Maximum number of states that a search keeps for the next question.
const STATES_MAX: usize = 1 << 20;

/// Search for plies to the end of the game. It stores the states that it has found.
pub(crate) struct PliesSearch<'a, G: Probed> {
    pub(super) tables: &'a Tables<G>,
    rules: &'a DrawRules,
    steps: Steps<'a>,
    safe_wins: SafeWins<'a, G>,
    pub(super) states: Vec<PliesState<G>>,
    /// Counters and numbers of the states of each position.
    of_position: Vec<Vec<(Counters, usize)>>,
    places: HashMap<G::Key, usize>,
}

impl<'a, G: Probed> PliesSearch<'a, G> {
    pub(crate) fn new(tables: &'a Tables<G>, rules: &'a DrawRules, budget: &'a Budget) -> Self {
        let (steps, safe_wins) = (Steps::half_of(budget), SafeWins::new(tables, rules, Steps::half_of(budget)));
        let (states, of_position, places) = (Vec::new(), Vec::new(), HashMap::new());
        PliesSearch { tables, rules, steps, safe_wins, states, of_position, places }
    }

    /// Allows half of `steps` steps from now on for proofs, and half for the search. Forgets all
    /// states if there are more than [`STATES_MAX`].
    pub(crate) fn renew_steps(&mut self, steps: u64) {
        if self.states.len() > STATES_MAX {
            *self = PliesSearch::new(self.tables, self.rules, self.steps.budget);
        }
        self.steps.renew(steps);
        self.safe_wins.steps.renew(steps);
    }

    pub(super) fn plies_of(&mut self, number: usize) -> Result<Option<RulePlies>, ProbeError> {
        self.judge(number)?;
        if self.states[number].result == Wdl::Draw {
            return Ok(None);
        }
        loop {
            let Bounds { least, .. } = self.states[number].bounds;
            if least > PLIES_MAX {
                return Ok(Some(RulePlies::AtLeast(least)));
            }
            let ends = where_found(self.ends_within(number, least))?;
            let bounds = self.states[number].bounds;
            match ends {
                Some(true) => return Ok(Some(RulePlies::Exact(least))),
                Some(false) if bounds.least > least && bounds.least < u32::MAX => {}
                // The search has ended early, or tables contradict each other.
                Some(false) => return Ok(Some(RulePlies::AtLeast(least))),
                None => return Ok(Some(RulePlies::AtLeast(bounds.least))),
            }
        }
    }

    /// Returns true when a won or lost game ends within `plies` plies of best play.
    pub(super) fn ends_within(&mut self, number: usize, plies: u32) -> Result<bool, ProbeError> {
        if let Some(known) = self.known(number, plies)? {
            return Ok(known);
        }
        let wins = self.states[number].result == Wdl::Win;
        let after = self.after(number)?;
        self.steps.take(after.len() as u64)?;
        // Within 0 plies, a game ends only where the side to move has lost already.
        let Some(plies_after) = plies.checked_sub(1) else { return Ok(after.is_empty() && !wins) };
        if !self.is_known_to_end(&after, plies_after, wins)? {
            for &next in after.iter() {
                if self.ends_within(next, plies_after)? == wins {
                    break;
                }
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

    /// Returns true when one of these states is known to end within `plies` plies (`ends` is true),
    /// or is known not to do so (`ends` is false).
    fn is_known_to_end(&mut self, states: &[usize], plies: u32, ends: bool) -> Result<bool, ProbeError> {
        for &number in states {
            if self.known(number, plies)? == Some(ends) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether a game ends within `plies` plies, if the bounds of its state and of the
    /// other states of its position tell it.
    fn known(&mut self, number: usize, plies: u32) -> Result<Option<bool>, ProbeError> {
        let known = self.states[number].bounds.ends_within(plies);
        if known.is_some() {
            return Ok(known);
        }
        self.judge(number)?;
        if self.states[number].bounds.ends_within(plies).is_none() {
            self.share_bounds(number);
        }
        Ok(self.states[number].bounds.ends_within(plies))
    }

    /// Computes the value of a state under the draw rules, if it is not known yet.
    fn judge(&mut self, number: usize) -> Result<(), ProbeError> {
        let PliesState { ref position, value, is_judged, .. } = self.states[number];
        if is_judged {
            return Ok(());
        }
        let (result, plies) = self.result_by_tables(number)?;
        let (dtw_plies, bounds) = match (result, plies) {
            (Wdl::Draw, _) => (0, Bounds::NEVER),
            (_, None) => return Err(self.tables.missing(self.tables.slice_name(position), Metric::Dtw)),
            (_, Some(RulePlies::Exact(plies))) => (plies, Bounds { least: plies, most: plies }),
            (_, Some(RulePlies::AtLeast(plies))) => match self.safe_win_plies(number)? {
                Some(plies) => (plies, Bounds { least: plies, most: plies }),
                None => (value.plies.unwrap_or(plies), Bounds { least: plies, most: u32::MAX }),
            },
        };
        let state = &mut self.states[number];
        (state.result, state.dtw_plies, state.bounds, state.is_judged) = (result, dtw_plies, bounds, true);
        Ok(())
    }

    /// Returns the DTW of a won or lost game that is proved to take as many plies under the draw
    /// rules; `None` without a proof.
    fn safe_win_plies(&mut self, number: usize) -> Result<Option<u32>, ProbeError> {
        if !self.only_counts_matter() {
            return Ok(None);
        }
        let PliesState { position, value, left_plies, .. } = &self.states[number];
        let proved = where_found(self.safe_wins.is_proved(position, *value, left_plies))?;
        Ok(value.plies.filter(|_| proved == Some(true)))
    }

    /// Returns the result of a state under the draw rules, with the plies to the end of a won or
    /// lost game that tables tell without a search. The plies are `None` for a draw, and if a table
    /// is missing.
    fn result_by_tables(&self, number: usize) -> Result<(Wdl, Option<RulePlies>), ProbeError> {
        let (tables, rules) = (self.tables, self.rules);
        let PliesState { position, counters, value, .. } = &self.states[number];
        // In chess, plies to mate under draw rules are found faster than the outcome, which they
        // prove.
        if !G::RULES_WEIGH_DTW
            && let Some(plies) = G::rule_plies(tables, position, value.wdl, rules, counters)?
        {
            return Ok((value.wdl, Some(RulePlies::Exact(plies))));
        }
        let found = Facts::of_value(tables, position, rules, *value).exact_value(counters)?;
        let result = found.outcome.wdl().expect("an exact value has a result");
        if found.plies.is_some() || result == Wdl::Draw {
            return Ok((result, found.plies));
        }
        let least = tables.plies_where_known(position, found.value, Metric::Dtw)?;
        Ok((result, least.map(RulePlies::AtLeast)))
    }

    /// Tightens the bounds of a judged state by those of the other states of its position. A winner
    /// who has more plies left of the same counts needs no more plies.
    fn share_bounds(&mut self, number: usize) {
        if !self.only_counts_matter() {
            return;
        }
        let PliesState { place, result, left_plies, mut bounds, .. } = self.states[number];
        for &(_, other) in &self.of_position[place] {
            let other = &self.states[other];
            if !other.is_judged || other.result != result {
                continue;
            }
            if has_as_many(&left_plies, &other.left_plies) {
                bounds.most = bounds.most.min(other.bounds.most);
            }
            if has_as_many(&other.left_plies, &left_plies) {
                bounds.least = bounds.least.max(other.bounds.least);
            }
        }
        self.states[number].bounds = bounds;
    }

    /// Returns true when the value of a state depends only on the DTW and on what is left of the
    /// counts, as in draughts. A limit on moves in a row with one king can change any result, and
    /// shorten games.
    const fn only_counts_matter(&self) -> bool {
        G::RULES_WEIGH_DTW && self.rules.code.king_moves.is_none()
    }

    /// Returns the number of the search state for a position with its counters. Adds the state if
    /// it is new.
    pub(super) fn number(&mut self, position: &G::Position, counters: &Counters) -> Result<usize, ProbeError> {
        let game = self.tables.game();
        let new = self.of_position.len();
        let place = *self.places.entry(game.key(position)).or_insert(new);
        if place == new {
            self.of_position.push(Vec::new());
        }
        if let Some(&(_, known)) = self.of_position[place].iter().find(|(of_state, _)| of_state == counters) {
            if !self.only_counts_matter() {
                self.judge(known)?;
            }
            return Ok(known);
        }
        let value = match self.of_position[place].first() {
            Some(&(_, other)) => self.states[other].value,
            None => self.tables.value_for_rules(position)?,
        };
        let number = self.states.len();
        self.states.push(PliesState {
            position: position.clone(),
            counters: *counters,
            left_plies: self.rules.left_plies(counters, game.side(position)),
            place,
            value,
            result: value.wdl,
            is_judged: false,
            dtw_plies: value.plies.unwrap_or(0),
            bounds: Bounds { least: value.plies.unwrap_or(0), most: u32::MAX },
            after: None,
        });
        self.of_position[place].push((*counters, number));
        if !self.only_counts_matter() {
            self.judge(number)?;
        }
        Ok(number)
    }

    /// Returns the states after the moves that may keep the result. Most can do so: a draw rule can
    /// only turn a win into a draw. By the DTW, the shortest wins or the longest losses come first,
    /// then moves come in the order of the move generator.
    pub(super) fn kept(&mut self, number: usize) -> Result<Vec<Kept>, ProbeError> {
        let (tables, rules) = (self.tables, self.rules);
        let (game, PliesState { position, counters, result, .. }) = (tables.game(), &self.states[number]);
        let (position, counters, result) = (position.clone(), *counters, *result);
        let moves = game.moves_under(rules, &counters, &position)?;
        self.steps.take(STEPS_OF_MOVE * moves.len() as u64)?;
        let mut kept = Vec::with_capacity(moves.len());
        for mv in moves {
            let after = game.after(&position, &mv);
            let counters = game.counters_after(rules, &counters, (&position, &mv), &after);
            let number = self.number(&after, &counters)?;
            let PliesState { result: next, dtw_plies, .. } = self.states[number];
            if next == result.reversed() {
                let converts = game.events(&position, &mv) != Events::NONE;
                kept.push(Kept { number, dtw_plies, converts });
            }
        }
        let plies = |next: &Kept| i64::from(next.dtw_plies);
        kept.sort_by_key(|next| if result == Wdl::Win { plies(next) } else { -plies(next) });
        Ok(kept)
    }

    /// Returns the numbers of the search states of [`PliesSearch::kept`]. Among moves with equal
    /// DTW, those come first that most probably keep the win in time, or prevent it.
    fn after(&mut self, number: usize) -> Result<Rc<[usize]>, ProbeError> {
        if let Some(known) = &self.states[number].after {
            return Ok(known.clone());
        }
        let wins = self.states[number].result == Wdl::Win;
        let mut kept = self.kept(number)?;
        for equals in kept.chunk_by_mut(|one, next| one.dtw_plies == next.dtw_plies) {
            equals.sort_by_key(|next| next.converts != wins);
        }
        let after: Rc<[usize]> = kept.iter().map(|next| next.number).collect();
        self.states[number].after = Some(after.clone());
        Ok(after)
    }
}

/// Returns true when the same counts run, and each has at least as many plies left.
fn has_as_many(left: &LeftPlies, others: &LeftPlies) -> bool {
    left.iter().zip(others).all(|(left, other)| left.is_some() == other.is_some() && left >= other)
}

/// Turns an error that ends a search early into `None`: the budget is exhausted, or the tables do
/// not hold a position. Returns the error if a table is damaged.
pub(super) fn where_found<T>(found: Result<T, ProbeError>) -> Result<Option<T>, ProbeError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error @ ProbeError::File { .. }) => Err(error),
        Err(_) => Ok(None),
    }
}
