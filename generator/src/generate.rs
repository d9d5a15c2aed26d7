//! Makes tables: job by job, several at once if they fit into memory, skipping jobs whose tables
//! exist. Several processes may work in one directory.

use std::io;
use std::time::Duration;

use peatee_rules::{Bitboard, Kernel, with_kernel};
use peatee_table::format::file_name;
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, RuleSet, Slice};

use crate::capture_mask::{CaptureMask, are_left_out};
use crate::checkpoint_file::{self, CheckpointFile};
use crate::directory::TableDirectory;
use crate::error::Error;
use crate::job_space::PROGRAM_BYTES;
use crate::large_row::Room;
use crate::metrics::{all_made, has_main_road, takes_own_pass, wanted};
use crate::plan::{Job, job, plan};
use crate::progress::Progress;
use crate::shared_work::{Jobs, Standing, work_together};
use crate::solved_slices::SolvedSlices;
use crate::solver::lookup::{Lookup, SliceArray};
use crate::solver::{Means, Method, SliceJob, Solution, Solved, Solver, Values, Wanted, solver_for};
use crate::stop::Stop;
use crate::under_rules::Source;
use crate::way_under_rules::{Way, way};
use crate::writer::{WdlCoding, requirement_table_bytes, table_bytes};

/// The tables to make, and the resources.
#[derive(Debug, Clone)]
pub struct Settings {
    /// In order, without duplicates, including the WDL tables that other metrics need.
    metrics: Vec<Metric>,
    pub coding: WdlCoding,
    /// Upper bound of memory, in bytes.
    pub memory_bytes: u64,
    /// Makes the tables of one slice after the other, regardless of the number of threads.
    pub one_at_a_time: bool,
    /// Time between two saves of the solved layers of a slice.
    pub save_every: Duration,
    pub stop: Stop,
    /// Finds all distances under draw rules with the plain solver, as an oracle for the other.
    pub uses_plain_solver_under_rules: bool,
}

impl Settings {
    /// Creates settings for `metrics` (with DTC also the WDL tables that tell the winner) in
    /// `memory_bytes` of memory. Solved layers are saved every minute.
    pub fn new(metrics: Vec<Metric>, memory_bytes: u64) -> Self {
        Settings {
            metrics: all_made(&metrics),
            coding: WdlCoding::default(),
            memory_bytes,
            one_at_a_time: false,
            save_every: Duration::from_secs(60),
            stop: Stop::default(),
            uses_plain_solver_under_rules: false,
        }
    }

    /// Returns the metrics to make: the requested ones and those they depend on, in order, without
    /// duplicates.
    pub fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    /// Returns the method for distances under draw rules in a game solved by `method`.
    fn method_under_rules(&self, method: Method) -> Method {
        if self.uses_plain_solver_under_rules { Method::Plain } else { method }
    }
}

/// Makes all missing tables of 2 to `pieces` pieces.
///
/// # Errors
/// The first error. Tables finished before it stay, and the next run continues from them.
pub fn generate(
    directory: &TableDirectory,
    pieces: u8,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let jobs = plan(directory.game(), pieces, &settings.metrics);
    run(directory, &jobs, settings, progress)
}

/// Makes the tables of one slice and its opposite. The tables that they need must exist.
///
/// # Errors
/// [`Error::MissingDependency`] for the first missing table.
pub fn generate_slice(
    directory: &TableDirectory,
    slice: Slice,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let jobs = [job(directory.game(), slice, &settings.metrics)];
    run(directory, &jobs, settings, progress)
}

fn run(directory: &TableDirectory, jobs: &[Job], settings: &Settings, progress: &dyn Progress) -> Result<(), Error> {
    progress.start(jobs.len(), jobs.iter().map(|job| job.positions).sum());
    if let Some(job) = jobs.iter().find(|job| job.memory_bytes > settings.memory_bytes) {
        return Err(Error::NotEnoughMemory {
            slice: job.slice.name(),
            needed_bytes: job.memory_bytes,
            allowed_bytes: settings.memory_bytes,
        });
    }
    let game = directory.game().clone();
    for &metric in &settings.metrics {
        if let Metric::Dtr(set) = metric
            && !has_main_road(&game, &set.rules())
        {
            return Err(Error::OtherMainRoad { code: set.rules().code.id, variant: game.variant().id });
        }
    }
    with_kernel!(game, kernel => {
        let worker = Worker::new(kernel, directory, jobs, settings, progress);
        work_together(&worker, directory.claims(), &worker.stop)
    })
}

