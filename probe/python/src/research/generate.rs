//! Making of tables.

use std::path::{Path, PathBuf};

use peatee_generator::jobs::metrics::made_metrics;
use peatee_generator::jobs::plan::MADE_PIECES;
use peatee_generator::jobs::settings::free_memory_bytes;
use peatee_generator::{Error, Family, Settings, TableDirectory, plan, work};
use peatee_probe::{AnyGame, with_game};
use peatee_table::Metric;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::metric::metric_named;
use super::work::{Watcher, pool_of, watched};

/// Arguments of `peatee.generate`.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct GenerateOptions<'py> {
    game: String,
    directory: PathBuf,
    pieces: u8,
    metrics: Vec<String>,
    memory_bytes: Option<u64>,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
}

/// Makes the tables of a game in a folder of a directory. `peatee.generate` calls it.
#[pyfunction]
pub(crate) fn _generate(py: Python<'_>, options: GenerateOptions<'_>) -> PyResult<()> {
    let GenerateOptions { game, directory, pieces, metrics, memory_bytes, threads, progress } = options;
    if !MADE_PIECES.contains(&pieces) {
        let (least, most) = MADE_PIECES.into_inner();
        return Err(PyValueError::new_err(format!("tables have {least} to {most} pieces, not {pieces}")));
    }
    let game = AnyGame::named(&game).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let metrics = metrics.iter().map(|name| metric_named(name)).collect::<PyResult<Vec<Metric>>>()?;
    let memory_bytes = memory_bytes.unwrap_or_else(free_memory_bytes);
    watched(
        py,
        progress.as_ref(),
        &pool_of(threads)?,
        |watcher| with_game!(&game, game => make(game, &directory, pieces, &metrics, memory_bytes, watcher)),
    )
}

fn make(
    game: &impl Family,
    directory: &Path,
    pieces: u8,
    metrics: &[Metric],
    memory_bytes: u64,
    watcher: &Watcher,
) -> Result<(), Error> {
    game.check_made(pieces.into())?;
    let mut settings = Settings::new(made_metrics(game, metrics)?, memory_bytes);
    settings.stop = watcher.stop.clone();
    let jobs = plan(game, pieces, &settings.metrics);
    let directory = TableDirectory::open(directory, game)?;
    directory.check_room_for(&jobs, memory_bytes)?;
    work(&directory, &jobs, &settings, watcher)
}
