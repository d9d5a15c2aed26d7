//! Families of games: what planning and making tables ask of each.

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

/// Maximum number of classes of slices in a family.
pub const CLASSES: usize = 3;

/// Function that takes a slice and the bytes of its new table.
pub type TableSink<'a, S> = dyn FnMut(S, &[u8]) -> Result<(), Error> + 'a;

/// A family of games with a solver of its own.
pub trait Family: Indexed {
    /// The smallest number of pieces of a table.
    const PIECES_MIN: u8;
    /// Whether tables under draw rules bring DTW tables of some slices.
    const RULES_BRING_DTW: bool;
    /// The message at the first interrupt of a run that makes tables.
    const INTERRUPTED: &'static str;
    /// Numbers of pieces of the tables that are made to measure a machine: as many as take some
    /// seconds, and never fewer than the first.
    const MEASURED_PIECES: RangeInclusive<u8>;

    /// Reads the name of a slice.
    ///
    /// # Errors
    /// What is wrong with the name.
    fn slice_named(&self, name: &str) -> Result<Self::Slice, Error>;

    /// Returns all slices up to `pieces` pieces, in the order of signatures.
    fn slices(&self, pieces: u8) -> Vec<Self::Slice>;

    /// True when a complete set has a table of this slice and metric.
    fn has_table(&self, slice: Self::Slice, metric: Metric) -> bool;

    /// Computes the digest of a table from all its values.
    ///
    /// # Errors
    /// When the table is missing, or it or a table that its values depend on is damaged.
    fn values_digest(tables: &Tables<Self>, slice: Self::Slice, metric: Metric) -> Result<ValuesDigest, Error>;

    /// Verifies all tables of some slices, and passes the findings to `each`.
    ///
    /// # Errors
    /// When a required table is missing or damaged, a header contradicts the values of its table,
    /// `each` fails, or the work is to stop.
    fn verify(
        tables: &Tables<Self>,
        slices: &[Self::Slice],
        extent: Extent,
        watch: &dyn Watch,
        each: &mut dyn FnMut(Findings) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// Codes the WDL tables of some slices anew, and passes the bytes of each to `each`.
    ///
    /// # Errors
    /// When a table is missing or damaged, or `each` fails.
    fn recode(
        directory: &TableDirectory<Self>,
        slices: &[Self::Slice],
        coding: WdlCoding,
        each: &mut TableSink<'_, Self::Slice>,
    ) -> Result<(), Error>;

    /// Returns the metrics that are made when none is requested.
    fn default_metrics(&self) -> Vec<Metric>;

    /// Returns the metrics to make when these are requested.
    ///
    /// # Errors
    /// When the game has no such tables.
    fn made_metrics(&self, requested: &[Metric]) -> Result<Vec<Metric>, Error>;

    /// Checks that values can be read by a metric.
    ///
    /// # Errors
    /// When the game has no such distances.
    fn check_read(&self, metric: Metric) -> Result<(), Error>;

    /// Returns warnings for metrics that fit another game better.
    fn warnings(&self, _metrics: &[Metric]) -> Vec<String> {
        Vec::new()
    }

    /// Rejects tables of more pieces than can be planned.
    ///
    /// # Errors
    /// When there are too many.
    fn check_planned(&self, _pieces: u32) -> Result<(), Error> {
        Ok(())
    }

    /// Rejects tables of more pieces than can be made.
    ///
    /// # Errors
    /// When there are too many.
    fn check_made(&self, _pieces: u32) -> Result<(), Error> {
        Ok(())
    }

    /// Returns the slices of the jobs for all tables up to `pieces` pieces, each after those that
    /// it leads to.
    fn job_slices(&self, pieces: u8) -> Vec<Self::Slice>;

    /// Returns the slices of the jobs that are done when the tables of one slice are requested.
    fn job_slices_for(&self, slice: Self::Slice) -> Vec<Self::Slice> {
        vec![slice]
    }

    /// Returns the job that makes a slice and its opposite, as the only one: without the values
    /// kept for later jobs.
    fn job(&self, slice: Self::Slice, metrics: &[Metric]) -> Job<Self::Slice>;

    /// Returns the memory of the solved values of a slice, kept for later jobs.
    fn kept_bytes(&self, slice: Self::Slice, metrics: &[Metric]) -> u64;

    /// Returns the number of the class of slices that are solved alike, below
    /// `CLASSES`.
    fn class(_slice: Self::Slice) -> usize {
        0
    }

    /// Does jobs, each after those it needs, and skips those whose tables exist.
    ///
    /// # Errors
    /// The first error. Tables finished before it stay.
    fn work(
        directory: &TableDirectory<Self>,
        jobs: &[Job<Self::Slice>],
        settings: &Settings,
        progress: &dyn Progress,
    ) -> Result<(), Error>;
}
