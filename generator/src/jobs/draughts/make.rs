//! Making of draughts tables: several jobs are done at the same time if they fit into memory.

use std::io;

use peatee_rules::{Bitboard, Kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, RuleSet, Slice};

use super::checkpoint_file;
use super::checkpoint_file::CheckpointFile;
use super::job_space::PROGRAM_BYTES;
use super::solved_slices::SolvedSlices;
use super::under_rules::RuleSource;
use crate::error::Error;
use crate::jobs::files::directory::TableDirectory;
use crate::jobs::files::shared_work::{JobStates, Jobs, work_together};
use crate::jobs::job::Job;
use crate::jobs::settings::Settings;
use crate::progress::Progress;
use crate::progress::stop::Stop;
use crate::solver::draughts::lookup::{Lookup, SliceArray};
use crate::solver::draughts::metrics::{has_table, takes_own_pass, wanted};
use crate::solver::draughts::rule_strategy::{RuleStrategy, strategy_for};
use crate::solver::draughts::{Resources, SliceJob, Solution, Solved, Solver, SolverKind, ValueKinds, solver_for};
use crate::solver::values::Values;
use crate::solver::values::capture_mask::{CaptureMask, are_left_out};
use crate::spill::spill_vec::Backing;
use crate::tables::write::{requirement_table_bytes, run_table_bytes, table_bytes};

/// Worker that does all jobs of a run in one directory, with the state that the jobs share.
pub struct Worker<'a, W> {
    kernel: &'a Kernel<W>,
    directory: &'a TableDirectory,
    jobs: &'a [Job],
    settings: &'a Settings,
    stop: Stop,
    progress: &'a dyn Progress,
    solved: SolvedSlices<W>,
    solver: Box<dyn Solver<W> + 'a>,
    means: Resources,
}

impl<'a, W: Bitboard> Worker<'a, W> {
    pub fn new(
        kernel: &'a Kernel<W>,
        directory: &'a TableDirectory,
        jobs: &'a [Job],
        settings: &'a Settings,
        progress: &'a dyn Progress,
    ) -> Self {
        // If not all values fit into memory, they are held in files.
        let fits = |job: &Job| job.fast_memory_bytes <= settings.memory_bytes;
        let means = if jobs.iter().all(fits) {
            Resources::ALL_MEMORY
        } else {
            let memory_bytes = settings.memory_bytes.saturating_sub(PROGRAM_BYTES);
            Resources { memory_bytes, room: Backing::Files(directory.path().to_owned()) }
        };
        let (solved, solver) = (SolvedSlices::new(means.room.clone()), solver_for(kernel));
        Worker { kernel, directory, jobs, settings, stop: settings.stop.inner(), progress, solved, solver, means }
    }

    /// Does all jobs, together with other processes that work in the same directory.
    ///
    /// # Errors
    /// The error of the job that fails first.
    pub fn work_together(&self) -> Result<(), Error> {
        work_together(self, self.directory.claims(), &self.stop)
    }

    fn method_under_rules(&self) -> SolverKind {
        if self.settings.uses_plain_solver_under_rules { SolverKind::Plain } else { self.solver.method() }
    }

