//! Reads distances (plies to the end, to a conversion or to a reset), where tables of them exist.

use peatee_table::{Metric, Value, Wdl};

use crate::error::ProbeError;
use crate::probed::Probed;
use crate::tables::Tables;

impl<G: Probed> Tables<G> {
    /// Returns the win, draw or loss of a position, with its distance in a metric. The distance is
    /// `None` for a draw, and if the table of the metric is missing.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`], or the table of the metric is damaged.
    pub fn value_in(&self, position: &G::Position, metric: Metric) -> Result<Value, ProbeError> {
        let value = Value { wdl: self.probe_wdl(position)?, plies: None };
        Ok(Value { plies: self.plies_where_known(position, value, metric)?, ..value })
    }

    /// Returns the distance of a position in a metric, in plies. `value` is the value of the
    /// position. Returns `None` for a draw, and if the table of the metric is missing.
    ///
    /// # Errors
    /// The table is damaged.
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

    /// Returns the distance of a position in a metric, in plies, if the move `mv` is made. The
    /// distance includes the move. `after` is the position after the move, with its value for the
    /// player who makes the move. Returns `None` for a move to a draw, and if the table of the
    /// metric is missing.
    ///
    /// # Errors
    /// The errors of [`Tables::plies_where_known`].
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
        // A conversion has the DTC 1, whatever the next position is.
        if metric == Metric::Dtc && before(u32::MAX - 1) == 1 {
            return Ok(Some(1));
        }
        let value = Value { wdl: value.wdl.reversed(), plies: None };
        Ok(self.plies_where_known(after, value, metric)?.map(before))
    }

    /// Returns the depth to conversion (DTC) of a position in plies. `value` is the value of the
    /// position. Returns `None` for a draw, and if the DTC table is missing. See
    /// [`Tables::probe_dtc`].
    ///
    /// # Errors
    /// The DTC table is damaged.
    pub fn dtc_where_known(&self, position: &G::Position, value: Value) -> Result<Option<u32>, ProbeError> {
        self.plies_where_known(position, value, Metric::Dtc)
    }
}
