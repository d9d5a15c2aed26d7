//! Counts of the positions of slices.

use arrow_schema::{DataType, Field};
use peatee_generator::Error;
use peatee_generator::explore::stats::counted::Counted;
use peatee_probe::any::Tables as GameTables;
use peatee_probe::chess::Chess;
use peatee_probe::{Draughts, with_tables};
use pyo3::prelude::*;
use serde_json::to_vec;

use super::metric::metric_named;
use super::rows::{Rows, RowsReader, field, schema};
use super::work::{pool_of, watched};
use crate::errors::Raise;
use crate::tables::Tables;

/// Arguments of `peatee.stats`.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct StatsOptions<'py> {
    slices: Vec<String>,
    metric: Option<String>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
}

/// Counts the positions of slices. `peatee.stats` calls it.
#[pyfunction]
pub(crate) fn _stats(tables: &Bound<'_, Tables>, options: StatsOptions<'_>) -> PyResult<Rows> {
    let any = tables.get().opened()?;
    with_tables!(&*any, opened => count(tables.py(), opened, &options))
}

/// A game whose counts are columns.
trait CountColumns: Counted {
    fn fields() -> Vec<Field>;
}

impl CountColumns for Draughts {
    fn fields() -> Vec<Field> {
        let longest = [("plies", DataType::Int32), ("positions", DataType::Int64), ("fen", DataType::Utf8)];
        let longest = DataType::Struct(longest.map(field).into_iter().collect());
        let counts = ["positions", "wins", "draws", "losses"].map(|name| field((name, DataType::Int64)));
        let texts = ["slice", "values_digest"].map(|name| field((name, DataType::Utf8)));
        let [slice, digest] = texts;
        let longest = ["longest_win", "longest_loss"].map(|name| field((name, longest.clone())));
        [slice].into_iter().chain(counts).chain([digest]).chain(longest).collect()
    }
}

impl CountColumns for Chess {
    fn fields() -> Vec<Field> {
        let counts = ["wins", "cursed_wins", "draws", "blessed_losses", "losses"];
        let counts = counts.map(|name| field((name, DataType::Int64)));
        let longest = ["longest_win_plies", "longest_loss_plies"].map(|name| field((name, DataType::Int32)));
        [field(("slice", DataType::Utf8))].into_iter().chain(counts).chain(longest).collect()
    }
}

fn count<F: CountColumns>(py: Python<'_>, tables: &GameTables<F>, options: &StatsOptions<'_>) -> PyResult<Rows> {
    let StatsOptions { slices: names, metric, threads, progress } = options;
    let metric = metric.as_deref().map(metric_named).transpose()?;
    metric.map_or(Ok(()), |metric| tables.game().check_read(metric)).map_err(Raise::raise)?;
    let slices = tables.slices().into_iter().map(|info| info.slice).collect();
    let slices = F::chosen(tables, slices, names, metric).map_err(Raise::raise)?;
    watched(py, progress.as_ref(), &pool_of(*threads)?, |watcher| {
        let mut rows = RowsReader::new(schema(F::fields()));
        F::each_row(tables, &slices, metric, watcher, &mut |_, row| {
            rows.read(&to_vec(&row).expect("counts hold nothing that JSON cannot"));
            Ok(())
        })?;
        Ok::<Rows, Error>(rows.finish(None))
    })
}
