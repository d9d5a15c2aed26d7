//! Making of chess tables, one set at a time. A set is a slice and its opposite. Sets whose tables
//! exist are skipped. Several processes may work in one directory.

use std::sync::{Mutex, PoisonError};

use peatee_chess::Slice;
use peatee_probe::Tabled as _;
use peatee_probe::chess::Chess;
use peatee_table::Metric;
use peatee_table::staircase::MOST_SHAPES;

use crate::error::Error;
use crate::jobs::files::directory::TableDirectory;
use crate::jobs::files::shared_work::{JobStates, Jobs, work_together};
use crate::jobs::job::Job;
use crate::jobs::settings::Settings;
use crate::progress::Progress;
use crate::solver::chess::metrics::{default_distance, distances, limit_plies, plies_under_rules};
use crate::solver::chess::{
    CanMateSolver, DepthSolver, Entry, NumberedCells, NumberedValues, SolvedForm, Solver, SolverOf, memory_bytes,
    read_can_mate, read_depths, read_set,
};
use crate::tables::write::{can_mate_table_bytes, chess_tables_of_set};

pub fn default_metrics() -> Vec<Metric> {
    vec![Metric::Wdl, default_distance()]
}

/// Returns the metrics of the tables to make for the requested metrics `asked`. Adds WDL to metrics
/// of distances, because WDL tables tell who wins. Adds DTM and DTZ to plies to mate under a draw
/// rule, because their tables are relative to both.
///
/// # Errors
/// [`Error::ChessMetric`] if chess has no tables of a requested metric.
pub fn checked_metrics(asked: &[Metric]) -> Result<Vec<Metric>, Error> {
    let known = [Metric::Wdl].into_iter().chain(distances()).chain(plies_under_rules()).chain([Metric::CanMate]);
    if let Some(&metric) = asked.iter().find(|&&metric| !known.clone().any(|known| known == metric)) {
        return Err(Error::ChessMetric { metric });
    }
    let brings = |wanted: Metric| {
        asked.iter().any(|&metric| match metric {
            Metric::RuleDtw(set) => [Metric::Wdl, Metric::Dtw, Metric::Dtr(set)].contains(&wanted),
            _ => wanted == Metric::Wdl && metric.counts_plies(),
        })
    };
    Ok(known.filter(|&metric| asked.contains(&metric) || brings(metric)).collect())
}

/// Largest number of men of the tables of plies to mate under a draw rule. With five men, some
/// distances may take more plies than a byte holds.
const STAIRCASE_MEN_MAX: u32 = 4;

