//! The jobs of a run, in order, with the memory, disk space and time that they take.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use peatee_table::Metric;

use super::family::Family;
use super::job::Job;
use crate::error::Error;

/// Numbers of pieces of the tables that can be made. At most 8 are allowed, because the look-up of
/// slices has three bits for each number of pieces, and because sizes must fit into 64 bits.
pub const MADE_PIECES: RangeInclusive<u8> = 2..=8;

/// Returns all jobs for the tables with up to `pieces` pieces. Each job comes after those that it
/// needs.
pub fn plan<F: Family>(game: &F, pieces: u8, metrics: &[Metric]) -> Vec<Job<F::Slice>> {
    let mut jobs: Vec<_> = game.job_slices(pieces).into_iter().map(|slice| game.job(slice, metrics)).collect();
    let needed = jobs.iter().enumerate().flat_map(|(number, job)| job.needs.iter().map(move |&slice| (slice, number)));
    // A later entry replaces an earlier one with the same key, so each slice gets the last job that
    // needs it.
    let last_needs: BTreeMap<F::Slice, usize> = needed.collect();
    let mut made: Vec<(F::Slice, u64)> = Vec::new();
    for (number, job) in jobs.iter_mut().enumerate() {
        made.retain(|(slice, _)| last_needs.get(slice).is_some_and(|&last| last >= number));
        job.kept_bytes = made.iter().filter(|(slice, _)| !job.needs.contains(slice)).map(|(_, bytes)| bytes).sum();
        if job.values_disk_bytes > 0 {
            job.values_disk_bytes += job.kept_bytes;
        }
        made.extend(job.slices().map(|slice| (slice, game.kept_bytes(slice, &job.metrics))));
    }
    jobs
}

/// Returns the jobs that make the tables of one slice and its opposite.
///
/// # Errors
/// The slice has too many pieces.
pub fn job_list<F: Family>(game: &F, slice: F::Slice, metrics: &[Metric]) -> Result<Vec<Job<F::Slice>>, Error> {
    game.check_made(F::pieces(slice))?;
    Ok(game.job_slices_for(slice).into_iter().map(|slice| game.job(slice, metrics)).collect())
}
