//! The unit of work: a slice and its opposite, which are solved together.

use std::fmt::Display;

use peatee_table::{Metric, Slice};
use serde::Serialize;

use crate::error::Error;

/// A slice and its opposite, with the resources for making their tables.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(bound(serialize = "S: Display"))]
pub struct Job<S = Slice> {
    #[serde(serialize_with = "as_name")]
    pub slice: S,
    /// Same pieces with the other side to move; equal to `slice` if the material is symmetric.
    #[serde(serialize_with = "as_name")]
    pub opposite: S,
    /// Metrics of the tables: the requested ones, and those that they depend on.
    #[serde(skip)]
    pub metrics: Vec<Metric>,
    /// Number of positions of both slices together.
    pub positions: u64,
    /// Minimal memory for solving in bytes, including the tables that the job depends on, with
    /// values in files.
    pub memory_bytes: u64,
    /// Memory for solving in bytes, with everything in memory.
    pub fast_memory_bytes: u64,
    /// Memory in bytes for values of earlier slices that later jobs need and this job does not.
    /// These values are kept if there is room.
    pub kept_bytes: u64,
    /// Disk space for solving in bytes, in addition to the tables, with values in files: those of
    /// the job and of slices kept for later jobs. 0 if values are always in memory.
    pub values_disk_bytes: u64,
    /// Estimated length of the table files in bytes.
    pub disk_bytes: u64,
    /// Estimated CPU-seconds on one thread.
    pub cpu_seconds: f64,
    /// Slices whose tables must exist.
    #[serde(serialize_with = "as_names")]
    pub needs: Vec<S>,
}

impl<S: Copy + Eq> Job<S> {
    /// Returns the slice and its opposite; one if they are equal.
    pub fn slices(&self) -> impl Iterator<Item = S> + use<S> {
        [self.slice, self.opposite].into_iter().take(if self.slice == self.opposite { 1 } else { 2 })
    }

    /// Returns true when the job needs the tables that `other` makes.
    pub fn needs(&self, other: &Job<S>) -> bool {
        other.slices().any(|slice| self.needs.contains(&slice))
    }
}

impl<S: Display> Job<S> {
    /// Checks that `allowed_bytes` of memory suffice for the job.
    ///
    /// # Errors
    /// [`Error::NotEnoughMemory`] if not.
    pub fn check_memory(&self, allowed_bytes: u64) -> Result<(), Error> {
        let needed_bytes = self.memory_bytes;
        if needed_bytes > allowed_bytes {
            return Err(Error::NotEnoughMemory { slice: self.slice.to_string(), needed_bytes, allowed_bytes });
        }
        Ok(())
    }
}

fn as_name<Z: serde::Serializer>(slice: &impl Display, serializer: Z) -> Result<Z::Ok, Z::Error> {
    serializer.collect_str(slice)
}

fn as_names<Z: serde::Serializer>(slices: &[impl Display], serializer: Z) -> Result<Z::Ok, Z::Error> {
    serializer.collect_seq(slices.iter().map(ToString::to_string))
}
