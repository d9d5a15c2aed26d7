//! Measures the speed of this machine: makes small tables, and corrects the estimates of time by
//! the measured times.

use std::sync::Mutex;
use std::time::Duration;

use cpu_time::ProcessTime;
use peatee_rules::Draughts;
use peatee_table::{Manifest, Metric};

use crate::chess;
use crate::cost::Class;
use crate::directory::TableDirectory;
use crate::error::Error;
use crate::generate::{Settings, generate};
use crate::plan::{Job, plan};
use crate::progress::Progress;
use crate::stop::Stop;
use crate::table_files::TableFiles;
use crate::writer::WdlCoding;

/// Upper bound of the pieces of the measured tables.
const PIECES_MAX: u8 = 5;
/// Upper bound of the men of the measured chess sets.
const CHESS_MEN: u32 = 4;
/// Upper bound of the estimated CPU-seconds of the measured tables.
const MOST_SECONDS: f64 = 10.0;
/// Classes of slices with a smaller estimate have no factor of their own.
const LEAST_SECONDS: f64 = 0.2;

/// Factors by which estimated times are multiplied, as measured on this machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    /// By class of slices.
    factors: [f64; Class::ALL.len()],
}

impl Calibration {
    /// Derives the factors from the estimated and measured seconds of each class.
    fn of(times: [[f64; 2]; Class::ALL.len()]) -> Self {
        let [estimated, measured] = [0, 1].map(|at| times.iter().map(|times| times[at]).sum::<f64>());
        let of_all = if estimated > 0.0 { measured / estimated } else { 1.0 };
        let factor = |[estimated, measured]: [f64; 2]| {
            if estimated >= LEAST_SECONDS { measured / estimated } else { of_all }
        };
        Calibration { factors: times.map(factor) }
    }

    pub fn correct(&self, jobs: &mut [Job]) {
        jobs.iter_mut().for_each(|job| job.cpu_seconds *= self.factors[Class::of(job.slice) as usize]);
    }
}

/// Makes tables of these metrics in a temporary folder and measures them: as many pieces as take
/// some seconds, `pieces_max` at most. No other work should run in this process meanwhile.
///
/// # Errors
/// When there is too little room for the tables.
pub fn calibration(game: &Draughts, pieces_max: u8, metrics: &[Metric]) -> Result<Calibration, Error> {
    let is_short = |jobs: &[Job]| jobs.iter().map(|job| job.cpu_seconds).sum::<f64>() <= MOST_SECONDS;
    let more = 3..=PIECES_MAX.min(pieces_max);
    let pieces = more.take_while(|&pieces| is_short(&plan(game, pieces, metrics))).last().unwrap_or(2);
    let jobs = plan(game, pieces, metrics);
    let memory_bytes = jobs.iter().map(|job| job.fast_memory_bytes + job.kept_bytes).max().unwrap_or(0);
    let clock = Clock::started();
    in_temporary_folder(|folder| {
        let directory = TableDirectory::open(folder, game)?;
        // Each job is timed on its own.
        let mut settings = Settings::new(metrics.to_vec(), memory_bytes);
        settings.one_at_a_time = true;
        generate(&directory, pieces, &settings, &clock)
    })?;
    let mut times = [[0.0; 2]; Class::ALL.len()];
    for (job, taken) in jobs.iter().zip(clock.laps()) {
        let [estimated, measured] = &mut times[Class::of(job.slice) as usize];
        *estimated += job.cpu_seconds;
        *measured += taken.as_secs_f64();
    }
    Ok(Calibration::of(times))
}

/// Corrects the times of chess jobs of up to `men` men by measuring the tables of three and four
/// men on this machine.
///
/// # Errors
/// See [`calibration`].
pub fn correct_chess(men: u32, metrics: &[Metric], jobs: &mut [chess::Job]) -> Result<(), Error> {
    let men = men.min(CHESS_MEN);
    let small = chess::plan(men, metrics)?;
    let memory_bytes = small.iter().map(|job| job.memory_bytes).max().unwrap_or(0);
    let clock = Clock::started();
    in_temporary_folder(|folder| {
        let files = TableFiles::open(folder, Manifest::of_chess())?;
        let (metrics, coding, stop) = (metrics.to_vec(), WdlCoding::default(), Stop::default());
        chess::generate(&files, men, &chess::Settings { metrics, coding, memory_bytes, stop }, &clock)
    })?;
    let measured: f64 = clock.laps().iter().map(Duration::as_secs_f64).sum();
    let estimated: f64 = small.iter().map(|job| job.cpu_seconds).sum();
    jobs.iter_mut().for_each(|job| job.cpu_seconds *= measured / estimated);
    Ok(())
}

fn in_temporary_folder(make: impl FnOnce(&std::path::Path) -> Result<(), Error>) -> Result<(), Error> {
    let folder = tempfile::tempdir().map_err(Error::at(&std::env::temp_dir()))?;
    make(folder.path())
}

/// Records the CPU time of each job.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_their_own_factors_where_they_took_long_enough() {
        let Calibration { factors } = Calibration::of([[0.1, 9.0], [2.0, 1.0], [3.9, 2.0]]);
        assert_eq!(factors, [2.0, 0.5, 2.0 / 3.9]);
        assert_eq!(Calibration::of([[0.0; 2]; 3]).factors, [1.0; 3]);
    }
}
