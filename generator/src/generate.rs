//! Making tables: one job after the other, each skipped when its tables are there.

use std::sync::Arc;
use std::time::Duration;

use peatee_rules::{Kernel, Word, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice};

use crate::capture_mask::{CaptureMask, are_left_out};
use crate::directory::TableDirectory;
use crate::error::Error;
use crate::partial::{self, Partial};
use crate::plan::{Job, job, plan};
use crate::shelf::Shelf;
use crate::solver::Values;
use crate::solver::dtc::DepthToConversion;
use crate::solver::dtw::DepthToWin;
use crate::solver::lookup::{Lookup, SliceArray};
use crate::solver::retrograde::{self, Solution};
use crate::solver::sets::{self, SetRules, Solved, Wanted};
use crate::stop::Stop;
use crate::writer::table_bytes;

/// What is to be made and with what.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The metrics to make.
    pub metrics: Vec<Metric>,
    /// How much memory may be used.
    pub memory_bytes: u64,
    /// What is solved of a slice is saved whenever a layer is done and so much time has gone by.
    pub save_every: Duration,
    /// Asks the work to stop.
    pub stop: Stop,
}

impl Settings {
    /// To make these metrics in so much memory. What is solved is saved every minute.
    pub fn new(metrics: Vec<Metric>, memory_bytes: u64) -> Self {
        Settings { metrics, memory_bytes, save_every: Duration::from_secs(60), stop: Stop::default() }
    }

    /// The metrics that depend on no draw rules.
    fn plain(&self) -> Vec<Metric> {
        self.metrics.iter().copied().filter(|metric| !matches!(metric, Metric::Dtr(_))).collect()
    }
}

/// Told about the jobs as they go.
pub trait Progress: Sync {
    /// A list of jobs is about to be done.
    fn start(&self, jobs: usize, positions: u64);
    /// One of them is done; `made` is false when its tables were there.
    fn done(&self, job: &Job, made: bool);
    /// A table that the manifest lists was missing or damaged and has been made again.
    fn repaired(&self, slice: Slice, metric: Metric);
}

/// Tells nobody.
#[derive(Debug, Clone, Copy)]
pub struct Quiet;

impl Progress for Quiet {
    fn start(&self, _jobs: usize, _positions: u64) {}
    fn done(&self, _job: &Job, _made: bool) {}
    fn repaired(&self, _slice: Slice, _metric: Metric) {}
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
    // On one of the threads that share the work: from any other, each of the many small pieces of work would put that one
    // to sleep and wake it.
    rayon::scope(|_| with_kernel!(game, kernel => Worker::new(kernel, directory, settings, progress).run(jobs)))
}

struct Worker<'a, W> {
    kernel: &'a Kernel<W>,
    directory: &'a mut TableDirectory,
    settings: &'a Settings,
    progress: &'a dyn Progress,
    shelf: Shelf<W>,
    /// What the set-based solver needs; `None` in games that it cannot do.
    set_rules: Option<SetRules<W>>,
}

impl<'a, W: Word> Worker<'a, W> {
    fn new(
        kernel: &'a Kernel<W>,
        directory: &'a mut TableDirectory,
        settings: &'a Settings,
        progress: &'a dyn Progress,
    ) -> Self {
        Worker { kernel, directory, settings, progress, shelf: Shelf::default(), set_rules: SetRules::of(kernel) }
    }

    fn run(&mut self, jobs: &[Job]) -> Result<(), Error> {
        for (number, job) in jobs.iter().enumerate() {
            let is_needed = |slice: Slice| jobs[number..].iter().any(|job| job.needs.contains(&slice));
            self.shelf.keep_only(is_needed);
            // Memory that this job needs is taken from what was kept for others.
            if self.shelf.memory_bytes_beside(&job.needs) + job.memory_bytes > self.settings.memory_bytes {
                self.shelf.keep_only(|slice| job.needs.contains(&slice));
            }
            let mut made = false;
            let plain = self.settings.plain();
            if self.settings.stop.is_requested() {
                return Err(Error::Stopped { slice: job.slice.name(), layers: 0, of: 1 });
            }
            if !self.has(job, &plain)? {
                self.make_plain(job, &plain)?;
                made = true;
            }
            partial::remove(self.directory.path(), job.slice)?;
            for metric in self.settings.metrics.clone() {
                if let Metric::Dtr(set) = metric
                    && !self.has(job, &[metric])?
                {
                    let solutions =
                        crate::under_rules::solve_job(self.kernel, self.directory, &mut self.shelf, job, set)?;
                    self.write(solutions.iter().map(|solution| (solution, metric)).collect(), Vec::new())?;
                    made |= !solutions.is_empty();
                }
            }
            self.progress.done(job, made);
        }
        Ok(())
    }

