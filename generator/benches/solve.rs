//! Measures positions per CPU-second of the solver and of the writer, per slice class, as a
//! Markdown table.
//!
//! CPU time is user and system time of the whole process, which other programs disturb little. The
//! speedup by a second thread is the ratio of wall-clock times.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use peatee_generator::jobs::draughts::solved_slices::load;
use peatee_generator::solver::draughts::checkpoint::NoCheckpoint;
use peatee_generator::solver::draughts::lookup::{Lookup, SliceArray};
use peatee_generator::solver::draughts::{Resources, SliceJob, Solved, SolverWord, ValueKinds};
use peatee_generator::solver::values::Values;
use peatee_generator::solver::values::capture_mask::{CaptureMask, are_left_out};
use peatee_generator::spill::spill_vec::Backing;
use peatee_generator::tables::read::cells::open;
use peatee_generator::tables::write::{WdlCoding, table_bytes};
use peatee_generator::{Job, NoProgress, Settings, TableDirectory, generate, plan};
use peatee_probe::internals::Resolved;
use peatee_rules::{Draughts, Kernel, Variant, with_kernel};
use peatee_table::{Metric, Slice};

const METRICS: [Metric; 3] = [Metric::Wdl, Metric::Dtw, Metric::Dtc];

/// Kinds of values to solve: WDL alone, WDL with plies to the end of the game, and WDL with plies
/// to the end of the game and to the next conversion.
const WANTED: [ValueKinds; 3] = [
    ValueKinds::WDL,
    ValueKinds { to_end: true, ..ValueKinds::WDL },
    ValueKinds { to_end: true, to_conversion: true, ..ValueKinds::WDL },
];

/// Figures of one class of slices: CPU-seconds and bytes.
#[derive(Default, Clone, Copy)]
struct Figures {
    positions: u64,
    /// CPU-seconds of the solver, indexed like [`WANTED`].
    solving: [f64; 3],
    masking: f64,
    /// CPU-seconds of the writer, indexed like [`METRICS`].
    writing: [f64; 3],
    bytes: [u64; 3],
    /// Wall-clock seconds of the solver with one thread and with two threads.
    on_threads: [f64; 2],
}

impl Figures {
    fn add(&mut self, other: &Figures) {
        self.positions += other.positions;
        self.masking += other.masking;
        for i in 0..3 {
            self.solving[i] += other.solving[i];
            self.writing[i] += other.writing[i];
            self.bytes[i] += other.bytes[i];
        }
        for i in 0..2 {
            self.on_threads[i] += other.on_threads[i];
        }
    }

    fn row(&self, name: &str) -> String {
        let rate = |seconds: f64| format!("{:.1}", self.positions as f64 / seconds.max(1e-9) / 1e6);
        let bits = |bytes: u64| format!("{:.3}", bytes as f64 * 8.0 / self.positions.max(1) as f64);
        let solving = self.solving.map(rate).join(" | ");
        let writing = self.writing.map(rate).join(" | ");
        let bits = self.bytes.map(bits).join(" | ");
        let speed_up = self.on_threads[0] / self.on_threads[1].max(1e-9);
        let masking = rate(self.masking);
        format!("| {name} | {} | {solving} | {speed_up:.2} | {masking} | {writing} | {bits} |", self.positions)
    }
}

