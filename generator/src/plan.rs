//! The jobs of a run: slices in order, with their memory, disk space and time.

use std::collections::BTreeMap;

use peatee_table::Metric;

use crate::error::Error;
use crate::family::Family;
use crate::job::Job;

/// Returns all jobs for the tables up to `pieces` pieces, each after those it needs.
pub fn plan<F: Family>(game: &F, pieces: u8, metrics: &[Metric]) -> Vec<Job<F::Slice>> {
    let mut jobs: Vec<_> = game.job_slices(pieces).into_iter().map(|slice| game.job(slice, metrics)).collect();
    let needed = jobs.iter().enumerate().flat_map(|(number, job)| job.needs.iter().map(move |&slice| (slice, number)));
    // The last need of a slice replaces those before it.
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
/// When the slice has too many pieces.
pub fn job_list<F: Family>(game: &F, slice: F::Slice, metrics: &[Metric]) -> Result<Vec<Job<F::Slice>>, Error> {
    game.check_made(F::pieces(slice))?;
    Ok(game.job_slices_for(slice).into_iter().map(|slice| game.job(slice, metrics)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use peatee_probe::chess::Chess;
    use peatee_rules::{Draughts, VARIANTS};

    fn check<F: Family>(game: &F, metrics: &[Metric]) {
        let jobs = plan(game, 4, metrics);
        assert!(jobs.len() > 3);
        for (number, job) in jobs.iter().enumerate() {
            for need in &job.needs {
                let made = jobs[..number].iter().any(|earlier| earlier.slices().any(|slice| slice == *need));
                assert!(made, "{game:?}: {} needs {need}", job.slice);
            }
        }
    }

    #[test]
    fn every_job_comes_after_those_it_needs() {
        VARIANTS.iter().for_each(|variant| check(&Draughts::new(variant), &Metric::DEFAULT));
        check(&Chess, &Chess.default_metrics());
    }

    /// Compares with the sum over all pairs of jobs.
    #[test]
    fn kept_are_slices_that_later_jobs_need() {
        fn check<F: Family>(game: &F, metrics: &[Metric]) {
            let jobs = plan(game, 4, metrics);
            let mut most = 0;
            for (number, job) in jobs.iter().enumerate() {
                let is_kept = |slice: &F::Slice| {
                    !job.needs.contains(slice) && jobs[number + 1..].iter().any(|later| later.needs.contains(slice))
                };
                let kept = jobs[..number]
                    .iter()
                    .flat_map(|made| made.slices().filter(is_kept).map(|slice| game.kept_bytes(slice, &made.metrics)));
                assert_eq!(job.kept_bytes, kept.sum::<u64>(), "{}", job.slice);
                most = most.max(job.kept_bytes);
            }
            assert!(most > 0);
        }
        check(&Draughts::new(VARIANTS[0]), &Metric::DEFAULT);
        check(&Chess, &Chess.default_metrics());
    }
}
