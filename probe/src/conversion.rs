//! Depth to conversion beside other values, where there are DTC tables.

use peatee_rules::{Kind, Position};
use peatee_table::{Metric, Value, Wdl};

use crate::error::ProbeError;
use crate::line::RatedMove;
use crate::tables::Tables;

impl Tables {
    /// The depth to conversion of a position of this value; `None` for a draw, and where there is
    /// no DTC table. See [`Tables::probe_dtc`].
    ///
    /// # Errors
    /// When the DTC table is damaged.
    pub fn dtc_where_known(&self, position: &Position, value: Value) -> Result<Option<u32>, ProbeError> {
        if value.wdl == Wdl::Draw || !self.has_listed(Metric::Dtc) {
            return Ok(None);
        }
        match self.probe_dtc(position) {
            Err(ProbeError::MissingTable { .. }) => Ok(None),
            known => known,
        }
    }

    /// The depth to conversion by a move, in plies from before it: 1 for a capture and for a move
    /// of any piece but a king. `None` for a move to a draw, and where there is no DTC table.
    ///
    /// # Errors
    /// As [`Tables::dtc_where_known`].
    pub fn dtc_of_move(&self, rated: &RatedMove) -> Result<Option<u32>, ProbeError> {
        let converts = rated.mv.captured != 0 || rated.mv.kind != Kind::King;
        if converts && rated.value.wdl != Wdl::Draw && self.has_listed(Metric::Dtc) {
            return Ok(Some(1));
        }
        Ok(self.dtc_where_known(&rated.position, rated.value)?.map(|plies| plies + 1))
    }
}
