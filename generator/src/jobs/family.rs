//! Families of games: all that planning and making tables need to know about them.

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

/// Largest number of speed classes ([`Family::speed_class`]) that a family may have.
pub const SPEED_CLASSES: usize = 3;

/// Function that takes a slice and the content of its new table file.
pub type TableSink<'a, S> = dyn FnMut(S, &[u8]) -> Result<(), Error> + 'a;

pub trait Family: Indexed {
    const PIECES_MIN: u8;
    /// True if tables under draw rules need DTW tables of some slices.
    const RULES_NEED_DTW: bool;
    /// Message that is shown when a run that makes tables is interrupted for the first time.
    const INTERRUPTED: &'static str;
    /// Numbers of pieces of the tables that are made to measure the speed of a machine. Tables with
    /// the smallest of these numbers are always made. Tables with more pieces are made only if the
    /// measurement then still takes just some seconds.
    const MEASURED_PIECES: RangeInclusive<u8>;

    fn slice_named(&self, name: &str) -> Result<Self::Slice, Error>;

    /// Returns all slices with up to `pieces` pieces, in the order in which the signature of a set
    /// of tables (a digest of all values) includes them.
    fn slices(&self, pieces: u8) -> Vec<Self::Slice>;

    fn has_table(&self, slice: Self::Slice, metric: Metric) -> bool;

    /// Computes the digest of all values in a table.
    ///
    /// # Errors
    /// The table, or a table on which its values depend, is missing or damaged.
    fn values_digest(tables: &Tables<Self>, slice: Self::Slice, metric: Metric) -> Result<ValuesDigest, Error>;

    /// Verifies all tables of some slices, and calls `each` with the findings.
    ///
    /// # Errors
    /// A table that is needed is missing or damaged, a header contradicts the values of the table,
    /// `each` fails, or the work must stop.
    fn verify(
        tables: &Tables<Self>,
        slices: &[Self::Slice],
        extent: Extent,
        watch: &dyn Watch,
        each: &mut dyn FnMut(Findings) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// Converts the WDL tables of some slices to another coding, and calls `each` with the new
    /// content of each file.
    ///
    /// # Errors
    /// A table is missing or damaged, or `each` fails.
    fn recode(
        directory: &TableDirectory<Self>,
        slices: &[Self::Slice],
        coding: WdlCoding,
        each: &mut TableSink<'_, Self::Slice>,
    ) -> Result<(), Error>;

    fn default_metrics(&self) -> Vec<Metric>;

    /// Returns the metrics of the tables to make for the requested metrics.
    ///
    /// # Errors
    /// The game has no tables of a requested metric.
    fn made_metrics(&self, requested: &[Metric]) -> Result<Vec<Metric>, Error>;

    /// Checks that positions of the game have values in this metric.
    ///
    /// # Errors
    /// The game has no such values.
    fn check_read(&self, metric: Metric) -> Result<(), Error>;

    /// Returns warnings about metrics under draw rules that were written for other games than this
    /// one.
    fn warnings(&self, _metrics: &[Metric]) -> Vec<String> {
        Vec::new()
    }

    fn check_planned(&self, _pieces: u32) -> Result<(), Error> {
        Ok(())
    }

    fn check_made(&self, _pieces: u32) -> Result<(), Error> {
        Ok(())
    }

    /// Returns one slice for each job (a slice and its opposite, made together) that is needed for
    /// all tables with up to `pieces` pieces. Each slice comes after the slices to which its moves
    /// lead.
    fn job_slices(&self, pieces: u8) -> Vec<Self::Slice>;

    fn job_slices_for(&self, slice: Self::Slice) -> Vec<Self::Slice> {
        vec![slice]
    }

    /// Returns the job for a slice and its opposite (the slice with the other side to move). The
    /// memory of the job does not include values that are kept for later jobs.
    fn job(&self, slice: Self::Slice, metrics: &[Metric]) -> Job<Self::Slice>;

    /// Returns the number of bytes that the values of a solved slice take in memory while later
    /// jobs may need them.
    fn kept_bytes(&self, slice: Self::Slice, metrics: &[Metric]) -> u64;

    /// Returns the speed class of a slice, a number below [`SPEED_CLASSES`]. Slices of one speed
    /// class are solved in the same way and take about the same time per position.
    fn speed_class(_slice: Self::Slice) -> usize {
        0
    }

    /// Does jobs in the order of their dependencies. Jobs whose tables exist are skipped.
    ///
    /// # Errors
    /// The error that occurs first. Tables that were finished before stay.
    fn work(
        directory: &TableDirectory<Self>,
        jobs: &[Job<Self::Slice>],
        settings: &Settings,
        progress: &dyn Progress,
    ) -> Result<(), Error>;
}
