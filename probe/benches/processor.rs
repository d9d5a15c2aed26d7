//! Measures the time of a probe in nanoseconds, and prints a line for each kind of probe.
//!
//! `scripts/bench processor` builds this program twice: for the processors that
//! `.cargo/config.toml` names, and for every x86-64 processor. It runs the two builds in turn.
//!
//! The arguments are a directory of tables and a number of pieces. The program probes random
//! positions with this number of pieces, including positions with captures. Larger slices
//! contribute more positions.

#[path = "../../generator/tests/common/mapped.rs"]
mod mapped;
#[path = "../../generator/tests/common/random_positions.rs"]
mod random_positions;

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use mapped::mapped;
use peatee_probe::{OpenOptions, Tables};
use peatee_rules::Position;
use random_positions::RandomPositions;

const POSITIONS: usize = 1 << 16;
const ROUNDS: usize = 40;
/// Memory budget in bytes that is enough to keep every block decoded.
const EXPANDED_MEMORY_BYTES: u64 = 4 << 30;
/// Memory budget in bytes that is enough to keep only the smallest tables decoded.
const COMPRESSED_MEMORY_BYTES: u64 = 16 << 20;

fn positions(tables: &Tables, pieces: u8) -> Vec<Position> {
    let slices = peatee_table::slices(tables.game(), pieces).into_iter();
    let mut random = RandomPositions::new(tables.game(), slices.filter(|slice| slice.material.pieces() == pieces));
    (0..POSITIONS).map(|_| random.position()).collect()
}

/// Prints the nanoseconds per position of the fastest round. The first half of the rounds does not
/// count, because the tables still decode blocks then, up to their memory budget.
fn print_time(name: &str, positions: &[Position], probe: impl Fn(&[Position]) -> u64) {
    let mut best = f64::MAX;
    for round in 0..ROUNDS {
        let started = Instant::now();
        black_box(probe(black_box(positions)));
        if round >= ROUNDS / 2 {
            best = best.min(started.elapsed().as_secs_f64() * 1e9 / positions.len() as f64);
        }
    }
    println!("{name}\t{best:.1}");
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [directory, pieces] = &arguments[..] else {
        eprintln!("processor: the arguments are a directory of tables and a number of pieces");
        std::process::exit(2);
    };
    let pieces = pieces.parse().expect("a number of pieces");
    let open = |memory_bytes| {
        let options = OpenOptions::new().memory_bytes(memory_bytes).storage(mapped());
        options.open(Path::new(directory)).expect("tables that open")
    };
    let tables = open(EXPANDED_MEMORY_BYTES);
    let positions = positions(&tables, pieces);
    let wdl = |wdl: Result<_, _>| -> u64 { wdl.map_or(0, |wdl: peatee_probe::Wdl| wdl as u64) };
    for _ in 0..ROUNDS {
        black_box(tables.probe_wdl_many(&positions).map(wdl).sum::<u64>());
    }
    print_time("WDL, expanded", &positions, |all| all.iter().map(|p| wdl(tables.probe_wdl(p))).sum());
    print_time("WDL, expanded, many", &positions, |all| tables.probe_wdl_many(all).map(wdl).sum());
    drop(tables);
    let tables = open(COMPRESSED_MEMORY_BYTES);
    print_time("WDL, compressed", &positions, |all| all.iter().map(|p| wdl(tables.probe_wdl(p))).sum());
}
