//! Plies that a decided game takes under draw rules with running counts.
//!
//! The winner wins as fast as the counts allow, the loser delays the end. Where the shortest win
//! exhausts no count, the game takes DTW plies. Elsewhere the winner may need a longer way, which
//! resets a count in time, and the loser may be able to force one. A search with more and more
//! plies finds their number: DTW bounds it from below, and the values under the draw rules show
//! which moves keep the win.

use std::collections::HashMap;

use peatee_rules::draw::{Counters, DrawRules};
use peatee_rules::{Budget, Draughts, Position};
use peatee_table::Metric;

use crate::answers::{RuleOutcome, RulePlies};
use crate::error::ProbeError;
use crate::line::STEPS_OF_MOVE;
use crate::rule_value::Facts;
use crate::tables::Tables;

impl Tables<Draughts> {
    /// Returns the number of plies to the end of the game with best play under draw rules; `None`
    /// when the game is drawn. `counters` are the plies that the counts have used. The number is
    /// exact unless `budget` ends the search. Repetitions are not considered.
    ///
    /// # Errors
    /// The errors of [`Tables::exact_rule_value`], and [`ProbeError::MissingTable`] for a missing
    /// table of DTW.
    pub fn plies_under_rules(
        &self,
        position: &Position,
        rules: &DrawRules,
        counters: &Counters,
        budget: &Budget,
    ) -> Result<Option<RulePlies>, ProbeError> {
        let wins = match self.exact_rule_value(position, rules, counters)?.outcome {
            RuleOutcome::Win => true,
            RuleOutcome::Loss => false,
            _ => return Ok(None),
        };
        let mut search = Search { tables: self, rules, budget, known: HashMap::new() };
        let state = (*position, *counters);
        let mut plies = search.bounds(&state)?.least;
        loop {
            match search.ends_within(&state, wins, plies) {
                Ok(true) => return Ok(Some(RulePlies::Exact(plies))),
                // Who wins fixes whether the number of plies is odd.
                Ok(false) => plies += 2,
                Err(ProbeError::Budget(_)) => return Ok(Some(RulePlies::AtLeast(plies))),
                Err(error) => return Err(error),
            }
        }
    }
}

/// Position, and the plies that each count of the draw rules has used.
type State = (Position, Counters);

/// Bounds of the number of plies to the end of a won or lost game.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    least: u32,
    most: u32,
}

struct Search<'a> {
    tables: &'a Tables<Draughts>,
    rules: &'a DrawRules,
    budget: &'a Budget,
    known: HashMap<State, Bounds>,
}

impl Search<'_> {
    /// Returns true when a won or lost game ends within `plies` plies of best play. `wins` is true
    /// if the side to move wins, false if it loses.
    fn ends_within(&mut self, state: &State, wins: bool, plies: u32) -> Result<bool, ProbeError> {
        let Bounds { least, most } = self.bounds(state)?;
        if plies < least || plies >= most {
            return Ok(plies >= most);
        }
        let mut ends = !wins;
        for after in self.states_after(state)? {
            if wins && !self.is_lost(&after)? {
                continue;
            }
            if self.ends_within(&after, !wins, plies - 1)? == wins {
                ends = wins;
                break;
            }
        }
        let known = self.known.get_mut(state).expect("its bounds were found above");
        match ends {
            true => known.most = plies,
            false => known.least = plies + 1,
        }
        Ok(ends)
    }

    /// Returns the known bounds of the number of plies to the end of a won or lost game.
    fn bounds(&mut self, state: &State) -> Result<Bounds, ProbeError> {
        if let Some(known) = self.known.get(state) {
            return Ok(*known);
        }
        let (position, counters) = state;
        let facts = Facts::new(self.tables, position, self.rules)?;
        let Some(least) = facts.plies() else {
            return Err(self.tables.missing(self.tables.slice_name(position), Metric::Dtw));
        };
        let most = if least == 0 || facts.is_shortest_win_safe(least, counters) { least } else { u32::MAX };
        self.known.insert(*state, Bounds { least, most });
        Ok(Bounds { least, most })
    }

    fn states_after(&self, (position, counters): &State) -> Result<Vec<State>, ProbeError> {
        let game = self.tables.game();
        let moves = game.moves(position)?;
        self.budget.take_steps(STEPS_OF_MOVE * moves.len() as u64)?;
        let after = |mv| {
            let after = game.play(position, mv);
            (after, self.rules.after(counters, mv, &after))
        };
        Ok(moves.iter().map(after).collect())
    }

    fn is_lost(&self, (position, counters): &State) -> Result<bool, ProbeError> {
        let value = self.tables.exact_rule_value(position, self.rules, counters)?;
        Ok(value.outcome == RuleOutcome::Loss)
    }
}
