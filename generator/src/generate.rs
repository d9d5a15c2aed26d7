//! Making tables: one job after the other, each skipped when its tables are there.

use std::collections::HashMap;
use std::sync::Arc;

use peatee_probe::{Metric, Slice};
use peatee_rules::{AnyKernel, Kernel, Word};

use crate::directory::TableDirectory;
use crate::error::Error;
use crate::plan::{Job, job, plan, positions};
use crate::solver::children::{Child, Children};
use crate::solver::retrograde::{Solution, solve};
use crate::writer::table_bytes;

/// What is to be made and with what.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The metrics to make.
    pub metrics: Vec<Metric>,
    /// How much memory may be used.
    pub memory_bytes: u64,
}

/// Told about the jobs as they go.
pub trait Progress {
    /// A list of jobs is about to be done.
    fn start(&self, jobs: usize, positions: u64);
    /// One of them is done; `made` is false when its tables were there.
    fn done(&self, job: &Job, made: bool);
}

/// Tells nobody.
#[derive(Debug, Clone, Copy)]
pub struct Quiet;

impl Progress for Quiet {
    fn start(&self, _jobs: usize, _positions: u64) {}
    fn done(&self, _job: &Job, _made: bool) {}
}

/// Makes all tables of 2 to `pieces` pieces that are not there yet.
///
/// # Errors
/// The first thing that goes wrong; tables finished before stay, and the next run goes on from them.
pub fn generate(
    directory: &mut TableDirectory,
    pieces: u8,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let jobs = plan(directory.game(), pieces, &settings.metrics);
    run(directory, &jobs, settings, progress)
}

/// Makes the tables of one slice and its opposite; those they need must be there.
///
/// # Errors
/// [`Error::MissingDependency`] names the first table that is not.
pub fn generate_slice(
    directory: &mut TableDirectory,
    slice: Slice,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let jobs = [job(directory.game(), slice, &settings.metrics)];
    run(directory, &jobs, settings, progress)
}

fn run(
    directory: &mut TableDirectory,
    jobs: &[Job],
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<(), Error> {
    progress.start(jobs.len(), jobs.iter().map(|job| job.positions).sum());
    if let Some(job) = jobs.iter().find(|job| job.memory_bytes > settings.memory_bytes) {
        return Err(Error::NotEnoughMemory {
            slice: job.slice.name(),
            needed_bytes: job.memory_bytes,
            allowed_bytes: settings.memory_bytes,
        });
    }
    let game = directory.game().clone();
    match game.kernel() {
        AnyKernel::Narrow(kernel) => Worker::new(kernel, directory, settings).run(jobs, progress),
        AnyKernel::Wide(kernel) => Worker::new(kernel, directory, settings).run(jobs, progress),
    }
}

struct Worker<'a, W> {
    kernel: &'a Kernel<W>,
    directory: &'a mut TableDirectory,
    settings: &'a Settings,
    /// Decoded tables of smaller slices, kept from job to job.
    kept: HashMap<Slice, Arc<Child<W>>>,
}

impl<'a, W: Word> Worker<'a, W> {
    fn new(kernel: &'a Kernel<W>, directory: &'a mut TableDirectory, settings: &'a Settings) -> Self {
        Worker { kernel, directory, settings, kept: HashMap::new() }
    }

    fn run(&mut self, jobs: &[Job], progress: &dyn Progress) -> Result<(), Error> {
        for job in jobs {
            let made = !self.is_done(job)?;
            if made {
                self.make(job)?;
            }
            progress.done(job, made);
        }
        Ok(())
    }

    fn is_done(&mut self, job: &Job) -> Result<bool, Error> {
        for slice in [job.slice, job.opposite] {
            for &metric in &self.settings.metrics {
                if !self.directory.has(slice, metric)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn make(&mut self, job: &Job) -> Result<(), Error> {
        let children = self.children(job)?;
        let solutions = solve(self.kernel, job.slice, job.opposite, &children)?;
        drop(children);
        for solution in &solutions {
            for &metric in &self.settings.metrics {
                self.write(solution, metric)?;
            }
        }
        Ok(())
    }

    fn write(&mut self, solution: &Solution, metric: Metric) -> Result<(), Error> {
        let bytes = table_bytes(self.directory.game().variant(), solution, metric)
            .map_err(|source| Error::Io { path: self.directory.path().to_owned(), source })?;
        self.directory.put(solution.slice, metric, &bytes)
    }

    /// The tables that a job needs, decoded; those that it does not need are dropped when memory is short.
    fn children(&mut self, job: &Job) -> Result<Children<W>, Error> {
        // Values in plies can only be had from values in plies.
        let metric = if self.settings.metrics.contains(&Metric::Dtw) { Metric::Dtw } else { Metric::Wdl };
        let kept_bytes: u64 = self.kept.values().map(|child| child.memory_bytes()).sum();
        if kept_bytes + job.memory_bytes > self.settings.memory_bytes {
            self.kept.retain(|slice, _| job.needs.contains(slice));
        }
        let mut children = Vec::with_capacity(job.needs.len());
        for &slice in &job.needs {
            let child = match self.kept.get(&slice) {
                Some(child) => child.clone(),
                None => self.load(job, slice, metric)?,
            };
            children.push(child);
        }
        Ok(Children::new(children))
    }

    fn load(&mut self, job: &Job, slice: Slice, metric: Metric) -> Result<Arc<Child<W>>, Error> {
        let directory = &*self.directory;
        let table = directory.table(slice, metric)?.ok_or_else(|| Error::MissingDependency {
            slice: job.slice.name(),
            missing: slice.name(),
            metric,
            directory: directory.path().to_owned(),
        })?;
        debug_assert_eq!(table.header().positions, positions(directory.game(), slice));
        let child = Child::load(self.kernel, slice, &table)
            .map_err(|source| Error::File { path: table.path().to_owned(), source })?;
        let child = Arc::new(child);
        self.kept.insert(slice, child.clone());
        Ok(child)
    }
}
