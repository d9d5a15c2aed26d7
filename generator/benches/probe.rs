//! Measures probes per second with one thread, and prints a Markdown table for each of two
//! variants. The positions are random legal positions, including positions with captures.
//!
//! The tables of 2 to 4 pieces are first made in a temporary directory, or taken from
//! `PEATEE_TABLES`. Tables of 5 pieces are measured if they exist; `PEATEE_PIECES=5` makes the WDL
//! tables of 5 pieces, in some minutes.

#[path = "../tests/common/mapped.rs"]
mod mapped;

use std::path::{Path, PathBuf};
use std::time::Instant;

use mapped::mapped;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::{OpenOptions, StorageKind, Tables};
use peatee_rules::{Draughts, Position, Variant, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice};

const VARIANTS: [&str; 2] = ["international", "english"];
/// Number of positions. There are so many that their cells do not all stay in the caches of the
/// processor.
const POSITIONS: usize = 1 << 20;
/// Number of positions that are timed together. They take less than a millisecond, so other
/// programs disturb few of these times. They stay in the caches of the processor, like positions
/// that a program has just made.
const TIMED: usize = 1 << 11;
const ROUNDS: usize = 9;
/// Memory in bytes for expanded blocks: enough for every block that the positions need.
const MEMORY_BYTES: u64 = 6 << 30;
/// Seed of the random numbers. It is fixed, so that the positions are the same in every run.
const SEED: u64 = 1;

/// Returns random legal positions with `pieces` pieces and either side to move. Slices occur in
/// proportion to their sizes. Returns `None` when a table is missing.
fn positions(tables: &Tables, pieces: u8, metric: Metric, count: usize) -> Option<Vec<Position>> {
    let game = tables.game();
    let slices = peatee_table::slices(game, pieces).into_iter().filter(|slice| slice.material.pieces() == pieces);
    let slices: Vec<Slice> = slices.collect();
    if slices.iter().any(|&slice| tables.table(slice, metric).is_none()) {
        return None;
    }
    Some(with_kernel!(game, kernel => {
        let indices: Vec<_> = slices.iter().map(|&slice| SliceIndex::new(kernel, slice)).collect();
        let total: u64 = indices.iter().map(SliceIndex::size).sum();
        let mut random = fastrand::Rng::with_seed(SEED);
        let one = || {
            let mut number = random.u64(..total);
            let index = indices.iter().find(|index| {
                let inside = number < index.size();
                if !inside {
                    number -= index.size();
                }
                inside
            });
            let index = index.expect("the number is below the sum of the sizes");
            let (setup, side) = (index.unrank(number), index.slice().side);
            if kernel.mirror.is_some() && random.bool() {
                Position { setup: kernel.mirrored(&setup).convert(), side: side.other() }
            } else {
                Position { setup: setup.convert(), side }
            }
        };
        std::iter::repeat_with(one).take(count).collect()
    }))
}

/// Returns two times in nanoseconds per position: the median of all times, and the mean over the
/// positions of their fastest times.
fn time(positions: &[Position], rounds: usize, mut probe: impl FnMut(&[Position]) -> u64) -> (f64, f64) {
    let parts = || positions.chunks_exact(TIMED.min(positions.len()));
    let mut best = vec![f64::MAX; parts().len()];
    let mut all = Vec::with_capacity(rounds * best.len());
    // The first round decodes the blocks and is not measured. If blocks are never kept, it is like
    // any other round.
    for round in 0..=rounds {
        for (part, best) in parts().zip(&mut best) {
            let part = std::hint::black_box(part.to_vec());
            let started = Instant::now();
            std::hint::black_box(probe(&part));
            let nanoseconds = started.elapsed().as_secs_f64() * 1e9 / part.len() as f64;
            if round > 0 {
                *best = best.min(nanoseconds);
                all.push(nanoseconds);
            }
        }
    }
    all.sort_by(f64::total_cmp);
    (all[all.len() / 2], best.iter().sum::<f64>() / best.len() as f64)
}

fn row(name: &str, pieces: u8, (median, best): (f64, f64)) {
    println!("| {name} | {pieces} | {median:.1} | {:.2} | {best:.1} | {:.2} |", 1e3 / median, 1e3 / best);
}

