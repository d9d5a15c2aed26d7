//! Distances of other metrics beside values, where there are tables of them.

use peatee_table::{Metric, Value, Wdl};

use crate::error::ProbeError;
use crate::probed::Probed;
use crate::tables::Tables;

impl<G: Probed> Tables<G> {
    /// Returns the value of a position with its plies in a metric that counts them, where there is
    /// a table of it.
    ///
    /// # Errors
    /// As [`Tables::probe_wdl`]; the table of the metric is damaged.
    pub fn value_in(&self, position: &G::Position, metric: Metric) -> Result<Value, ProbeError> {
        let value = Value { wdl: self.probe_wdl(position)?, plies: None };
        Ok(Value { plies: self.plies_where_known(position, value, metric)?, ..value })
    }

    /// Returns the plies of a metric of a position of this value; `None` for a draw, and where
    /// there is no table of the metric.
    ///
    /// # Errors
    /// When the table is damaged.
    pub fn plies_where_known(
        &self,
        position: &G::Position,
        value: Value,
        metric: Metric,
    ) -> Result<Option<u32>, ProbeError> {
        if value.wdl == Wdl::Draw || !self.has_listed(metric) {
            return Ok(None);
        }
        match G::cell_of(self, position, value.wdl, metric) {
            Ok(Some(cell)) => Ok(cell.checked_sub(1)),
            Ok(None) => Ok(G::without_table(self, position).plies),
            Err(ProbeError::MissingTable { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the plies of a metric by a move of a position, from before the move; `None` for a
    /// move to a draw, and where there is no table of the metric. `after` is the position after it
    /// and its value for the player who makes the move.
    ///
    /// # Errors
    /// As [`Tables::plies_where_known`].
    pub fn plies_of_move(
        &self,
        position: &G::Position,
        mv: &G::Move,
        after: (&G::Position, Value),
        metric: Metric,
    ) -> Result<Option<u32>, ProbeError> {
        let (after, value) = after;
        if value.wdl == Wdl::Draw || !self.has_listed(metric) {
            return Ok(None);
        }
        let before = |plies| self.game().plies_before(metric, plies, position, mv);
        // A move that converts does so whatever comes after it.
        if metric == Metric::Dtc && before(u32::MAX - 1) == 1 {
            return Ok(Some(1));
        }
        let value = Value { wdl: value.wdl.reversed(), plies: None };
        Ok(self.plies_where_known(after, value, metric)?.map(before))
    }

    /// Returns the depth to conversion of a position of this value; `None` for a draw, and where
    /// there is no DTC table. See [`Tables::probe_dtc`].
    ///
    /// # Errors
    /// When the DTC table is damaged.
    pub fn dtc_where_known(&self, position: &G::Position, value: Value) -> Result<Option<u32>, ProbeError> {
        self.plies_where_known(position, value, Metric::Dtc)
    }
}
