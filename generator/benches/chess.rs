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

use cpu_time::ThreadTime;
use mapped::mapped;
use peatee_chess::{Index, Position, Slice, sets};
use peatee_generator::jobs::chess::generate::default_metrics;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::chess::{Chess, Tables};
use peatee_probe::{Game, OpenOptions, RulePlies};
use peatee_rules::Budget;
use peatee_table::{Metric, RuleSet};

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

/// Returns the positions with random half-move clocks.
fn with_clocks(positions: &[Position]) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(21);
    let mut with_clock = |position: &Position| {
        let fen = position.fen().replace(" 0 1", &format!(" {} 100", random.u32(..100)));
        Position::parse_fen(&fen).expect("a position")
    };
    positions.iter().map(&mut with_clock).collect()
}

/// Positions, and what is timed for each of them.
type Probe<'a> = (&'a [Position], &'a dyn Fn(&Position) -> u64);

/// Returns the CPU nanoseconds per position in the fastest round of each probe. The probes take
/// turns.
fn nanoseconds<const N: usize>(probes: [Probe; N]) -> [f64; N] {
    let mut fastest = [f64::MAX; N];
    for _ in 0..ROUNDS {
        for (fastest, (positions, probe)) in fastest.iter_mut().zip(probes) {
            let started = ThreadTime::now();
            std::hint::black_box(positions.iter().map(probe).sum::<u64>());
            *fastest = fastest.min(started.elapsed().as_secs_f64() * 1e9 / positions.len() as f64);
        }
    }
    fastest
}

fn made(root: &Path, men: u8) -> Tables {
    let directory = TableDirectory::open(root, &Chess).expect("a directory for tables");
    let dtm_50 = Metric::RuleDtw(RuleSet::new(&Chess::fifty_moves()));
    let settings = Settings::new([default_metrics(), vec![Metric::Dtw, dtm_50]].concat(), MEMORY_BYTES);
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
    let distances = &positions[..DISTANCES];
    let late = with_clocks(distances);
    let rules = Chess::fifty_moves();
    let clock = |position: &Position| Chess.counters(&rules, position);
    let wdl = |position: &Position| tables.probe_wdl(position).expect("a value") as u64;
    let dtz = |position: &Position| {
        tables.rule_value(position, &rules, &clock(position)).expect("a value").needed_plies.unwrap_or(0).into()
    };
    let dtm = |position: &Position| tables.probe(position).expect("a value").plies.unwrap_or(0).into();
    let dtm_50 = |position: &Position| {
        let plies = tables.plies_under_rules(position, &rules, &clock(position), &Budget::unlimited());
        plies.expect("a value").map_or(0, RulePlies::number).into()
    };
    let found =
        nanoseconds([(&positions, &wdl), (distances, &dtz), (distances, &dtm), (distances, &dtm_50), (&late, &dtm_50)]);
    println!("\nProbes of random positions of chess to {men} men, mapped, one thread, CPU-ns\n");
    println!("| | WDL | DTZ | DTM | DTM50, clock 0 | DTM50, any clock |\n|---|--:|--:|--:|--:|--:|");
    println!("| Peatee | {} |", found.map(|nanoseconds| format!("{nanoseconds:.0}")).join(" | "));
    if let Ok(program) = std::env::var("PEATEE_OTHER_CHESS") {
        let said = beside::ask(&program, positions.iter().map(Position::fen));
        println!("| {program} | {} |", said.replace(' ', " | "));
    }
}
