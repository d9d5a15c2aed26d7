//! Reads DTZ, DTM and DTC of a position or move.

use peatee_chess::Position;
use peatee_rules::draw::DrawRules;
use peatee_table::Metric;

use super::game::{Chess, RuleMove, RuleValue, Tables};
use crate::error::ProbeError;

/// Distances of a position or move in plies: DTZ, DTM and DTC. A distance is `None` for a draw, and
/// if its table is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Distances {
    /// Plies to the next capture, pawn move or mate (DTZ), under the draw rules of the request.
    pub dtz_plies: Option<u32>,
    /// Plies to mate (DTM).
    pub mate_plies: Option<u32>,
    /// Plies to the next capture, promotion or mate (DTC).
    pub conversion_plies: Option<u32>,
}

impl Tables {
    /// Reads the distances (DTZ, DTM and DTC) of a position. `value` is the value of the position
    /// under draw rules.
    ///
    /// # Errors
    /// A table is damaged.
    pub fn distances(&self, position: &Position, value: &RuleValue) -> Result<Distances, ProbeError> {
        let plies = |metric| self.plies_where_known(position, value.value, metric);
        let [mate_plies, conversion_plies] = [plies(Metric::Dtw)?, plies(Metric::Dtc)?];
        Ok(Distances { dtz_plies: value.needed_plies, mate_plies, conversion_plies })
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
        Ok(Distances { dtz_plies: rated.reset_plies(&Chess, position, rules), mate_plies, conversion_plies })
    }
}
