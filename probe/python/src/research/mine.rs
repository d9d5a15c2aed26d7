//! Search for interesting positions.

use peatee_generator::Error;
use peatee_generator::explore::mine::{FoundPosition, Mined, Request, mine, mined_slices};
use peatee_probe::any::Tables as GameTables;
use peatee_probe::with_tables;
use pyo3::prelude::*;
use serde_json::to_string;

use super::metric::metric_named;
use super::mine_columns::fields;
use super::mine_options::MineOptions;
use super::rows::{Rows, RowsReader, schema};
use super::work::{pool_of, watched};
use crate::errors::Raise;
use crate::tables::Tables;

/// Searches tables for positions. `peatee.mine` calls it.
#[pyfunction]
pub(crate) fn _mine(tables: &Bound<'_, Tables>, options: MineOptions<'_>) -> PyResult<Rows> {
    let any = tables.get().opened()?;
    with_tables!(&*any, opened => search(tables.py(), opened, &options))
}

fn search<F: Mined>(py: Python<'_>, tables: &GameTables<F>, options: &MineOptions<'_>) -> PyResult<Rows> {
    let metric = options.metric.as_deref().map(metric_named).transpose()?;
    let (kind, chosen) = (options.kind(tables.game())?, options.filter()?);
    let search = kind.search(tables.game(), &chosen, metric).map_err(Raise::raise)?;
    let slices = tables.slices().into_iter().map(|info| info.slice).collect();
    let slices = mined_slices(tables, slices, &options.slices, metric).map_err(Raise::raise)?;
    let (filter, search) = (F::filter(&chosen), search.as_ref());
    let lines_max = options.limit.unwrap_or(u64::MAX);
    let write = |found: &FoundPosition<'_, F>, tables: &GameTables<F>| Ok(found.json(tables));
    let request = Request { tables, slices, metric, filter: filter.as_ref(), search, lines_max, write };
    watched(py, options.progress.as_ref(), &pool_of(options.threads)?, |watcher| {
        let mut rows = RowsReader::new(schema(fields(&kind, search, metric)));
        let summary = mine(&request, watcher, &mut |row| {
            rows.read(row);
            Ok(())
        })?;
        Ok::<Rows, Error>(rows.finish(Some(to_string(&summary).expect("counts hold nothing that JSON cannot"))))
    })
}
