//! Makes tables of chess: set by set, each skipped when its tables are there.

use std::path::Path;

use peatee_chess::{Index, Slice, sets};
use peatee_probe::chess::dtz;
use peatee_probe::internals::check_is;
use peatee_table::Metric;
use peatee_table::format::{TableIdentity, file_name};

use super::solver::{NumberedValues, Solver, memory_bytes};
use crate::capture_mask::CaptureMask;
use crate::directory::table_at;
use crate::error::Error;
use crate::progress::Progress;
use crate::solver::Values;
use crate::stop::Stop;
use crate::table_files::TableFiles;
use crate::writer::{WdlCoding, table_bytes_in_order};

/// The most men of tables that are made.
pub const MEN_MAX: u32 = 4;

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
    vec![Metric::Wdl, dtz()]
}

/// The metrics to make when these are asked for: WDL, which says who wins, with them.
///
/// # Errors
/// [`Error::ChessMetric`] for a metric that chess has not.
pub fn checked_metrics(asked: &[Metric]) -> Result<Vec<Metric>, Error> {
    match asked.iter().find(|metric| !default_metrics().contains(metric)) {
        Some(&metric) => Err(Error::ChessMetric { metric }),
        None => Ok(default_metrics()
            .into_iter()
            .filter(|metric| *metric == Metric::Wdl || asked.contains(metric))
            .collect()),
    }
}

/// The sets of 3 to `men` men, in the order in which they are made. Two kings alone have no table.
///
/// # Errors
/// [`Error::ChessMen`] for more men than can be made.
fn sets_to_make(men: u32) -> Result<Vec<Slice>, Error> {
    if men > MEN_MAX {
        return Err(Error::ChessMen { asked: men, most: MEN_MAX });
    }
    Ok(sets(men).into_iter().filter(|set| set.men() > 2).collect())
}

/// How many numbers the slices of a set have.
fn numbers(set: Slice) -> u64 {
    set.both().into_iter().map(|slice| Index::new(slice).numbers()).sum()
}

/// An estimate of the space that tables take.
///
/// # Errors
/// [`Error::ChessMen`] for more men than can be made.
pub fn disk_bytes(men: u32, metrics: &[Metric]) -> Result<u64, Error> {
    let of_number = |metric: &Metric| if *metric == Metric::Wdl { WDL_BITS_PER_NUMBER } else { DTZ_BITS_PER_NUMBER };
    let bits: f64 = metrics.iter().map(of_number).sum();
    let numbers: u64 = sets_to_make(men)?.into_iter().map(numbers).sum();
    Ok((numbers as f64 * bits / 8.0) as u64)
}

/// Measured on all sets of four men.
const WDL_BITS_PER_NUMBER: f64 = 0.2;
const DTZ_BITS_PER_NUMBER: f64 = 1.5;

/// Makes all tables of 3 to `men` men that are not there yet.
///
/// # Errors
/// The first thing that goes wrong; tables finished before stay, and the next run goes on from
/// them.
pub fn generate(files: &mut TableFiles, men: u32, settings: &Settings, progress: &dyn Progress) -> Result<(), Error> {
    let sets = sets_to_make(men)?;
    progress.start(sets.len(), sets.iter().copied().map(numbers).sum());
    if let Some(&set) = sets.iter().find(|&&set| memory_bytes(set) > settings.memory_bytes) {
        return Err(Error::NotEnoughMemory {
            slice: set.name(),
            needed_bytes: memory_bytes(set),
            allowed_bytes: settings.memory_bytes,
        });
    }
    let mut solver = Solver::default();
    for (place, &set) in sets.iter().enumerate() {
        if settings.stop.is_requested() {
            return Err(Error::Stopped { slice: set.name(), layers: 0, of: 1 });
        }
        let missing = missing(files, set, &settings.metrics)?;
        if !missing.is_empty() {
            solver.keep_only(|kept| sets[place..].iter().any(|later| later.next_sets().contains(&kept)));
            let solved = solver.solve(set);
            for of_slice in solved {
                let slice = of_slice.slice;
                let metrics = missing.iter().filter(|(of, _)| *of == slice).map(|&(_, metric)| metric);
                write(files, of_slice, metrics, settings.coding, progress)?;
            }
        }
        progress.done(&set.name(), numbers(set), !missing.is_empty());
    }
    Ok(())
}

/// The tables of a set that are not there, or not whole.
fn missing(files: &mut TableFiles, set: Slice, metrics: &[Metric]) -> Result<Vec<(Slice, Metric)>, Error> {
    let mut missing = Vec::new();
    for slice in set.both() {
        for &metric in metrics {
            if !files.has(&slice.name(), metric, |file| is_sound(file, slice, metric))? {
                missing.push((slice, metric));
            }
        }
    }
    Ok(missing)
}

fn is_sound(file: &Path, slice: Slice, metric: Metric) -> bool {
    let Ok(table) = table_at(file) else { return false };
    check_is(&table, &Index::new(slice), metric).is_ok() && table.each_cell(|_, _| ()).is_ok()
}

fn write(
    files: &mut TableFiles,
    of_slice: NumberedValues,
    metrics: impl Iterator<Item = Metric>,
    coding: WdlCoding,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let NumberedValues { slice, values, no_position } = of_slice;
    let (values, free) = (Values::Plies(values), CaptureMask::new(no_position));
    for metric in metrics {
        let identity = TableIdentity::of_chess(slice.name(), metric);
        let bytes = table_bytes_in_order(identity, &values, &free, coding).map_err(Error::at(files.path()))?;
        let name = file_name(slice, metric);
        let is_repair = files.lists(&name);
        files.put(&slice.name(), metric, &bytes)?;
        if is_repair {
            progress.repaired(&name);
        }
    }
    Ok(())
}
