//! Families of games: operations for planning and making tables.

use std::ops::RangeInclusive;

use peatee_probe::any::Tables;
use peatee_table::Metric;
use peatee_table::digest::ValuesDigest;

use super::files::directory::TableDirectory;
use super::job::Job;
use super::settings::Settings;
use crate::error::Error;
use crate::progress::Progress;
use crate::progress::watch::Watch;
use crate::tables::indexed::Indexed;
use crate::tables::write::WdlCoding;
use crate::verify::verdict::{Extent, Findings};

/// Maximal number of classes of slices in a family.
pub const CLASSES: usize = 3;

/// Function that takes a slice and the bytes of its new table.
pub type TableSink<'a, S> = dyn FnMut(S, &[u8]) -> Result<(), Error> + 'a;

/// A family of games with a solver of its own.
pub trait Family: Indexed {
    /// The smallest number of pieces of a table.
    const PIECES_MIN: u8;
    /// True when tables under draw rules require DTW tables of some slices.
    const RULES_BRING_DTW: bool;
    /// The message at the first interrupt of a run that makes tables.
    const INTERRUPTED: &'static str;
    /// Numbers of pieces of the tables that are made to measure a machine: as many as take some
    /// seconds, but always the first.
    const MEASURED_PIECES: RangeInclusive<u8>;

    /// Reads the name of a slice.
    ///
    /// # Errors
    /// What is wrong with the name.
    fn slice_named(&self, name: &str) -> Result<Self::Slice, Error>;

    /// Returns all slices up to `pieces` pieces, in the order of signatures.
    fn slices(&self, pieces: u8) -> Vec<Self::Slice>;

    /// Returns true when a complete set has a table of this slice and metric.
    fn has_table(&self, slice: Self::Slice, metric: Metric) -> bool;

    /// Computes the digest of a table from all its values.
    ///
    /// # Errors
    /// The table is missing, or it or a table that its values depend on is damaged.
    fn values_digest(tables: &Tables<Self>, slice: Self::Slice, metric: Metric) -> Result<ValuesDigest, Error>;

    /// Verifies all tables of some slices, and passes the findings to `each`.
    ///
    /// # Errors
    /// A required table is missing or damaged, a header contradicts the values of its table, `each`
    /// fails, or the work must stop.
    fn verify(
        tables: &Tables<Self>,
        slices: &[Self::Slice],
        extent: Extent,
        watch: &dyn Watch,
        each: &mut dyn FnMut(Findings) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// Recodes the WDL tables of some slices, and passes the bytes of each to `each`.
    ///
    /// # Errors
    /// A table is missing or damaged, or `each` fails.
    fn recode(
        directory: &TableDirectory<Self>,
        slices: &[Self::Slice],
        coding: WdlCoding,
        each: &mut TableSink<'_, Self::Slice>,
    ) -> Result<(), Error>;

    /// Returns the metrics that are made if none is requested.
    fn default_metrics(&self) -> Vec<Metric>;

    /// Returns the metrics to make for requested metrics.
    ///
    /// # Errors
    /// The game has no such tables.
    fn made_metrics(&self, requested: &[Metric]) -> Result<Vec<Metric>, Error>;

    /// Checks that the game has values by a metric.
    ///
    /// # Errors
    /// The game has no such distances.
    fn check_read(&self, metric: Metric) -> Result<(), Error>;

    /// Returns warnings about metrics that fit another game better.
    fn warnings(&self, _metrics: &[Metric]) -> Vec<String> {
        Vec::new()
    }

    /// Rejects tables with too many pieces for planning.
    ///
    /// # Errors
    /// There are too many pieces.
    fn check_planned(&self, _pieces: u32) -> Result<(), Error> {
        Ok(())
    }

    /// Rejects tables with too many pieces for making.
    ///
    /// # Errors
    /// There are too many pieces.
    fn check_made(&self, _pieces: u32) -> Result<(), Error> {
        Ok(())
    }

    /// Returns the slices of the jobs for all tables up to `pieces` pieces. Each follows the slices
    /// that its moves lead to.
    fn job_slices(&self, pieces: u8) -> Vec<Self::Slice>;

    /// Returns the slices of the jobs for the tables of one slice.
    fn job_slices_for(&self, slice: Self::Slice) -> Vec<Self::Slice> {
        vec![slice]
    }

    /// Returns the job for a slice and its opposite, as if it were the only one: it keeps no values
    /// for later jobs.
    fn job(&self, slice: Self::Slice, metrics: &[Metric]) -> Job<Self::Slice>;

    /// Returns the bytes that the solved values of a slice take while they are kept for later jobs.
    fn kept_bytes(&self, slice: Self::Slice, metrics: &[Metric]) -> u64;

    /// Returns the class of a slice, below `CLASSES`. The slices of a class are solved alike.
    fn class(_slice: Self::Slice) -> usize {
        0
    }

    /// Does jobs in order of their dependencies, and skips jobs whose tables exist.
    ///
    /// # Errors
    /// The first error. Tables finished before it remain.
    fn work(
        directory: &TableDirectory<Self>,
        jobs: &[Job<Self::Slice>],
        settings: &Settings,
        progress: &dyn Progress,
    ) -> Result<(), Error>;
}
