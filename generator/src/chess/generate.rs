//! Makes tables of chess: set by set, each skipped when its tables are there. Several processes may
//! do so in one directory.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use peatee_chess::{Index, Slice};
use peatee_probe::internals::check_is;
use peatee_table::Metric;
use peatee_table::format::{TableIdentity, file_name};

use super::metrics::{default_distance, distances_of_chess, limit_plies};
use super::plan::{after_all_next, in_order, positions};
use super::solver::{
    CanMateSolver, DepthSolver, NumberedCells, NumberedValues, Solved, Solver, SolverOf, memory_bytes, read_can_mate,
    read_depths, read_set,
};
use crate::directory::table_at;
use crate::error::Error;
use crate::progress::Progress;
use crate::shared_work::{Jobs, Standing, work_together};
use crate::stop::Stop;
use crate::table_files::TableFiles;
use crate::writer::{WdlCoding, can_mate_table_bytes, chess_tables_of_set};

/// The most men of tables that are made.
pub const MEN_MAX: u32 = 5;

/// What to make, and the means.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The metrics, see [`checked_metrics`].
    pub metrics: Vec<Metric>,
    /// How WDL tables are coded.
    pub coding: WdlCoding,
    /// Memory that may be used, in bytes.
    pub memory_bytes: u64,
    /// Asks the work to stop.
    pub stop: Stop,
}

/// The metrics that are made when none is named.
pub fn default_metrics() -> Vec<Metric> {
    vec![Metric::Wdl, default_distance()]
}

/// The metrics to make when these are asked for: with distances WDL, which says who wins.
///
/// # Errors
/// [`Error::ChessMetric`] for a metric that chess has not.
pub fn checked_metrics(asked: &[Metric]) -> Result<Vec<Metric>, Error> {
    let distances = distances_of_chess();
    let known = [Metric::Wdl].into_iter().chain(distances).chain([Metric::CanMate]);
    if let Some(&metric) = asked.iter().find(|&&metric| !known.clone().any(|known| known == metric)) {
        return Err(Error::ChessMetric { metric });
    }
    let brings_wdl = asked.iter().any(|metric| metric.counts_plies());
    Ok(known.filter(|metric| asked.contains(metric) || *metric == Metric::Wdl && brings_wdl).collect())
}

/// Refuses tables of more men than can be made.
///
/// # Errors
/// [`Error::ChessMen`] for more men.
pub fn check_men(men: u32) -> Result<(), Error> {
    if men > MEN_MAX { Err(Error::ChessMen { asked: men, most: MEN_MAX }) } else { Ok(()) }
}

/// Makes all tables of 3 to `men` men that are not there yet.
///
/// # Errors
/// The first thing that goes wrong; tables finished before stay, and the next run goes on from
/// them.
pub fn generate(files: &TableFiles, men: u32, settings: &Settings, progress: &dyn Progress) -> Result<(), Error> {
    check_men(men)?;
    make(files, &in_order(men), settings, progress)
}

/// Makes the tables of a set, and of all sets that it leads to, that are not there yet.
///
/// # Errors
/// As [`generate`].
pub fn generate_set(files: &TableFiles, set: Slice, settings: &Settings, progress: &dyn Progress) -> Result<(), Error> {
    check_men(set.men())?;
    make(files, &after_all_next(set), settings, progress)
}