fn measure<W: SolverWord>(kernel: &Kernel<W>, directory: &TableDirectory, job: &Job) -> Figures {
    let solver = W::bitboard_solver(kernel).expect("a game of the bitboard solver");
    let children = |metric: Metric| {
        let child = |&slice: &Slice| -> Arc<SliceArray<W, Values>> {
            let tables = open(directory.path(), slice, metric).expect("a good table");
            Arc::new(load(kernel, &tables, slice, metric, (Resolved::All, &Backing::Memory)).expect("a good table"))
        };
        Lookup::new(job.needs.iter().map(child))
    };
    let (wdl, distances) = (children(Metric::Wdl), children(Metric::Dtw));
    let solved = |wanted: ValueKinds| -> Solved {
        let successors = if wanted.to_end { &distances } else { &wdl };
        let job =
            SliceJob { slice: job.slice, opposite: job.opposite, successors, wanted, means: &Resources::ALL_MEMORY };
        solver.solve(&job, &mut NoCheckpoint).expect("distances that fit")
    };
    let mut figures = Figures { positions: job.positions, ..Figures::default() };
    for (seconds, wanted) in figures.solving.iter_mut().zip(WANTED) {
        let started = ProcessTime::now();
        solved(wanted);
        *seconds = started.elapsed().as_secs_f64();
    }
    for (threads, seconds) in (1..).zip(&mut figures.on_threads) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        *seconds = pool.install(|| on_the_clock(|| drop(solved(WANTED[1])))).as_secs_f64();
    }
    let all = solved(WANTED[2]);
    let started = ProcessTime::now();
    let mask = |slice: Slice| are_left_out(kernel).then(|| CaptureMask::of(kernel, slice));
    let masks: Vec<Option<CaptureMask>> = all.to_end.iter().map(|solution| mask(solution.slice)).collect();
    figures.masking = started.elapsed().as_secs_f64();
    for (i, metric) in METRICS.into_iter().enumerate() {
        let started = ProcessTime::now();
        let solutions = if metric == Metric::Dtc { &all.to_conversion } else { &all.to_end };
        for (solution, mask) in solutions.iter().zip(&masks) {
            let bytes = table_bytes(
                directory.game(),
                solution,
                metric,
                mask.as_ref(),
                (WdlCoding::default(), &Backing::Memory),
            );
            figures.bytes[i] += bytes.expect("blocks that compress").len() as u64;
        }
        figures.writing[i] = started.elapsed().as_secs_f64();
    }
    figures
}

fn on_the_clock(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

/// Returns the class of a job: the number of men, and whether one side has a single piece.
fn class(job: &Job) -> String {
    let counts = job.slice.material.counts;
    let men = counts[0][0] + counts[1][0];
    let lone = counts.iter().any(|side| side.iter().sum::<u8>() == 1);
    format!("{} pieces, {men} men{}", job.slice.material.pieces(), if lone { ", against one" } else { "" })
}

fn bench(id: &str, pieces: u8, root: &Path) {
    let game = Draughts::new(Variant::named(id).expect("a known variant"));
    let directory = TableDirectory::open(root, &game).expect("a directory for tables");
    let settings = Settings::new(Metric::DEFAULT.to_vec(), 8 << 30);
    generate(&directory, pieces, &settings, &NoProgress).expect("tables");
    let mut classes: Vec<(String, Figures)> = Vec::new();
    let mut total = Figures::default();
    for job in plan(&game, pieces, &Metric::DEFAULT).iter().filter(|job| job.slice.material.pieces() == pieces) {
        let figures = with_kernel!(game, kernel => measure(kernel, &directory, job));
        total.add(&figures);
        let name = class(job);
        match classes.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => sum.add(&figures),
            None => classes.push((name, figures)),
        }
    }
    println!("\n{id}\n");
    print!("| class | positions | solve WDL | + DTW | + DTC | two threads | find captures ");
    println!("| write WDL | write DTW | write DTC | WDL bits | DTW bits | DTC bits |");
    println!("|---{}|", "|--:".repeat(12));
    classes.sort_by(|a, b| a.0.cmp(&b.0));
    for (name, figures) in &classes {
        println!("{}", figures.row(name));
    }
    println!("{}", total.row(&format!("all of {pieces} pieces")));
}

fn main() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let root = std::env::var_os("PEATEE_TABLES").map_or(directory.path().to_owned(), Into::into);
    println!("Million positions (one side to move each) per CPU-second; bits per position over all positions.");
    for (id, pieces) in [("international", 4), ("english", 4)] {
        bench(id, pieces, &root);
    }
}
