//! The unit of work: solving a slice and its opposite together.

use std::fmt::Display;

use peatee_table::{Metric, Slice};
use serde::Serialize;

use crate::error::Error;

/// A slice and its opposite (the slice with the other side to move), with the resources that it
/// takes to make their tables.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(bound(serialize = "S: Display"))]
pub struct Job<S = Slice> {
    #[serde(serialize_with = "as_name")]
    pub slice: S,
    /// The slice with the same pieces and the other side to move; equal to `slice` if both sides
    /// have the same material.
    #[serde(serialize_with = "as_name")]
    pub opposite: S,
    /// Metrics of the tables that the job makes: the requested ones, and those on which these
    /// depend.
    #[serde(skip)]
    pub metrics: Vec<Metric>,
    pub positions: u64,
    /// Least memory in bytes with which the job can run, with values held in files if the game
    /// supports that. Accounts for the values of the slices that the job needs.
    pub memory_bytes: u64,
    pub fast_memory_bytes: u64,
    /// Memory in bytes for the values of earlier slices that later jobs need but this job does not.
    /// They stay in memory only if there is room.
    pub kept_bytes: u64,
    /// Disk space in bytes that the job takes besides its tables if values are held in files.
    /// Includes the values of the slices that are kept for later jobs. 0 if values are always held
    /// in memory.
    pub values_disk_bytes: u64,
    pub disk_bytes: u64,
    pub cpu_seconds: f64,
    #[serde(serialize_with = "as_names")]
    pub needs: Vec<S>,
}

impl<S: Copy + Eq> Job<S> {
    /// Returns the slice and its opposite, or only the slice if the two are equal.
    pub fn slices(&self) -> impl Iterator<Item = S> + use<S> {
        [self.slice, self.opposite].into_iter().take(if self.slice == self.opposite { 1 } else { 2 })
    }

    pub fn needs(&self, other: &Job<S>) -> bool {
        other.slices().any(|slice| self.needs.contains(&slice))
    }
}

impl<S: Display> Job<S> {
    /// Checks that `allowed_bytes` of memory are enough for the job.
    ///
    /// # Errors
    /// [`Error::NotEnoughMemory`] if they are not.
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
