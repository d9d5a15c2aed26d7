//! Making of tables, job by job. Jobs whose tables exist are skipped. Several processes may work in
//! one directory.

use super::family::Family;
use super::files::directory::TableDirectory;
use super::job::Job;
use super::plan::plan;
use super::settings::Settings;
use crate::error::Error;
use crate::progress::Progress;

/// Makes all tables with up to `pieces` pieces that are missing.
///
/// # Errors
/// The error that occurs first. Tables that were finished before stay, and the next run continues
/// after them.
pub fn generate<F: Family>(
    directory: &TableDirectory<F>,
    pieces: u8,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<(), Error> {
    directory.game().check_made(pieces.into())?;
    work(directory, &plan(directory.game(), pieces, &settings.metrics), settings, progress)
}

/// Does jobs, after checking that there is enough memory for each job whose tables are missing.
///
/// # Errors
/// The errors of [`generate`].
pub fn work<F: Family>(
    directory: &TableDirectory<F>,
    jobs: &[Job<F::Slice>],
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let mut to_make = jobs.iter().filter(|job| !directory.lists_all(job));
    to_make.try_for_each(|job| job.check_memory(settings.memory_bytes))?;
    F::work(directory, jobs, settings, progress)
}