/// Makes the tables of sets, each after those that it leads to.
fn make(files: &TableFiles, sets: &[Slice], settings: &Settings, progress: &dyn Progress) -> Result<(), Error> {
    check_memory(sets, settings)?;
    let (passes, with_mates) = (passes(&settings.metrics), settings.metrics.contains(&Metric::CanMate));
    let depths = [Metric::Dtw, Metric::Dtc].into_iter().filter(|depth| settings.metrics.contains(depth));
    let parts = passes.len() + depths.clone().count() + usize::from(with_mates);
    progress.start(parts * sets.len(), parts as u64 * sets.iter().copied().map(positions).sum::<u64>());
    let directory = files.path().to_owned();
    let write = |files: &TableFiles, of_slices: Vec<NumberedValues>, wanted: &[(Slice, Metric)]| {
        let tables = chess_tables_of_set(&of_slices, wanted, settings.coding).map_err(Error::at(&directory))?;
        tables.iter().try_for_each(|(slice, metric, bytes)| put(files, *slice, *metric, bytes, progress))
    };
    for (dtz, metrics) in &passes {
        let limit_plies = limit_plies(*dtz).expect("DTZ has a clock") as usize;
        let solver = Solver::reading(limit_plies, |set| read_set(&directory, set, *dtz));
        Make { sets, metrics, settings, progress }.all(files, solver, write)?;
    }
    for depth in depths {
        let solver = DepthSolver::reading(depth, |set| read_depths(&directory, set, depth));
        Make { sets, metrics: &[depth], settings, progress }.all(files, solver, write)?;
    }
    if with_mates {
        let solver = CanMateSolver::reading((), |set| read_can_mate(&directory, set));
        let make = Make { sets, metrics: &[Metric::CanMate], settings, progress };
        make.all(files, solver, |files, of_slices, wanted| {
            for NumberedCells { slice, cells } in of_slices {
                for &(_, metric) in wanted.iter().filter(|(of, _)| *of == slice) {
                    let identity = TableIdentity::of_chess(slice.name(), metric);
                    let bytes = can_mate_table_bytes(identity, &cells).map_err(Error::at(&directory))?;
                    put(files, slice, metric, &bytes, progress)?;
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Refuses to begin where some set takes more memory than is allowed.
fn check_memory(sets: &[Slice], settings: &Settings) -> Result<(), Error> {
    for &metric in &settings.metrics {
        let needed_bytes = |set: Slice| memory_bytes(set, metric);
        if let Some(&set) = sets.iter().find(|&&set| needed_bytes(set) > settings.memory_bytes) {
            return Err(Error::NotEnoughMemory {
                slice: set.name(),
                needed_bytes: needed_bytes(set),
                allowed_bytes: settings.memory_bytes,
            });
        }
    }
    Ok(())
}

/// Returns the DTZ metrics whose rules to solve under, one after the other, and the metrics that
/// come of each. Who wins is the same under each of them.
fn passes(metrics: &[Metric]) -> Vec<(Metric, Vec<Metric>)> {
    let dtz = metrics.iter().filter(|&&metric| limit_plies(metric).is_some());
    let mut passes: Vec<(Metric, Vec<Metric>)> = dtz.map(|&metric| (metric, vec![metric])).collect();
    if metrics.contains(&Metric::Wdl) {
        match passes.first_mut() {
            Some((_, first)) => first.insert(0, Metric::Wdl),
            None => passes.push((default_distance(), vec![Metric::Wdl])),
        }
    }
    passes
}

/// Tables to make with one solver.
struct Make<'a> {
    sets: &'a [Slice],
    metrics: &'a [Metric],
    settings: &'a Settings,
    progress: &'a dyn Progress,
}

impl Make<'_> {
    /// Makes what is not there yet; `write` writes those of the tables of a set that are named.
    fn all<S: Solved>(
        &self,
        files: &TableFiles,
        solver: SolverOf<S>,
        write: impl Fn(&TableFiles, Vec<S::Numbered>, &[(Slice, Metric)]) -> Result<(), Error> + Sync,
    ) -> Result<(), Error> {
        let Make { sets, settings, .. } = *self;
        let next_sets = sets.iter().map(|set| set.next_sets()).collect();
        let worker = Worker { make: self, next_sets, files, solver: Mutex::new(solver), write };
        work_together(&worker, files.claims(), &settings.stop.inner())
    }
}

/// A solver at work in a directory.
struct Worker<'a, 'r, S: Solved, F> {
    make: &'a Make<'a>,
    /// By set: the sets that captures and promotions lead to.
    next_sets: Vec<Vec<Slice>>,
    files: &'a TableFiles,
    /// Sets are made one at a time, each on all threads.
    solver: Mutex<SolverOf<'r, S>>,
    write: F,
}

impl<S, F> Jobs for Worker<'_, '_, S, F>
where
    S: Solved,
    F: Fn(&TableFiles, Vec<S::Numbered>, &[(Slice, Metric)]) -> Result<(), Error> + Sync,
{
    fn count(&self) -> usize {
        self.make.sets.len()
    }

    fn name(&self, set: usize) -> String {
        self.make.sets[set].name()
    }

    fn needs(&self, set: usize, other: usize) -> bool {
        self.next_sets[set].contains(&self.make.sets[other])
    }

    fn is_one_at_a_time(&self) -> bool {
        true
    }

    fn work(&self, set: usize, Standing { open, .. }: &Standing) -> Result<(), Error> {
        let Make { sets, metrics, settings, progress } = *self.make;
        let set = sets[set];
        let missing = missing(self.files, set, metrics)?;
        if !missing.is_empty() {
            let next_use = |kept| open.iter().position(|&open| self.next_sets[open].contains(&kept));
            let mut solver = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
            let metric = solver.metric();
            solver.keep(settings.memory_bytes - memory_bytes(set, metric), next_use);
            let solved = solver.solve(set)?;
            drop(solver);
            (self.write)(self.files, solved, &missing)?;
        }
        progress.done(&set.name(), positions(set), !missing.is_empty());
        Ok(())
    }
}

/// The tables of a set that are not there, or not whole. Of distances both or none: one says which
/// cells the other has.
fn missing(files: &TableFiles, set: Slice, metrics: &[Metric]) -> Result<Vec<(Slice, Metric)>, Error> {
    let mut missing = Vec::new();
    for slice in set.both() {
        for &metric in metrics {
            if !files.has(&slice.name(), metric, |file| is_sound(file, slice, metric))? {
                missing.push((slice, metric));
            }
        }
    }
    for &metric in metrics.iter().filter(|metric| metric.counts_plies()) {
        if missing.iter().any(|&(_, lacking)| lacking == metric) {
            missing.retain(|&(_, lacking)| lacking != metric);
            missing.extend(set.both().into_iter().map(|slice| (slice, metric)));
        }
    }
    Ok(missing)
}

fn is_sound(file: &Path, slice: Slice, metric: Metric) -> bool {
    let Ok(table) = table_at(file) else { return false };
    check_is(&table, &Index::new(slice), metric).is_ok() && table.each_cell(|_, _| ()).is_ok()
}

/// Writes a table, and says so where the manifest lists it already.
fn put(files: &TableFiles, slice: Slice, metric: Metric, bytes: &[u8], progress: &dyn Progress) -> Result<(), Error> {
    let name = file_name(slice, metric);
    let is_repair = files.lists(&name);
    if is_repair && files.holds(&name, bytes) {
        return Ok(());
    }
    files.put(&slice.name(), metric, bytes)?;
    if is_repair {
        progress.repaired(&name);
    }
    Ok(())
}
