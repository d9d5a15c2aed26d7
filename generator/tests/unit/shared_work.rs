use std::sync::Barrier;

use peatee_generator::error::Error;
use peatee_generator::jobs::files::shared_work::*;
use peatee_generator::progress::stop::Stop;
use std::sync::Mutex;

type Work = fn(usize, &Log) -> Result<(), Error>;

/// A series of jobs, in which each job may need the one before it.
struct Chain {
    jobs: usize,
    needs_last: bool,
    most_at_once: usize,
    work: Work,
    log: Log,
}

/// State shared by the jobs of a chain.
struct Log {
    done: Mutex<Vec<usize>>,
    both: Barrier,
    stop: Stop,
}

impl Chain {
    fn new(jobs: usize, work: Work) -> Chain {
        let log = Log { done: Mutex::default(), both: Barrier::new(2), stop: Stop::default() };
        Chain { jobs, needs_last: false, most_at_once: jobs, work, log }
    }

    fn done(&self) -> Vec<usize> {
        self.log.done.lock().expect("no job panicked with it").clone()
    }

    /// Runs all jobs on two threads.
    fn work_together(&self, claims: &Claims) -> Result<(), Error> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
        pool.install(|| work_together(self, claims, &self.log.stop))
    }
}

impl Jobs for Chain {
    fn count(&self) -> usize {
        self.jobs
    }
    fn name(&self, job: usize) -> String {
        job.to_string()
    }
    fn needs(&self, job: usize, other: usize) -> bool {
        self.needs_last && job == other + 1
    }
    fn is_one_at_a_time(&self) -> bool {
        self.most_at_once == 1
    }
    fn fits_beside(&self, _job: usize, at_work: &[usize]) -> bool {
        at_work.len() < self.most_at_once
    }
    fn work(&self, job: usize, states: &JobStates) -> Result<(), Error> {
        assert!(states.open.contains(&job) && states.at_work.contains(&job));
        assert!(states.at_work.len() <= self.most_at_once);
        (self.work)(job, &self.log)?;
        self.log.done.lock().expect("no job panicked with it").push(job);
        Ok(())
    }
}

fn claims() -> (tempfile::TempDir, Claims) {
    let root = tempfile::tempdir().expect("there is room");
    let claims = Claims::of(root.path());
    (root, claims)
}

#[test]
fn a_job_that_another_has_is_waited_for() {
    let (_root, claims) = claims();
    let held = claims.claim("1").expect("it can be made").expect("nobody else is here");
    assert!(claims.claim("1").expect("it can be opened").is_none());
    let chain = Chain { needs_last: true, ..Chain::new(3, |_, _| Ok(())) };
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| chain.work_together(&claims).expect("all can be done"));
        while claims.claim("0").expect("it can be opened").is_none() {}
        std::thread::sleep(2 * PAUSE);
        assert!(!worker.is_finished());
        drop(held);
    });
    assert_eq!(chain.done(), [0, 1, 2]);
}

#[test]
fn a_stop_ends_the_wait() {
    let (_root, claims) = claims();
    let _held = claims.claim("0").expect("it can be made");
    let chain = Chain { needs_last: true, ..Chain::new(3, |_, _| Ok(())) };
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| chain.work_together(&claims));
        chain.log.stop.request();
        let ended = worker.join().expect("it does not panic");
        assert!(matches!(ended, Err(Error::Stopped { ref slice, .. }) if slice == "0"), "{ended:?}");
    });
    assert!(chain.done().is_empty());
}

#[test]
fn two_threads_do_two_jobs_at_once() {
    let (_root, claims) = claims();
    // Each of two jobs waits for the other, so both must run at the same time.
    let chain = Chain::new(8, |_, log| {
        log.both.wait();
        Ok(())
    });
    chain.work_together(&claims).expect("all can be done");
    let mut done = chain.done();
    done.sort_unstable();
    assert_eq!(done, Vec::from_iter(0..8));
}

#[test]
fn what_does_not_fit_beside_others_waits() {
    let (_root, claims) = claims();
    for most_at_once in [1, 2] {
        let chain = Chain { most_at_once, ..Chain::new(8, |_, _| Ok(())) };
        // Three threads.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("three threads");
        pool.install(|| work_together(&chain, &claims, &chain.log.stop)).expect("all can be done");
        let mut done = chain.done();
        if most_at_once > 1 {
            done.sort_unstable();
        }
        assert_eq!(done, Vec::from_iter(0..8));
    }
}

#[test]
fn a_job_that_fails_stops_the_others() {
    let (_root, claims) = claims();
    let chain = Chain::new(8, |job, log| {
        log.both.wait();
        if job == 1 {
            return Err(Error::Interrupted { done: 0, of: 1 });
        }
        while !log.stop.is_requested() {
            std::thread::yield_now();
        }
        Err(Error::Stopped { slice: job.to_string(), layers: 1, of: 2 })
    });
    let ended = chain.work_together(&claims);
    assert!(matches!(ended, Err(Error::Interrupted { .. })), "{ended:?}");
    assert!(chain.done().is_empty());
}

#[test]
fn a_job_that_panics_does_not_leave_the_others_waiting() {
    let (_root, claims) = claims();
    let chain = Chain { needs_last: true, ..Chain::new(3, |job, _| if job == 1 { panic!("a fault") } else { Ok(()) }) };
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| chain.work_together(&claims)));
    assert!(ended.is_err());
    assert_eq!(chain.done(), [0]);
}
