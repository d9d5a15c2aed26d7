//! The jobs of a run: slices in order, with their memory, disk space and time.

use std::collections::{BTreeMap, BTreeSet};

use peatee_rules::{Draughts, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice, slices};
use serde::Serialize;

use crate::job_space::{JobSpace, kept_bytes, space};
use crate::metrics::made_of;
use crate::positions::positions;
use crate::solver::solver_for;
use crate::{cost, disk};

/// The unit of work: a slice and its opposite, which are solved together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Job {
    #[serde(serialize_with = "as_name")]
    pub slice: Slice,
    /// Same pieces with the other side to move; equal to `slice` if the material is symmetric.
    #[serde(serialize_with = "as_name")]
    pub opposite: Slice,
    /// The metrics of its tables: those requested, and those they depend on.
    #[serde(skip)]
    pub metrics: Vec<Metric>,
    /// Positions of both slices together.
    pub positions: u64,
    /// Minimum memory while solving, including the tables that the job depends on, with values in
    /// files.
    pub memory_bytes: u64,
    /// Memory while solving with everything in memory.
    pub fast_memory_bytes: u64,
    /// Memory for the values of earlier slices that later jobs need and this job does not. These
    /// values are kept if there is room.
    pub kept_bytes: u64,
    /// Disk space while solving, in addition to the tables, if values are held in files: those of
    /// the job and of slices kept for later jobs. 0 if values are always in memory.
    pub values_disk_bytes: u64,
    /// Estimated length of the files.
    pub disk_bytes: u64,
    /// Estimated time on one thread.
    pub cpu_seconds: f64,
    /// Slices whose tables must exist.
    #[serde(serialize_with = "as_names")]
    pub needs: Vec<Slice>,
}

fn as_name<S: serde::Serializer>(slice: &Slice, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&slice.name())
}

fn as_names<S: serde::Serializer>(slices: &[Slice], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(slices.iter().map(Slice::name))
}

/// Returns the job that makes a slice: tables of these metrics and of those they depend on.
pub fn job(game: &Draughts, slice: Slice, metrics: &[Metric]) -> Job {
    let opposite = slice.opposite(game);
    let metrics = &made_of(game, slice, metrics)[..];
    let (slice, opposite) = (slice.min(opposite), slice.max(opposite));
    let own: Vec<Slice> = if slice == opposite { vec![slice] } else { vec![slice, opposite] };
    let mut needs: Vec<Slice> = own.iter().flat_map(|s| s.successors(game)).filter(|s| !own.contains(s)).collect();
    needs.sort_unstable();
    needs.dedup();
    let total: u64 = own.iter().map(|&s| positions(game, s)).sum();
    let (space, cpu_seconds, disk_bytes) = with_kernel!(game, kernel => {
        let solver = solver_for(kernel);
        (
            [true, false].map(|in_files| space(kernel, &*solver, (&own, &needs), metrics, in_files)),
            cost::cpu_seconds(kernel, slice, total, metrics, solver.method()),
            own.iter().map(|&s| disk::table_bytes(kernel, s, SliceIndex::new(kernel, s).size(), metrics)).sum(),
        )
    });
    // Content of files may be held in memory instead.
    let [in_files, JobSpace { memory_bytes: fast_memory_bytes, .. }] = space;
    let memory_bytes = in_files.memory_bytes.min(fast_memory_bytes);
    Job {
        slice,
        opposite,
        metrics: metrics.to_vec(),
        positions: total,
        memory_bytes,
        fast_memory_bytes,
        kept_bytes: 0,
        values_disk_bytes: if memory_bytes < fast_memory_bytes { in_files.values_disk_bytes } else { 0 },
        disk_bytes,
        cpu_seconds,
        needs,
    }
}

/// Returns all jobs for the tables of 2 to `pieces` pieces, each after those it needs.
pub fn plan(game: &Draughts, pieces: u8, metrics: &[Metric]) -> Vec<Job> {
    let mut jobs: Vec<Job> = Vec::new();
    for slice in slices(game, pieces) {
        if slice <= slice.opposite(game) {
            jobs.push(job(game, slice, metrics));
        }
    }
    let kept_of = |job: &Job| {
        let slices = BTreeSet::from([job.slice, job.opposite]);
        slices.into_iter().map(|slice| (slice, kept_bytes(positions(game, slice), &job.metrics))).collect::<Vec<_>>()
    };
    let kept: BTreeMap<Slice, u64> = jobs.iter().flat_map(kept_of).collect();
    for number in 0..jobs.len() {
        let (before, later) = (&jobs[..number], &jobs[number + 1..]);
        let is_kept =
            |slice: &Slice| !jobs[number].needs.contains(slice) && later.iter().any(|job| job.needs.contains(slice));
        let made = before.iter().flat_map(|job| BTreeSet::from([job.slice, job.opposite]));
        let kept_bytes = made.filter(is_kept).map(|slice| kept[&slice]).sum();
        let job = &mut jobs[number];
        job.kept_bytes = kept_bytes;
        if job.values_disk_bytes > 0 {
            job.values_disk_bytes += kept_bytes;
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;
    use peatee_rules::VARIANTS;

    #[test]
    fn every_job_comes_after_those_it_needs() {
        for variant in VARIANTS {
            let game = Draughts::new(variant);
            let jobs = plan(&game, 4, &Metric::DEFAULT);
            for (i, job) in jobs.iter().enumerate() {
                for need in &job.needs {
                    let made = jobs[..i].iter().any(|earlier| earlier.slice == *need || earlier.opposite == *need);
                    assert!(made, "{}: {} needs {need}", variant.id, job.slice);
                }
            }
        }
    }
}
