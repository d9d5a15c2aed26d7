//! The job of a slice, with the memory, disk space and time that it takes.

use peatee_rules::{Draughts, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice};

use super::job_space::{JobSpace, space};
use super::{cost, disk};
use crate::jobs::job::Job;
use crate::solver::draughts::metrics::made_of;
use crate::solver::draughts::solver_for;
use crate::tables::positions::positions;

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
    // Values that can be held in files can be held in memory too, so the smaller memory is the
    // minimum.
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