struct Worker<'a, W> {
    kernel: &'a Kernel<W>,
    directory: &'a TableDirectory,
    jobs: &'a [Job],
    settings: &'a Settings,
    /// Set when the work is to stop, or a job failed.
    stop: Stop,
    progress: &'a dyn Progress,
    solved: SolvedSlices<W>,
    solver: Box<dyn Solver<W> + 'a>,
    means: Means,
}

impl<'a, W: Bitboard> Worker<'a, W> {
    fn new(
        kernel: &'a Kernel<W>,
        directory: &'a TableDirectory,
        jobs: &'a [Job],
        settings: &'a Settings,
        progress: &'a dyn Progress,
    ) -> Self {
        // Values that do not fit into memory are held in files.
        let fits = |job: &Job| job.fast_memory_bytes <= settings.memory_bytes;
        let means = if jobs.iter().all(fits) {
            Means::ALL_MEMORY
        } else {
            let memory_bytes = settings.memory_bytes.saturating_sub(PROGRAM_BYTES);
            Means { memory_bytes, room: Room::Files(directory.path().to_owned()) }
        };
        let (solved, solver) = (SolvedSlices::new(means.room.clone()), solver_for(kernel));
        Worker { kernel, directory, jobs, settings, stop: settings.stop.inner(), progress, solved, solver, means }
    }

