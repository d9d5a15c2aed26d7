//! Columns of a value in lines that are written for programs.

use peatee_table::{Metric, Value};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::families::Explored;

/// Returns the name of the column with the distances of a metric; `None` if the metric has none.
pub fn distance_column<F: Explored>(metric: Metric) -> Option<&'static str> {
    match metric {
        Metric::Wdl | Metric::RuleWdl(_) | Metric::CanMate => None,
        Metric::Dtw => Some("dtw_plies"),
        Metric::Dtc => Some("dtc_plies"),
        Metric::Dtr(_) => Some(F::RULE_PLIES),
        Metric::RuleDtw(_) => (!metric.has_staircases()).then_some("rule_plies"),
    }
}

/// A value and the name of its distance. In an output line it is serialized as two fields, such as
/// `"wdl":"win","dtw_plies":29`.
#[derive(Debug, Clone, Copy)]
pub struct ValueColumns {
    pub distance: Option<&'static str>,
    pub value: Value,
}

impl Serialize for ValueColumns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("wdl", self.value.wdl.name())?;
        if let Some(column) = self.distance {
            map.serialize_entry(column, &self.value.plies)?;
        }
        map.end()
    }
}
