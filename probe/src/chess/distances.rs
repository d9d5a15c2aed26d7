//! Reads DTZ, DTM, DTM50 and DTC of a position or move.

use peatee_chess::Position;
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, RuleSet, Value};

use super::game::{Chess, RuleMove, RuleValue, Tables};
use crate::answers::RuleOutcome;
use crate::error::ProbeError;
use crate::game::Game as _;
use crate::probed::Probed as _;

/// Distances of a position or move in plies: DTZ, DTM, DTM50 and DTC. A distance is `None` for a
/// draw, and if its table is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Distances {
    /// Plies to the next capture, pawn move or mate (DTZ), under the draw rules of the request.
    pub dtz_plies: Option<u32>,
    /// Plies to mate (DTM).
    pub mate_plies: Option<u32>,
    /// Plies to mate under the draw rules of the request with the half-move clock of the position
    /// (DTM50 under the 50-move rule). `None` also if the rules draw.
    pub rule_mate_plies: Option<u32>,
    /// Plies to the next capture, promotion or mate (DTC).
    pub conversion_plies: Option<u32>,
}

impl Tables {
    /// Reads the distances of a position. `value` is the value of the position under draw rules.
    ///
    /// # Errors
    /// A table is damaged.
    pub fn distances(
        &self,
        position: &Position,
        rules: &DrawRules,
        value: &RuleValue,
    ) -> Result<Distances, ProbeError> {
        let plies = |metric| self.plies_where_known(position, value.value, metric);
        let [mate_plies, conversion_plies] = [plies(Metric::Dtw)?, plies(Metric::Dtc)?];
        let rule_mate_plies = self.mate_plies_where_known(position, rules, (value.value, value.outcome))?;
        Ok(Distances { dtz_plies: value.needed_plies, mate_plies, rule_mate_plies, conversion_plies })
    }

    /// Reads the distances of a position if this move is made. The distances include the move.
    ///
    /// # Errors
    /// A table is damaged.
    pub fn distances_of_move(
        &self,
        position: &Position,
        rules: &DrawRules,
        rated: &RuleMove,
    ) -> Result<Distances, ProbeError> {
        let after = (&rated.position, rated.value);
        let plies = |metric| self.plies_of_move(position, &rated.mv, after, metric);
        let [mate_plies, conversion_plies] = [plies(Metric::Dtw)?, plies(Metric::Dtc)?];
        let value_after = Value { wdl: rated.value.wdl.reversed(), plies: None };
        let after = self.mate_plies_where_known(&rated.position, rules, (value_after, rated.outcome))?;
        Ok(Distances {
            dtz_plies: rated.reset_plies(&Chess, position, rules),
            mate_plies,
            rule_mate_plies: after.map(|plies| plies + 1),
            conversion_plies,
        })
    }

    /// Returns the plies to mate under draw rules, with the half-move clock of the position. `None`
    /// unless the outcome under the rules is a win or a loss, and if a table is missing.
    fn mate_plies_where_known(
        &self,
        position: &Position,
        rules: &DrawRules,
        (value, outcome): (Value, RuleOutcome),
    ) -> Result<Option<u32>, ProbeError> {
        let is_decided = matches!(outcome, RuleOutcome::Win | RuleOutcome::Loss);
        if !is_decided || !self.has_listed(Metric::RuleDtw(RuleSet::new(rules))) {
            return Ok(None);
        }
        Chess::rule_plies(self, position, value.wdl, rules, &Chess.counters(rules, position))
    }
}
