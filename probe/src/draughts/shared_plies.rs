//! Search for plies under draw rules that answers many questions.

use std::fmt;

use peatee_rules::draw::{Counters, DrawRules};
use peatee_rules::{Budget, Draughts, Position};

use crate::answers::RulePlies;
use crate::error::ProbeError;
use crate::rule_plies::PliesSearch;
use crate::tables::Tables;

/// Number of states (positions with counters) at which the search forgets what it has found.
const STATES_MAX: usize = 1 << 20;

/// Search for the plies to the end of games under draw rules. It keeps what it has found, which
/// takes no steps again.
pub struct SharedPlies<'a> {
    tables: &'a Tables<Draughts>,
    rules: &'a DrawRules,
    budget: &'a Budget,
    search: PliesSearch<'a, Draughts>,
}

impl<'a> SharedPlies<'a> {
    /// Creates a search that takes its steps from a budget.
    pub fn new(tables: &'a Tables<Draughts>, rules: &'a DrawRules, budget: &'a Budget) -> Self {
        SharedPlies { tables, rules, budget, search: PliesSearch::new(tables, rules, budget) }
    }

    /// Returns the plies to the end of the game as [`Tables::plies_under_rules`] does. Half of
    /// `steps` steps are for proofs, half for the search.
    ///
    /// # Errors
    /// The errors of [`Tables::plies_under_rules`].
    pub fn plies(
        &mut self,
        position: &Position,
        counters: &Counters,
        steps: u64,
    ) -> Result<Option<RulePlies>, ProbeError> {
        if self.search.state_count() > STATES_MAX {
            self.search = PliesSearch::new(self.tables, self.rules, self.budget);
        }
        self.search.renew_steps(steps);
        self.search.plies(position, counters)
    }
}

impl fmt::Debug for SharedPlies<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedPlies").finish_non_exhaustive()
    }
}
