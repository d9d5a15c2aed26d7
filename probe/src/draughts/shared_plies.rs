//! Search for plies under draw rules that answers many questions.

use std::fmt;

use peatee_rules::draw::{Counters, DrawRules};
use peatee_rules::{Budget, Draughts, Position};

use crate::answers::RulePlies;
use crate::error::ProbeError;
use crate::rule_plies::PliesSearch;
use crate::tables::Tables;

/// Search for the plies to the end of games under draw rules. It keeps what it has found, which
/// takes no steps again.
pub struct SharedPlies<'a>(PliesSearch<'a, Draughts>);

impl<'a> SharedPlies<'a> {
    /// Creates a search that takes its steps from a budget.
    pub fn new(tables: &'a Tables<Draughts>, rules: &'a DrawRules, budget: &'a Budget) -> Self {
        SharedPlies(PliesSearch::new(tables, rules, budget))
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
        self.0.renew_steps(steps);
        self.0.plies(position, counters)
    }
}

impl fmt::Debug for SharedPlies<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedPlies").finish_non_exhaustive()
    }
}