/// Makes the tables of all sets. Each set is made after the sets to which its moves lead.
pub fn make(
    directory: &TableDirectory<Chess>,
    jobs: &[Job<Slice>],
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let of_rule = settings.metrics.iter().find(|metric| matches!(metric, Metric::RuleDtw(_)));
    if let Some(&metric) = of_rule
        && let Some(job) = jobs.iter().find(|job| job.slice.men() > STAIRCASE_MEN_MAX)
    {
        return Err(Error::StaircaseMen { metric, slice: job.slice.name(), most: STAIRCASE_MEN_MAX });
    }
    let (passes, with_mates) = (passes(&settings.metrics), settings.metrics.contains(&Metric::CanMate));
    let depths = [Metric::Dtw, Metric::Dtc].into_iter().chain(plies_under_rules());
    let depths = depths.filter(|depth| settings.metrics.contains(depth));
    let parts = passes.len() + depths.clone().count() + usize::from(with_mates);
    progress.start(parts * jobs.len(), parts as u64 * jobs.iter().map(|job| job.positions).sum::<u64>());
    let path = directory.path();
    let write = |of_slices: Vec<NumberedValues>, wanted: &[(Slice, Metric)]| {
        check_staircases(&of_slices, wanted)?;
        let tables = chess_tables_of_set(&of_slices, wanted, settings.coding).map_err(Error::at(path))?;
        tables.iter().try_for_each(|(slice, metric, bytes)| directory.put_missing(*slice, *metric, bytes, progress))
    };
    let all = Make { directory, jobs, metrics: &[], settings, progress };
    for (dtz, metrics) in &passes {
        let limit_plies = limit_plies(*dtz).expect("DTZ has a clock") as usize;
        let solver = Solver::reading(limit_plies, |set| read_set(path, set, *dtz));
        Make { metrics, ..all }.all(solver, write)?;
    }
    for depth in depths {
        let solver = DepthSolver::reading(depth, |set| read_depths(path, set, depth));
        Make { metrics: &[depth], ..all }.all(solver, write)?;
    }
    if with_mates {
        let solver = CanMateSolver::reading((), |set| read_can_mate(path, set));
        Make { metrics: &[Metric::CanMate], ..all }.all(solver, |of_slices, wanted| {
            for NumberedCells { slice, cells } in of_slices {
                for &(_, metric) in wanted.iter().filter(|(of, _)| *of == slice) {
                    let identity = Chess.identity(slice, metric);
                    let bytes = can_mate_table_bytes(identity, &cells).map_err(Error::at(path))?;
                    directory.put_missing(slice, metric, &bytes, progress)?;
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Returns an error if tables of plies to mate under a draw rule are wanted, and cannot hold the
/// values.
fn check_staircases(of_slices: &[NumberedValues], wanted: &[(Slice, Metric)]) -> Result<(), Error> {
    for &(slice, metric) in wanted.iter().filter(|(_, metric)| matches!(metric, Metric::RuleDtw(_))) {
        let limit_plies = limit_plies(metric).unwrap_or(0);
        let is_late = |entry: &Entry| !entry.is_draw() && u32::from(entry.value().plies()) > limit_plies;
        let has_room =
            |of: &NumberedValues| of.staircases.shapes.len() <= MOST_SHAPES && !of.entries.iter().any(is_late);
        if !of_slices.iter().filter(|of| of.slice == slice).all(has_room) {
            return Err(Error::NoStaircases { slice: slice.name(), metric });
        }
    }
    Ok(())
}

/// Returns the passes of the solver over all sets: one for each draw rule, or one for WDL alone. A
/// pass has the DTZ metric of its rule, and the metrics of the tables that it makes. WDL is the
/// same under all rules, so the first pass makes it.
fn passes(metrics: &[Metric]) -> Vec<(Metric, Vec<Metric>)> {
    let dtz = metrics.iter().filter(|metric| matches!(metric, Metric::Dtr(_)));
    let mut passes: Vec<(Metric, Vec<Metric>)> = dtz.map(|&metric| (metric, vec![metric])).collect();
    if metrics.contains(&Metric::Wdl) {
        match passes.first_mut() {
            Some((_, first)) => first.insert(0, Metric::Wdl),
            None => passes.push((default_distance(), vec![Metric::Wdl])),
        }
    }
    passes
}

#[derive(Clone, Copy)]
struct Make<'a> {
    directory: &'a TableDirectory<Chess>,
    jobs: &'a [Job<Slice>],
    metrics: &'a [Metric],
    settings: &'a Settings,
    progress: &'a dyn Progress,
}

impl Make<'_> {
    /// Makes the tables that are missing. Calls `write` with the results of each solved set, and
    /// with the slices and metrics of the tables to write.
    fn all<S: SolvedForm>(
        &self,
        solver: SolverOf<S>,
        write: impl Fn(Vec<S::Numbered>, &[(Slice, Metric)]) -> Result<(), Error> + Sync,
    ) -> Result<(), Error> {
        let next_sets = self.jobs.iter().map(|job| job.slice.next_sets()).collect();
        let worker = SetWorker { make: self, next_sets, solver: Mutex::new(solver), write };
        work_together(&worker, self.directory.claims(), &self.settings.stop.inner())
    }

    /// Returns the missing tables of a set. In a metric with cells of one slice, a set has two
    /// tables, one for each slice. If one of them is missing, returns both, because one of them
    /// determines which cells the other omits.
    fn missing(&self, job: &Job<Slice>) -> Result<Vec<(Slice, Metric)>, Error> {
        let mut missing = self.directory.missing(job, self.metrics)?;
        for &metric in self.metrics.iter().filter(|metric| metric.may_be_derived()) {
            if missing.iter().any(|&(_, lacking)| lacking == metric) {
                missing.retain(|&(_, lacking)| lacking != metric);
                missing.extend(job.slices().map(|slice| (slice, metric)));
            }
        }
        Ok(missing)
    }
}

struct SetWorker<'a, 'r, S: SolvedForm, F> {
    make: &'a Make<'a>,
    /// For each job, the sets to which captures and promotions lead.
    next_sets: Vec<Vec<Slice>>,
    /// Solver in a lock, because it solves one set at a time, on all threads.
    solver: Mutex<SolverOf<'r, S>>,
    write: F,
}

impl<S, F> Jobs for SetWorker<'_, '_, S, F>
where
    S: SolvedForm,
    F: Fn(Vec<S::Numbered>, &[(Slice, Metric)]) -> Result<(), Error> + Sync,
{
    fn count(&self) -> usize {
        self.make.jobs.len()
    }

    fn name(&self, job: usize) -> String {
        self.make.jobs[job].slice.name()
    }

    fn needs(&self, job: usize, other: usize) -> bool {
        self.make.jobs[job].needs(&self.make.jobs[other])
    }

    fn is_one_at_a_time(&self) -> bool {
        true
    }

    fn work(&self, job: usize, JobStates { open, .. }: &JobStates) -> Result<(), Error> {
        let Make { jobs, settings, progress, .. } = *self.make;
        let job = &jobs[job];
        let set = job.slice;
        let missing = self.make.missing(job)?;
        if !missing.is_empty() {
            job.check_memory(settings.memory_bytes)?;
            let next_use = |kept| open.iter().position(|&open| self.next_sets[open].contains(&kept));
            let mut solver = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
            let metric = solver.metric();
            solver.keep(settings.memory_bytes - memory_bytes(set, metric), next_use);
            let solved = solver.solve(set)?;
            drop(solver);
            (self.write)(solved, &missing)?;
        }
        progress.done(&set.name(), job.positions, !missing.is_empty());
        Ok(())
    }
}