    /// Returns the bytes of memory that jobs take together.
    fn memory_bytes<'b>(&self, jobs: impl IntoIterator<Item = &'b usize>) -> u64 {
        let of_job = |&job: &usize| match self.means.room {
            Room::Memory => self.jobs[job].fast_memory_bytes,
            Room::Files(_) => self.jobs[job].memory_bytes,
        };
        jobs.into_iter().map(of_job).sum()
    }

    fn has(&self, job: &Job, metrics: &[Metric]) -> Result<bool, Error> {
        for slice in [job.slice, job.opposite] {
            for &metric in metrics {
                if !self.directory.has(slice, metric)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn make_together(&self, job: &Job, metrics: &[Metric]) -> Result<(), Error> {
        // Distances need the distances of successors.
        let metric = if metrics.contains(&Metric::Dtw) { Metric::Dtw } else { Metric::Wdl };
        let mut successors = Vec::with_capacity(job.needs.len());
        for &slice in &job.needs {
            successors.push(self.solved.values(self.kernel, self.directory, job, slice, metric)?);
        }
        let wanted = wanted(metrics);
        let successors = &Lookup::new(successors);
        let Solved { to_end: solutions, to_conversion, captures, .. } =
            self.solve(job, successors, (wanted, Metric::Wdl))?;
        // A table of distances to the end must never be written under another name.
        let to_end = metrics.iter().copied().filter(|metric| match metric {
            Metric::Wdl | Metric::Dtw => true,
            Metric::Dtc | Metric::Dtr(_) | Metric::CanMate => false,
        });
        let of_end = to_end.flat_map(|metric| solutions.iter().map(move |solution| (solution, metric)));
        let of_conversion = to_conversion.iter().map(|solution| (solution, Metric::Dtc));
        self.write(of_end.chain(of_conversion).collect(), captures)?;
        drop(to_conversion);
        self.keep(solutions, metric)
    }

    /// Keeps new values for the jobs that need them.
    fn keep(&self, solutions: Vec<Solution>, metric: Metric) -> Result<(), Error> {
        for Solution { slice, values } in solutions {
            let index = SliceIndex::new(self.kernel, slice);
            let array = SliceArray { index, entries: values };
            self.solved.put(slice, metric, array).map_err(|error| self.means.failed(error))?;
        }
        Ok(())
    }

    /// Makes the tables of a job under draw rules; false if the job has none.
    fn make_under_rules(&self, job: &Job, metric: Metric, set: RuleSet) -> Result<bool, Error> {
        let rules = set.rules();
        let source = Source::new(self.kernel, self.directory, &self.solved, job, set);
        match way(&rules, job.slice, self.settings.method_under_rules(self.solver.method())) {
            Way::Nothing => Ok(false),
            Way::Resets(count) => {
                let wanted = Wanted { to_reset: Some(count), ..Wanted::WDL };
                let successors = &source.successors()?;
                let Solved { to_end: fresh, to_reset, .. } = self.solve(job, successors, (wanted, metric))?;
                self.write(to_reset.iter().map(|solution| (solution, metric)).collect(), Vec::new())?;
                self.keep(fresh, metric)?;
                Ok(true)
            }
            Way::Distances(rule) => {
                let solutions = source.distances(rule)?;
                self.write(solutions.iter().map(|solution| (solution, metric)).collect(), Vec::new())?;
                Ok(true)
            }
            Way::Requirements => {
                let solutions = source.requirements()?;
                for solution in &solutions {
                    if !self.directory.has(solution.slice, metric)? {
                        let bytes = requirement_table_bytes(self.directory.game(), solution, metric);
                        self.put(solution.slice, metric, bytes)?;
                    }
                }
                Ok(true)
            }
        }
    }

    /// Solves a job under the rules of a metric.
    fn solve(
        &self,
        job: &Job,
        successors: &Lookup<W, Values>,
        (wanted, rules): (Wanted, Metric),
    ) -> Result<Solved, Error> {
        let Job { slice, opposite, .. } = *job;
        let at = (self.directory.path(), self.directory.game(), slice);
        let mut checkpoint = CheckpointFile::new(at, (wanted, rules), self.settings.save_every, &self.stop);
        self.solver.solve(&SliceJob { slice, opposite, successors, wanted, means: &self.means }, &mut checkpoint)
    }

    /// Writes tables. `captures` holds the positions in which the side to move must capture, for
    /// each slice of the job; if it is empty, they are computed here.
    fn write(&self, mut tables: Vec<(&Solution, Metric)>, captures: Vec<CaptureMask>) -> Result<(), Error> {
        // Grouped by slice, so that the captures of a slice are computed once.
        tables.sort_by_key(|(solution, _)| solution.slice);
        let mut captures = captures.into_iter();
        for of_slice in tables.chunk_by(|a, b| a.0.slice == b.0.slice) {
            let mut left_out = captures.next();
            for &(solution, metric) in of_slice {
                // A stopped run may have written some of the tables of this job; these are kept.
                if self.directory.has(solution.slice, metric)? {
                    continue;
                }
                if left_out.is_none() && !metric.stores_captures() && are_left_out(self.kernel) {
                    left_out = Some(CaptureMask::of(self.kernel, solution.slice));
                }
                let game = self.directory.game();
                let coding = self.settings.coding;
                let bytes = table_bytes(game, solution, metric, left_out.as_ref(), (coding, &self.means.room));
                self.put(solution.slice, metric, bytes)?;
            }
        }
        Ok(())
    }

    fn put(&self, slice: Slice, metric: Metric, bytes: io::Result<Vec<u8>>) -> Result<(), Error> {
        let failed = |error| Error::Io { path: self.directory.path().to_owned(), error };
        let bytes = bytes.map_err(failed)?;
        let is_repair = self.directory.lists(slice, metric);
        self.directory.put(slice, metric, &bytes)?;
        if is_repair {
            self.progress.repaired(&file_name(slice, metric));
        }
        Ok(())
    }
}

impl<W: Bitboard> Jobs for Worker<'_, W> {
    fn count(&self) -> usize {
        self.jobs.len()
    }

    fn name(&self, job: usize) -> String {
        self.jobs[job].slice.name()
    }

    fn needs(&self, job: usize, other: usize) -> bool {
        let Job { slice, opposite, .. } = self.jobs[other];
        self.jobs[job].needs.iter().any(|&needed| needed == slice || needed == opposite)
    }

    /// If values go to files, one solver may use all the memory.
    fn is_one_at_a_time(&self) -> bool {
        self.settings.one_at_a_time || matches!(self.means.room, Room::Files(_))
    }

    fn fits_beside(&self, job: usize, at_work: &[usize]) -> bool {
        self.memory_bytes(at_work.iter().chain([&job])) <= self.settings.memory_bytes
    }

    fn work(&self, job: usize, Standing { open, at_work }: &Standing) -> Result<(), Error> {
        let is_needed = |slice: Slice, jobs: &[usize]| jobs.iter().any(|&job| self.jobs[job].needs.contains(&slice));
        self.solved.keep_only(|slice| is_needed(slice, open));
        // Memory that jobs at work need is taken from slices kept for later jobs.
        let kept_bytes = self.solved.memory_bytes_without(|slice| is_needed(slice, at_work));
        if kept_bytes + self.memory_bytes(at_work) > self.settings.memory_bytes {
            self.solved.keep_only(|slice| is_needed(slice, at_work));
        }
        let job = &self.jobs[job];
        let mut made = false;
        let together: Vec<Metric> = job.metrics.iter().copied().filter(|&metric| !takes_own_pass(metric)).collect();
        if !self.has(job, &together)? {
            self.make_together(job, &together)?;
            made = true;
        }
        for &metric in &job.metrics {
            let set = match metric {
                Metric::Wdl | Metric::Dtw | Metric::Dtc | Metric::CanMate => continue,
                Metric::Dtr(set) => set,
            };
            if !self.has(job, &[metric])? {
                made |= self.make_under_rules(job, metric, set)?;
            }
        }
        checkpoint_file::remove(self.directory.path(), job.slice)?;
        self.progress.done(&job.slice.name(), job.positions, made);
        Ok(())
    }
}
