//! Positions per CPU-second of the solver and of the writer, per slice class, as a Markdown table.
//!
//! CPU time is user and system time of the whole process, so that other programs on the machine disturb little.

use std::path::Path;

use cpu_time::ProcessTime;
use peatee_generator::capture_mask::{CaptureMask, are_left_out};
use peatee_generator::read::open;
use peatee_generator::solver::dtw::{DepthToWin, load};
use peatee_generator::solver::lookup::Lookup;
use peatee_generator::solver::retrograde::solve;
use peatee_generator::writer::table_bytes;
use peatee_generator::{Job, Quiet, Settings, TableDirectory, generate, plan};
use peatee_probe::{Metric, Slice};
use peatee_rules::{Game, Kernel, Variant, Word, with_kernel};

/// Seconds of CPU and bytes of one class of slices.
#[derive(Default, Clone, Copy)]
struct Figures {
    positions: u64,
    solving: f64,
    writing: [f64; 2],
    bytes: [u64; 2],
}

impl Figures {
    fn add(&mut self, other: &Figures) {
        self.positions += other.positions;
        self.solving += other.solving;
        for i in 0..2 {
            self.writing[i] += other.writing[i];
            self.bytes[i] += other.bytes[i];
        }
    }

    fn row(&self, name: &str) -> String {
        let rate = |seconds: f64| self.positions as f64 / seconds.max(1e-9) / 1e6;
        let bits = |bytes: u64| bytes as f64 * 8.0 / self.positions.max(1) as f64;
        let [wdl, dtw] = self.writing;
        let [wdl_bits, dtw_bits] = self.bytes.map(bits);
        format!(
            "| {name} | {} | {:.2} | {:.1} | {:.1} | {wdl_bits:.3} | {dtw_bits:.3} | {:.2} |",
            self.positions,
            rate(self.solving),
            rate(wdl),
            rate(dtw),
            rate(self.solving + wdl + dtw)
        )
    }
}

fn measure<W: Word>(kernel: &Kernel<W>, directory: &TableDirectory, job: &Job) -> Figures {
    let child = |&slice: &Slice| {
        let tables = open(directory, slice, Metric::Dtw).expect("a good table");
        std::sync::Arc::new(load(kernel, &tables, slice, Metric::Dtw).expect("a good table"))
    };
    let started = ProcessTime::now();
    let objective = DepthToWin { successors: Lookup::new(job.needs.iter().map(child)), goal: kernel.goal };
    let solutions = solve(kernel, job.slice, job.opposite, &objective).expect("distances that fit");
    let mut figures =
        Figures { positions: job.positions, solving: started.elapsed().as_secs_f64(), ..Figures::default() };
    for (i, metric) in Metric::PLAIN.into_iter().enumerate() {
        let started = ProcessTime::now();
        for solution in &solutions {
            let left_out = are_left_out(kernel).then(|| CaptureMask::of(kernel, solution.slice));
            let bytes = table_bytes(directory.game().variant(), solution, metric, left_out.as_ref());
            let bytes = bytes.expect("blocks that compress");
            figures.bytes[i] += bytes.len() as u64;
        }
        figures.writing[i] = started.elapsed().as_secs_f64();
    }
    figures
}

/// The class of a job: how many men there are, and whether one side stands alone.
fn class(job: &Job) -> String {
    let counts = job.slice.material.counts;
    let men = counts[0][0] + counts[1][0];
    let lone = counts.iter().any(|side| side.iter().sum::<u8>() == 1);
    format!("{} pieces, {men} men{}", job.slice.material.pieces(), if lone { ", against one" } else { "" })
}

fn bench(id: &str, pieces: u8, root: &Path) {
    let game = Game::new(Variant::named(id).expect("a known variant"));
    let mut directory = TableDirectory::open(root, &game).expect("a directory for tables");
    let settings = Settings { metrics: Metric::PLAIN.to_vec(), memory_bytes: 8 << 30 };
    generate(&mut directory, pieces, &settings, &Quiet).expect("tables");
    let mut classes: Vec<(String, Figures)> = Vec::new();
    let mut total = Figures::default();
    for job in plan(&game, pieces, &Metric::PLAIN).iter().filter(|job| job.slice.material.pieces() == pieces) {
        let figures = with_kernel!(game, kernel => measure(kernel, &directory, job));
        total.add(&figures);
        let name = class(job);
        match classes.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => sum.add(&figures),
            None => classes.push((name, figures)),
        }
    }
    println!("\n{id}\n");
    println!("| class | positions | solve DTW | write WDL | write DTW | WDL bits | DTW bits | all, M/CPU-s |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
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