    fn has(&mut self, job: &Job, metrics: &[Metric]) -> Result<bool, Error> {
        for slice in [job.slice, job.opposite] {
            for &metric in metrics {
                if !self.directory.has(slice, metric)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn make_plain(&mut self, job: &Job, metrics: &[Metric]) -> Result<(), Error> {
        // Values in plies can only be had from values in plies.
        let metric = if metrics.contains(&Metric::Dtw) { Metric::Dtw } else { Metric::Wdl };
        let mut arrays = Vec::with_capacity(job.needs.len());
        for &slice in &job.needs {
            arrays.push(self.shelf.values(self.kernel, self.directory, job, slice, metric)?);
        }
        let wanted = Wanted { to_end: metric == Metric::Dtw, to_conversion: metrics.contains(&Metric::Dtc) };
        let Settings { save_every, ref stop, .. } = *self.settings;
        let mut partial =
            Partial::new(self.directory.path(), self.directory.game(), job.slice, wanted, save_every, stop);
        let Solved { to_end: solutions, to_conversion, captures } = self.solve(job, arrays, wanted, &mut partial)?;
        let to_end = metrics.iter().copied().filter(|metric| *metric != Metric::Dtc);
        let of_end = to_end.flat_map(|metric| solutions.iter().map(move |solution| (solution, metric)));
        let of_conversion = to_conversion.iter().map(|solution| (solution, Metric::Dtc));
        self.write(of_end.chain(of_conversion).collect(), captures)?;
        drop(to_conversion);
        // Passes under draw rules plan their memory without these.
        if self.settings.metrics.iter().any(|metric| matches!(metric, Metric::Dtr(_))) {
            return Ok(());
        }
        for Solution { slice, values } in solutions {
            let index = SliceIndex::new(self.kernel, slice);
            self.shelf.put(slice, metric, SliceArray { index, entries: values });
        }
        Ok(())
    }

    fn solve(
        &self,
        job: &Job,
        known: Vec<Arc<SliceArray<W, Values>>>,
        wanted: Wanted,
        partial: &mut Partial,
    ) -> Result<Solved, Error> {
        let (kernel, slice, opposite) = (self.kernel, job.slice, job.opposite);
        if let Some(rules) = &self.set_rules {
            return sets::solve(kernel, rules, slice, opposite, &Lookup::new(known), wanted, partial);
        }
        let objective = DepthToWin { successors: Lookup::new(known.iter().cloned()), goal: kernel.goal };
        let to_end = retrograde::solve(kernel, slice, opposite, &objective)?;
        if !wanted.to_conversion {
            return Ok(Solved { to_end, to_conversion: Vec::new(), captures: Vec::new() });
        }
        let array = |solution: &Solution| {
            let index = SliceIndex::new(kernel, solution.slice);
            Arc::new(SliceArray { index, entries: solution.values.clone() })
        };
        let signs = Lookup::new(known.into_iter().chain(to_end.iter().map(array)));
        let objective = DepthToConversion { signs, goal: kernel.goal };
        let to_conversion = retrograde::solve(kernel, slice, opposite, &objective)?;
        Ok(Solved { to_end, to_conversion, captures: Vec::new() })
    }

    /// Writes tables. `captures` says for each slice of the job where the side to move must capture; where it says nothing
    /// that is worked out here.
    fn write(&mut self, mut tables: Vec<(&Solution, Metric)>, captures: Vec<CaptureMask>) -> Result<(), Error> {
        // Those of one slice follow each other: where captures are is worked out once for them.
        tables.sort_by_key(|(solution, _)| solution.slice);
        let mut captures = captures.into_iter();
        for of_slice in tables.chunk_by(|a, b| a.0.slice == b.0.slice) {
            let mut left_out = captures.next();
            for &(solution, metric) in of_slice {
                // A run that was stopped may have left some of the tables of a job; what is finished stays.
                if self.directory.has(solution.slice, metric)? {
                    continue;
                }
                let failed = |source| Error::Io { path: self.directory.path().to_owned(), source };
                if left_out.is_none() && !matches!(metric, Metric::Dtr(_)) && are_left_out(self.kernel) {
                    left_out = Some(CaptureMask::of(self.kernel, solution.slice));
                }
                let variant = self.directory.game().variant();
                let bytes = table_bytes(variant, solution, metric, left_out.as_ref()).map_err(failed)?;
                let is_repair = self.directory.lists(solution.slice, metric);
                self.directory.put(solution.slice, metric, &bytes)?;
                if is_repair {
                    self.progress.repaired(solution.slice, metric);
                }
            }
        }
        Ok(())
    }
}
