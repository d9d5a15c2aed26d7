//! Measures probes of chess tables and prints a Markdown table. Files are mapped, 16 MB hold
//! expanded blocks, and one thread probes. The positions are random ones of all slices, in
//! proportion to the sizes of the slices, without captures en passant.
//!
//! The tables are first made in a temporary directory, or taken from `PEATEE_TABLES`. `PEATEE_MEN`
//! is the maximum number of men, 4 by default.
//!
//! `PEATEE_OTHER_CHESS` names a program to compare with. It gets the path of a file with one FEN
//! per line and writes one line: nanoseconds per WDL probe, a space, nanoseconds per distance
//! probe.

#[path = "../tests/common/beside.rs"]
mod beside;
#[path = "../tests/common/mapped.rs"]
mod mapped;

use std::path::{Path, PathBuf};
use std::time::Instant;

use mapped::mapped;
use peatee_chess::{Index, Position, Slice, sets};
use peatee_generator::jobs::chess::generate::default_metrics;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::chess::{Chess, Tables};
use peatee_probe::{Game, OpenOptions};

const EXPANDED_BYTES: u64 = 16 << 20;
const POSITIONS: usize = 1 << 17;
/// Number of positions for probes of distances. It is smaller than that for WDL, because a distance
/// takes longer to probe.
const DISTANCES: usize = 1 << 14;
const ROUNDS: usize = 12;
const MEMORY_BYTES: u64 = 4 << 30;

fn random_positions(men: u32) -> Vec<Position> {
    let slices: Vec<Slice> = sets(men).into_iter().flat_map(Slice::both).collect();
    let indexes: Vec<Index> = slices.into_iter().map(Index::new).collect();
    let all: u64 = indexes.iter().map(Index::numbers).sum();
    let mut random = fastrand::Rng::with_seed(20);
    let mut found = Vec::with_capacity(POSITIONS);
    while found.len() < POSITIONS {
        let mut number = random.u64(..all);
        let mut index = indexes.iter();
        let of_slice = loop {
            let here = index.next().expect("the number is of some slice");
            match number.checked_sub(here.numbers()) {
                Some(rest) => number = rest,
                None => break here,
            }
        };
        found.extend(of_slice.position(number));
    }
    found
}

/// Returns the nanoseconds per position in the fastest round.
fn nanoseconds(positions: &[Position], mut probe: impl FnMut(&Position) -> u64) -> f64 {
    let round = || {
        let started = Instant::now();
        std::hint::black_box(positions.iter().map(&mut probe).sum::<u64>());
        started.elapsed().as_secs_f64() * 1e9 / positions.len() as f64
    };
    std::iter::repeat_with(round).take(ROUNDS).fold(f64::MAX, f64::min)
}

fn made(root: &Path, men: u8) -> Tables {
    let directory = TableDirectory::open(root, &Chess).expect("a directory for tables");
    let settings = Settings::new(default_metrics(), MEMORY_BYTES);
    generate(&directory, men, &settings, &NoProgress).expect("the tables can be made");
    let options = OpenOptions::new().memory_bytes(EXPANDED_BYTES).storage(mapped());
    options.open_game::<Chess>(directory.path()).expect("tables that open")
}

fn main() {
    let men = std::env::var("PEATEE_MEN").map_or(4, |text| text.parse().expect("PEATEE_MEN is a number"));
    let temporary = tempfile::tempdir().expect("a temporary directory");
    let root = std::env::var_os("PEATEE_TABLES").map_or(temporary.path().to_owned(), PathBuf::from);
    let tables = made(&root, men);
    let positions = random_positions(men.into());
    println!("\nProbes of random positions of chess to {men} men, mapped, one thread, ns\n");
    println!("| | WDL | DTZ |\n|---|--:|--:|");
    let wdl = nanoseconds(&positions, |position| tables.probe_wdl(position).expect("a value") as u64);
    let rules = Chess::fifty_moves();
    let dtz = nanoseconds(&positions[..DISTANCES], |position| {
        let (rules, clock) = (&rules, Chess.counters(&rules, position));
        tables.rule_value(position, rules, &clock).expect("a value").needed_plies.unwrap_or(0).into()
    });
    println!("| Peatee | {wdl:.0} | {dtz:.0} |");
    if let Ok(program) = std::env::var("PEATEE_OTHER_CHESS") {
        let said = beside::ask(&program, positions.iter().map(Position::fen));
        println!("| {program} | {} |", said.replace(' ', " | "));
    }
}
