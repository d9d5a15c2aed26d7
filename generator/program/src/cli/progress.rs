//! Display of progress on a terminal: position, speed and remaining time. If standard error is no
//! terminal, only one line is written at the end.

use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use peatee_generator::{Progress, Stop, Watch, units};

const OF_POSITIONS: &str = "{msg:>14} [{wide_bar}] {human_pos}/{human_len} positions, {rate}, {eta} left";
const OF_BYTES: &str = "{msg:>14} [{wide_bar}] {binary_bytes}/{binary_total_bytes}, {binary_bytes_per_sec}, {eta} left";

/// Returns a progress bar on standard error, which is hidden if standard error is no terminal.
fn bar(style: &str) -> ProgressBar {
    let bar = if std::io::stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() };
    let rate = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
    };
    let style = ProgressStyle::with_template(style).expect("the template is right").with_key("rate", rate);
    bar.set_style(style.progress_chars("=> "));
    bar
}

pub struct Bar {
    bar: ProgressBar,
    started: Instant,
    made_positions: AtomicU64,
    made: AtomicU64,
    kept: AtomicU64,
}

impl Bar {
    pub fn new() -> Self {
        Bar {
            bar: bar(OF_POSITIONS),
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

    fn done(&self, slice: &str, positions: u64, made: bool) {
        let count = if made { &self.made } else { &self.kept };
        count.fetch_add(1, Relaxed);
        if made {
            self.made_positions.fetch_add(positions, Relaxed);
        }
        self.bar.set_message(slice.to_owned());
        self.bar.inc(positions);
    }
    fn repaired(&self, file: &str) {
        self.bar.suspend(|| eprintln!("peatee-gen: {file} was missing or damaged and has been made again"));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        let (made, kept) = (self.made.load(Relaxed), self.kept.load(Relaxed));
        if made + kept > 0 {
            eprintln!(
                "slices with their opposites: {made} made ({} positions in {}), {kept} already present",
                HumanCount(self.made_positions.load(Relaxed)),
                units::duration(self.started.elapsed().as_secs_f64())
            );
        }
    }
}

/// Progress bar of a command that reads tables. An interrupt stops the command.
pub struct ReadingBar {
    bar: ProgressBar,
    stop: Stop,
}

impl ReadingBar {
    pub fn new(stop: Stop) -> Self {
        ReadingBar { bar: bar(OF_POSITIONS), stop }
    }

    pub fn of_bytes(stop: Stop) -> Self {
        ReadingBar { bar: bar(OF_BYTES), stop }
    }

    /// Hides the bar while `print` is called, so that the output of `print` appears above the bar.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Watch for ReadingBar {
    fn start(&self, positions: u64) {
        // A command may work on several folders in turn, so the length of the bar grows.
        self.bar.inc_length(positions);
    }

    fn slice(&self, name: &str) {
        self.bar.set_message(name.to_owned());
    }

    fn advance(&self, positions: u64) {
        self.bar.inc(positions);
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }
}

impl Drop for ReadingBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