fn plies(value: Result<peatee_probe::Value, peatee_probe::ProbeError>) -> u64 {
    value.expect("a table").plies.unwrap_or(0) as u64
}

/// Probes every position so often that nearly all blocks are expanded. With five pieces this takes
/// many rounds, because a round reads each block only about ten times.
fn warm(tables: &Tables, pieces: u8, positions: &[Position]) {
    for _ in 0..if pieces < 5 { 1 } else { 40 } {
        let known = tables.probe_wdl_many(positions).map(|wdl| wdl.expect("a table") as u64);
        std::hint::black_box(known.sum::<u64>());
    }
}

fn bench_warm(tables: &Tables) {
    for pieces in 2..=5 {
        if let Some(positions) = positions(tables, pieces, Metric::Wdl, POSITIONS) {
            warm(tables, pieces, &positions);
            let single = |part: &[Position]| part.iter().map(|p| tables.probe_wdl(p).expect("a table") as u64).sum();
            row("WDL, `probe_wdl`", pieces, time(&positions, ROUNDS, single));
            let many = |part: &[Position]| tables.probe_wdl_many(part).map(|wdl| wdl.expect("a table") as u64).sum();
            row("WDL, `probe_wdl_many`", pieces, time(&positions, ROUNDS, many));
        }
        if let Some(positions) = positions(tables, pieces, Metric::Dtw, POSITIONS) {
            let single = |part: &[Position]| part.iter().map(|position| plies(tables.probe(position))).sum();
            row("DTW, `probe`", pieces, time(&positions, ROUNDS, single));
            let many = |part: &[Position]| tables.probe_many(part).map(plies).sum();
            row("DTW, `probe_many`", pieces, time(&positions, ROUNDS, many));
        }
    }
}

/// Measures probes without memory for decoded blocks, with the files in the cache of the operating
/// system. A single probe decodes a block. A probe of many positions decodes each block once.
fn bench_decoding(path: &Path) {
    for storage in [StorageKind::PREAD, mapped()] {
        let tables = OpenOptions::new().memory_bytes(0).storage(storage).open(path).expect("tables that open");
        let positions = positions(&tables, 4, Metric::Wdl, 2 * TIMED).expect("tables of four pieces");
        let single = |part: &[Position]| part.iter().map(|p| tables.probe_wdl(p).expect("a table") as u64).sum();
        row(&format!("WDL, decoding, {storage:?}"), 4, time(&positions[..TIMED], 3, single));
        let many = |part: &[Position]| tables.probe_wdl_many(part).map(|wdl| wdl.expect("a table") as u64).sum();
        row(&format!("WDL, decoding, {storage:?}, many"), 4, time(&positions[..TIMED], 3, many));
    }
}

fn bench(variant: &str, root: &Path) {
    let game = Draughts::new(Variant::named(variant).expect("a known variant"));
    let directory = TableDirectory::open(root, &game).expect("a directory for tables");
    let settings = |metrics: &[Metric]| Settings::new(metrics.to_vec(), 8 << 30);
    generate(&directory, 4, &settings(&Metric::DEFAULT), &NoProgress).expect("tables of four pieces");
    if std::env::var("PEATEE_PIECES").is_ok_and(|pieces| pieces == "5") {
        generate(&directory, 5, &settings(&[Metric::Wdl]), &NoProgress).expect("tables of five pieces");
    }
    let options = OpenOptions::new().memory_bytes(MEMORY_BYTES);
    println!(
        "\nProbes of {variant}, {POSITIONS} random legal positions, one thread, decoded blocks kept unless it says so.\n"
    );
    println!("| probe | pieces | median ns | M/s | best ns | M/s |");
    println!("|---|--:|--:|--:|--:|--:|");
    bench_warm(&options.open(directory.path()).expect("tables that open"));
    bench_decoding(directory.path());
}

fn main() {
    let temporary = tempfile::tempdir().expect("a temporary directory");
    let root = std::env::var_os("PEATEE_TABLES").map_or(temporary.path().to_owned(), PathBuf::from);
    for variant in VARIANTS {
        bench(variant, &root);
    }
}
