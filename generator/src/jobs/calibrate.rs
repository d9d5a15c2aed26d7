//! Measurement of the speed of this machine: small tables are made, and the estimates of time are
//! corrected by the measured times.

use std::sync::Mutex;
use std::time::Duration;

use cpu_time::ProcessTime;
use peatee_table::Metric;

use super::family::{Family, SPEED_CLASSES};
use super::files::directory::TableDirectory;
use super::generate::generate;
use super::job::Job;
use super::plan::plan;
use super::settings::Settings;
use crate::error::Error;
use crate::progress::Progress;

/// Maximum estimated time, in processor seconds, of all tables that are made for the measurement.
const MOST_SECONDS: f64 = 10.0;
/// Minimum estimated time, in processor seconds, of the measured slices of a speed class
/// ([`Family::speed_class`]). If the estimate is lower, the class gets no factor of its own.
const LEAST_SECONDS: f64 = 0.2;

/// Returns, for each speed class of slices ([`Family::speed_class`]), the factor by which the
/// estimated times of its slices must be multiplied. `times` has the estimated and the measured
/// seconds of each speed class.
pub fn factors(times: [[f64; 2]; SPEED_CLASSES]) -> [f64; SPEED_CLASSES] {
    let [estimated, measured] = [0, 1].map(|at| times.iter().map(|times| times[at]).sum::<f64>());
    let of_all = if estimated > 0.0 { measured / estimated } else { 1.0 };
    times.map(|[estimated, measured]| if estimated >= LEAST_SECONDS { measured / estimated } else { of_all })
}

/// Measures the speed of this machine and corrects the estimated times of `jobs`, which have up to
/// `pieces_max` pieces. The measurement makes tables in `metrics` in a temporary folder. Their
/// number of pieces is chosen so that making them takes some seconds. This process should do
/// nothing else meanwhile.
///
/// # Errors
/// There is not enough memory or disk space for the tables.
pub fn calibrate<F: Family>(
    game: &F,
    pieces_max: u8,
    metrics: &[Metric],
    jobs: &mut [Job<F::Slice>],
) -> Result<(), Error> {
    let is_short = |jobs: &[Job<F::Slice>]| jobs.iter().map(|job| job.cpu_seconds).sum::<f64>() <= MOST_SECONDS;
    let [least, most] = [F::MEASURED_PIECES.start(), F::MEASURED_PIECES.end()].map(|&pieces| pieces.min(pieces_max));
    let more = least + 1..=most;
    let pieces = more.take_while(|&pieces| is_short(&plan(game, pieces, metrics))).last().unwrap_or(least);
    let measured_jobs = plan(game, pieces, metrics);
    let memory_bytes = measured_jobs.iter().map(|job| job.fast_memory_bytes + job.kept_bytes).max().unwrap_or(0);
    let clock = Clock::started();
    in_temporary_folder(|folder| {
        let directory = TableDirectory::open(folder, game)?;
        // Jobs are done one at a time, because otherwise the time of a single job cannot be
        // measured.
        let mut settings = Settings::new(metrics.to_vec(), memory_bytes);
        settings.one_at_a_time = true;
        generate(&directory, pieces, &settings, &clock)
    })?;
    let mut times = [[0.0; 2]; SPEED_CLASSES];
    measured_jobs.iter().for_each(|job| times[F::speed_class(job.slice)][0] += job.cpu_seconds);
    // A family may go through the jobs several times, for some of the metrics each time.
    for (job, taken) in measured_jobs.iter().cycle().zip(clock.laps()) {
        times[F::speed_class(job.slice)][1] += taken.as_secs_f64();
    }
    let factors = factors(times);
    jobs.iter_mut().for_each(|job| job.cpu_seconds *= factors[F::speed_class(job.slice)]);
    Ok(())
}

fn in_temporary_folder(make: impl FnOnce(&std::path::Path) -> Result<(), Error>) -> Result<(), Error> {
    let folder = tempfile::tempdir().map_err(Error::at(&std::env::temp_dir()))?;
    make(folder.path())
}

struct Clock {
    laps: Mutex<(ProcessTime, Vec<Duration>)>,
}

impl Clock {
    fn started() -> Self {
        Clock { laps: Mutex::new((ProcessTime::now(), Vec::new())) }
    }

    fn laps(self) -> Vec<Duration> {
        self.laps.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).1
    }
}

impl Progress for Clock {
    fn start(&self, _jobs: usize, _positions: u64) {}

    fn done(&self, _slice: &str, _positions: u64, _made: bool) {
        let (since, laps) = &mut *self.laps.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let now = ProcessTime::now();
        laps.push(now.duration_since(*since));
        *since = now;
    }

    fn repaired(&self, _file: &str) {}
}
