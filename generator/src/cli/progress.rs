//! Progress on a terminal: rate and time left. Elsewhere one line at the end.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use peatee_generator::{Job, Progress};

/// Draws a bar on standard error when that is a terminal.
pub struct Bar {
    bar: ProgressBar,
    started: Instant,
    made_positions: AtomicU64,
    made: AtomicU64,
    kept: AtomicU64,
}

impl Bar {
    pub fn new() -> Self {
        let bar = if std::io::stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() };
        let style = "{msg:>14} [{wide_bar}] {human_pos}/{human_len} positions, {per_sec}, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).expect("the template is right").progress_chars("=> "));
        Bar {
            bar,
            started: Instant::now(),
            made_positions: AtomicU64::new(0),
            made: AtomicU64::new(0),
            kept: AtomicU64::new(0),
        }
    }
}

impl Progress for Bar {
    fn start(&self, _jobs: usize, positions: u64) {
        self.bar.set_length(positions);
    }

    fn done(&self, job: &Job, made: bool) {
        let count = if made { &self.made } else { &self.kept };
        count.fetch_add(1, Relaxed);
        if made {
            self.made_positions.fetch_add(job.positions, Relaxed);
        }
        self.bar.set_message(job.slice.name());
        self.bar.inc(job.positions);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        let (made, kept) = (self.made.load(Relaxed), self.kept.load(Relaxed));
        if made + kept > 0 {
            eprintln!(
                "{made} jobs made ({} positions in {:.1} s), {kept} were there",
                HumanCount(self.made_positions.load(Relaxed)),
                self.started.elapsed().as_secs_f64()
            );
        }
    }
}
