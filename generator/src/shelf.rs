//! Decoded tables of smaller slices, kept from job to job.

use std::collections::HashMap;
use std::sync::Arc;

use peatee_probe::{Resolved, Tables};
use peatee_rules::{Kernel, Word};
use peatee_table::format::file_name;
use peatee_table::{Metric, Slice};

use crate::directory::TableDirectory;
use crate::error::Error;
use crate::plan::Job;
use crate::read;
use crate::solver::lookup::SliceArray;
use crate::solver::{Values, dtw};

/// Decoded DTW (or WDL) tables by slice.
#[derive(Debug)]
pub struct Shelf<W> {
    kept: HashMap<(Slice, Metric), Kept<W>>,
}

/// The values of one slice.
#[derive(Debug)]
struct Kept<W> {
    array: Arc<SliceArray<W, Values>>,
    /// Which of them have been read.
    resolved: Resolved,
}

impl<W> Default for Shelf<W> {
    fn default() -> Self {
        Shelf { kept: HashMap::new() }
    }
}

impl<W: Word> Shelf<W> {
    /// The memory that slices other than these take, in bytes.
    pub fn memory_bytes_beside(&self, slices: &[Slice]) -> u64 {
        let others = self.kept.iter().filter(|((slice, _), _)| !slices.contains(slice));
        others.map(|(_, kept)| kept.array.memory_bytes()).sum()
    }

    /// Forgets all slices but those that are wanted.
    pub fn keep_only(&mut self, is_wanted: impl Fn(Slice) -> bool) {
        self.kept.retain(|&(slice, _), _| is_wanted(slice));
    }

    /// Keeps the values of a slice that has just been solved, as if they had been read from its table of `metric`.
    pub fn put(&mut self, slice: Slice, metric: Metric, array: SliceArray<W, Values>) {
        self.kept.insert((slice, metric), Kept { array: Arc::new(array), resolved: Resolved::All });
    }

    /// The values of a slice that `job` needs, from its table of `metric`.
    ///
    /// # Errors
    /// [`Error::MissingDependency`] when there is no such table, [`Error::Open`] or [`Error::Probe`] when it is damaged.
    pub fn values(
        &mut self,
        kernel: &Kernel<W>,
        directory: &TableDirectory,
        job: &Job,
        slice: Slice,
        metric: Metric,
    ) -> Result<Arc<SliceArray<W, Values>>, Error> {
        // Only crowning leads to other slices of as many pieces. To read all of a slice takes many times longer.
        let is_after_crowning =
            slice.material.pieces() == job.slice.material.pieces() && ![job.slice, job.opposite].contains(&slice);
        let wanted = if is_after_crowning { Resolved::AfterCrowning } else { Resolved::All };
        if let Some(kept) = self.kept.get(&(slice, metric))
            && (kept.resolved == Resolved::All || kept.resolved == wanted)
        {
            return Ok(kept.array.clone());
        }
        let array = Arc::new(dtw::load(kernel, &tables(directory, job, slice, metric)?, slice, metric, wanted)?);
        self.kept.insert((slice, metric), Kept { array: array.clone(), resolved: wanted });
        Ok(array)
    }
}

/// The table of a slice that `job` needs, with those that captures lead to.
///
/// # Errors
/// [`Error::MissingDependency`] when there is none, [`Error::Open`] when one is damaged.
pub fn tables(directory: &TableDirectory, job: &Job, slice: Slice, metric: Metric) -> Result<Tables, Error> {
    if !directory.manifest().tables.contains_key(&file_name(slice, metric)) {
        return Err(Error::MissingDependency {
            slice: job.slice.name(),
            missing: slice.name(),
            metric,
            directory: directory.path().to_owned(),
        });
    }
    read::open(directory, slice, metric)
}
