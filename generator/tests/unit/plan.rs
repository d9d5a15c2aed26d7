use peatee_generator::jobs::family::Family;
use peatee_generator::jobs::plan::*;
use peatee_probe::chess::Chess;
use peatee_rules::{Draughts, VARIANTS};
use peatee_table::Metric;

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

/// Checks that the planned bytes for kept values of each job are those of the earlier slices that
/// later jobs need.
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
