//! Metrics that a user names.

use peatee_table::Metric;
use peatee_table::format::METRIC_BYTES;

use super::family::Family;
use crate::error::Error;

/// Returns the metric with this name.
///
/// # Errors
/// There is no such metric, or its name does not fit into a table file.
pub fn parse_metric(name: &str) -> Result<Metric, String> {
    let metric = Metric::named(name).ok_or_else(|| no_metric(name))?;
    match name.len() {
        ..=METRIC_BYTES => Ok(metric),
        bytes => Err(format!(
            "the metric name `{name}` has {bytes} bytes, and table files have room for {METRIC_BYTES}; leave a reading out"
        )),
    }
}

fn no_metric(name: &str) -> String {
    format!(
        "there is no metric `{name}`; the metrics are wdl, dtw, dtc, dtr-CODE, such as dtr-FMJD-100, wdl-Frisian, \
         dtw-Frisian and dtw-FIDE-50"
    )
}

/// Returns the metrics of the tables to make: the requested ones and those on which they depend, or
/// the default metrics of the game if none is requested.
///
/// # Errors
/// The game has no tables of a requested metric.
pub fn made_metrics(game: &impl Family, requested: &[Metric]) -> Result<Vec<Metric>, Error> {
    if requested.is_empty() { game.made_metrics(&game.default_metrics()) } else { game.made_metrics(requested) }
}