    fn memory_bytes<'b>(&self, jobs: impl IntoIterator<Item = &'b usize>) -> u64 {
        let of_job = |&job: &usize| match self.means.room {
            Backing::Memory => self.jobs[job].fast_memory_bytes,
            Backing::Files(_) => self.jobs[job].memory_bytes,
        };
        jobs.into_iter().map(of_job).sum()
    }

    fn make_together(&self, job: &Job, metrics: &[Metric]) -> Result<(), Error> {
        // Distances to the end depend on the distances of the successors; WDL needs only their WDL.
        let metric = if metrics.contains(&Metric::Dtw) { Metric::Dtw } else { Metric::Wdl };
        let mut successors = Vec::with_capacity(job.needs.len());
        for &slice in &job.needs {
            successors.push(self.solved.values(self.kernel, self.directory, job, slice, metric)?);
        }
        let wanted = wanted(metrics);
        let successors = &Lookup::new(successors);
        let Solved { to_end: solutions, to_conversion, captures, .. } =
            self.solve(job, successors, (wanted, Metric::Wdl))?;
        // The metrics are listed one by one, so that distances to the end are never written as a
        // table of another metric.
        let to_end = metrics.iter().copied().filter(|metric| match metric {
            Metric::Wdl | Metric::Dtw => true,
            Metric::Dtc | Metric::Dtr(_) | Metric::RuleWdl(_) | Metric::RuleDtw(_) | Metric::CanMate => false,
        });
        let of_end = to_end.flat_map(|metric| solutions.iter().map(move |solution| (solution, metric)));
        let of_conversion = to_conversion.iter().map(|solution| (solution, Metric::Dtc));
        self.write(of_end.chain(of_conversion).collect(), captures)?;
        drop(to_conversion);
        self.keep(solutions, metric)
    }

    fn keep(&self, solutions: Vec<Solution>, metric: Metric) -> Result<(), Error> {
        for Solution { slice, values } in solutions {
            let index = SliceIndex::new(self.kernel, slice);
            let array = SliceArray { index, entries: values };
            self.solved.put(slice, metric, array).map_err(|error| self.means.failed(error))?;
        }
        Ok(())
    }

    /// Makes the tables of a job in a metric under draw rules. Returns false if the job has no
    /// tables in this metric.
    fn make_under_rules(&self, job: &Job, metric: Metric, set: RuleSet) -> Result<bool, Error> {
        let rules = set.rules();
        let source = RuleSource::new(self.kernel, self.directory, &self.solved, job, set);
        if let Metric::RuleWdl(_) | Metric::RuleDtw(_) = metric {
            return self.make_by_king_runs(job, set, &source);
        }
        match strategy_for(&rules, job.slice, self.method_under_rules()) {
            RuleStrategy::Nothing => Ok(false),
            RuleStrategy::Resets(count) => {
                let wanted = ValueKinds { to_reset: Some(count), ..ValueKinds::WDL };
                let successors = &source.successors()?;
                let Solved { to_end: fresh, to_reset, .. } = self.solve(job, successors, (wanted, metric))?;
                self.write(to_reset.iter().map(|solution| (solution, metric)).collect(), Vec::new())?;
                self.keep(fresh, metric)?;
                Ok(true)
            }
            RuleStrategy::Distances(rule) => {
                let solutions = source.distances(rule)?;
                self.write(solutions.iter().map(|solution| (solution, metric)).collect(), Vec::new())?;
                Ok(true)
            }
            RuleStrategy::Requirements => {
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

    /// Makes the tables of a job under a limit on moves in a row with one king: values, and their
    /// distances if they are requested. Returns false if the slices of the job have no such tables.
    fn make_by_king_runs(&self, job: &Job, set: RuleSet, source: &RuleSource<W>) -> Result<bool, Error> {
        let game = self.directory.game();
        let [of_results, of_distances] = [Metric::RuleWdl(set), Metric::RuleDtw(set)].map(|metric| {
            let is_made = job.metrics.contains(&metric) && has_table(game, job.slice, metric);
            is_made.then_some(metric)
        });
        if of_results.or(of_distances).is_none() {
            return Ok(false);
        }
        for solution in source.king_runs(of_distances.is_some())? {
            let slice = solution.slice;
            if let Some(metric) = of_results
                && !self.directory.has(slice, metric)?
            {
                let left_out = are_left_out(self.kernel).then(|| CaptureMask::of(self.kernel, slice));
                let patterns = solution.patterns();
                let patterns = patterns.ok_or_else(|| Error::TooManyRunPatterns { slice: slice.name(), metric })?;
                self.put(slice, metric, run_table_bytes(game, &patterns, metric, left_out.as_ref()))?;
            }
            if let Some(metric) = of_distances {
                let solution = Solution { slice, values: Values::Plies(solution.values.into()) };
                let means = (self.settings.coding, &self.means.room);
                self.put(slice, metric, table_bytes(game, &solution, metric, None, means))?;
            }
        }
        Ok(true)
    }

    fn solve(
        &self,
        job: &Job,
        successors: &Lookup<W, Values>,
        (wanted, rules): (ValueKinds, Metric),
    ) -> Result<Solved, Error> {
        let Job { slice, opposite, .. } = *job;
        let at = (self.directory.path(), self.directory.game(), slice);
        let mut checkpoint = CheckpointFile::new(at, (wanted, rules), self.settings.save_every, &self.stop);
        self.solver.solve(&SliceJob { slice, opposite, successors, wanted, means: &self.means }, &mut checkpoint)
    }

    /// Writes tables. `captures` holds, for each slice of the job, the positions in which the side
    /// to move must capture. If `captures` is empty, these positions are computed here when needed.
    fn write(&self, mut tables: Vec<(&Solution, Metric)>, captures: Vec<CaptureMask>) -> Result<(), Error> {
        // The tables are grouped by slice, so that the positions with captures are computed once
        // for each slice.
        tables.sort_by_key(|(solution, _)| solution.slice);
        let mut captures = captures.into_iter();
        for of_slice in tables.chunk_by(|a, b| a.0.slice == b.0.slice) {
            let mut left_out = captures.next();
            for &(solution, metric) in of_slice {
                // A run that was stopped may have written some tables of this job; these stay.
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
        let bytes = bytes.map_err(Error::at(self.directory.path()))?;
        self.directory.put_missing(slice, metric, &bytes, self.progress)
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
        self.jobs[job].needs(&self.jobs[other])
    }

    /// Returns true if values are held in files. One solver may then use all the memory, so jobs
    /// are done one at a time.
    fn is_one_at_a_time(&self) -> bool {
        self.settings.one_at_a_time || matches!(self.means.room, Backing::Files(_))
    }

    fn fits_beside(&self, job: usize, at_work: &[usize]) -> bool {
        self.memory_bytes(at_work.iter().chain([&job])) <= self.settings.memory_bytes
    }

    fn work(&self, job: usize, JobStates { open, at_work }: &JobStates) -> Result<(), Error> {
        let is_needed = |slice: Slice, jobs: &[usize]| jobs.iter().any(|&job| self.jobs[job].needs.contains(&slice));
        self.solved.keep_only(|slice| is_needed(slice, open));
        // If the running jobs need memory, slices that are kept for later jobs are dropped.
        let kept_bytes = self.solved.memory_bytes_without(|slice| is_needed(slice, at_work));
        if kept_bytes + self.memory_bytes(at_work) > self.settings.memory_bytes {
            self.solved.keep_only(|slice| is_needed(slice, at_work));
        }
        let job = &self.jobs[job];
        let mut made = false;
        let together: Vec<Metric> = job.metrics.iter().copied().filter(|&metric| !takes_own_pass(metric)).collect();
        if !self.directory.missing(job, &together)?.is_empty() {
            job.check_memory(self.settings.memory_bytes)?;
            self.make_together(job, &together)?;
            made = true;
        }
        for &metric in &job.metrics {
            let Some(set) = metric.rule_set() else { continue };
            if !self.directory.missing(job, &[metric])?.is_empty() {
                job.check_memory(self.settings.memory_bytes)?;
                made |= self.make_under_rules(job, metric, set)?;
            }
        }
        checkpoint_file::remove(self.directory.path(), job.slice)?;
        self.progress.done(&job.slice.name(), job.positions, made);
        Ok(())
    }
}
