//! Measures probes of tables that do not fit into memory when expanded. Files are mapped, 16 MB
//! hold expanded blocks, and one thread probes. The output is a Markdown table for each set and
//! coding of WDL tables.
//!
//! *Random* positions are spread over all slices in proportion to their sizes. *Local* positions
//! are all positions within six plies of random positions, with up to three moves in each. Each has
//! two columns: the first for positions in which the side to move has no capture, the second for
//! all legal positions.
//!
//! The tables are first made in a temporary directory, or taken from `PEATEE_TABLES`, which has a
//! directory for each coding. `PEATEE_PIECES` is the maximum number of pieces, 5 by default, and
//! `PEATEE_EXPANDED_MB` the memory for expanded blocks. `PEATEE_VARIANTS` and `PEATEE_CODINGS` are
//! comma-separated lists of what to measure.
//!
//! `PEATEE_OTHER_ENGLISH` names a program to compare with for English. It gets the path of a file
//! with one position per line. A line has `W` or `B` for the side to move, White's men and kings
//! and Black's men and kings as numbers in which bit 0 is square 1, and the value for the side to
//! move: `w`, `d` or `l`. The program writes one line with the nanoseconds per probe.

#[path = "../tests/common/beside.rs"]
mod beside;
#[path = "../tests/common/mapped.rs"]
mod mapped;
#[path = "../tests/common/random_positions.rs"]
mod random_positions;

use std::path::{Path, PathBuf};
use std::time::Instant;

use mapped::mapped;
use peatee_generator::tables::write::WdlCoding;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::{OpenOptions, Tables};
use peatee_rules::{Bitboard, Draughts, Kind, Position, Side, Square, Variant, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice};
use random_positions::RandomPositions;

const VARIANTS: [&str; 2] = ["english", "international"];
const CODINGS: [(&str, WdlCoding); 3] =
    [("blocks", WdlCoding::Blocks), ("small-pages", WdlCoding::SmallPages), ("pages", WdlCoding::Pages)];
/// Default of `PEATEE_EXPANDED_MB`.
const EXPANDED_MB: u64 = 16;
/// Number of positions in one measurement. `SLOW_POSITIONS` is the number if a probe takes long.
const POSITIONS: usize = 1 << 18;
const SLOW_POSITIONS: usize = 1 << 13;
/// Number of rounds that fill the memory for expanded blocks. A part of a table is expanded after
/// 256 probes, and expanding takes about as long as these probes.
const FIRST_ROUNDS: usize = 60;
const ROUNDS: usize = 5;
const WALK_PLIES: u32 = 6;
const WALK_MOVES: usize = 3;

fn walk(game: &Draughts, position: &Position, plies: u32, met: &mut Vec<Position>) {
    met.push(*position);
    let Ok(moves) = game.moves(position) else { return };
    if plies > 0 {
        moves.iter().take(WALK_MOVES).for_each(|mv| walk(game, &game.play(position, mv), plies - 1, met));
    }
}

fn has_capture(game: &Draughts, position: &Position) -> bool {
    game.must_capture(position)
}

/// Returns random positions, or if `is_local`, the positions within six plies of random positions.
/// Leaves out positions with captures unless `with_captures`.
fn positions(game: &Draughts, pieces: u8, is_local: bool, with_captures: bool) -> Vec<Position> {
    let mut random = RandomPositions::new(game, peatee_table::slices(game, pieces));
    let mut found = Vec::with_capacity(POSITIONS);
    let has_both =
        |position: &Position| Slice::of(game, position).material.counts.iter().all(|of| of.iter().sum::<u8>() > 0);
    while found.len() < POSITIONS {
        let mut met = Vec::new();
        walk(game, &random.position(), if is_local { WALK_PLIES } else { 0 }, &mut met);
        found.extend(met.into_iter().filter(|p| has_both(p) && (with_captures || !has_capture(game, p))));
    }
    found.truncate(POSITIONS);
    found
}

/// Returns the nanoseconds per position in the fastest round. Leaves out the first rounds, which
/// fill the memory for expanded blocks.
fn nanoseconds(positions: &[Position], mut probe: impl FnMut(&[Position]) -> u64) -> f64 {
    let mut best = f64::MAX;
    for round in 0..FIRST_ROUNDS + ROUNDS {
        let started = Instant::now();
        std::hint::black_box(probe(positions));
        if round >= FIRST_ROUNDS {
            best = best.min(started.elapsed().as_secs_f64() * 1e9 / positions.len() as f64);
        }
    }
    best
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

/// Returns true if the list in an environment variable contains `name`, or if the variable is not
/// set.
fn is_wanted(variable: &str, name: &str) -> bool {
    std::env::var(variable).map_or(true, |list| list.split(',').any(|listed| listed == name))
}

/// Runs the program that `PEATEE_OTHER_ENGLISH` names on these positions, and returns its output.
fn other(program: &str, game: &Draughts, tables: &Tables, positions: &[Position]) -> String {
    let number = |pieces: u128| pieces.squares().map(|square| 1u64 << (game.square_number(Square(square)) - 1)).sum();
    let line = |position: &Position| {
        let groups =
            [(Side::White, Kind::Man), (Side::White, Kind::King), (Side::Black, Kind::Man), (Side::Black, Kind::King)];
        let [men, kings, black_men, black_kings]: [u64; 4] =
            groups.map(|(side, kind)| number(position.setup.get(side, kind)));
        let side = if position.side == Side::White { 'W' } else { 'B' };
        let value = ['l', 'd', 'w'][tables.probe_wdl(position).expect("a table") as usize];
        format!("{side} {men} {kings} {black_men} {black_kings} {value}")
    };
    beside::ask(program, positions.iter().map(line))
}

fn main() {
    let temporary = tempfile::tempdir().expect("a temporary directory");
    let root = std::env::var_os("PEATEE_TABLES").map_or(temporary.path().to_owned(), PathBuf::from);
    let pieces = number("PEATEE_PIECES", 5) as u8;
    let expanded_mb = number("PEATEE_EXPANDED_MB", EXPANDED_MB);
    for variant in VARIANTS.into_iter().filter(|variant| is_wanted("PEATEE_VARIANTS", variant)) {
        let game = Draughts::new(Variant::named(variant).expect("a known variant"));
        let sets = [(false, false), (false, true), (true, false), (true, true)]
            .map(|(is_local, with_captures)| positions(&game, pieces, is_local, with_captures));
        println!("\nWDL of {variant} to {pieces} pieces, {expanded_mb} MB for expanded blocks, ns a probe\n");
        println!(
            "| coding | bytes | bits/position | random | with captures | local | with captures | random, many | with captures |"
        );
        println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (name, coding) in CODINGS.into_iter().filter(|(name, _)| is_wanted("PEATEE_CODINGS", name)) {
            measure(&game, pieces, expanded_mb << 20, (name, coding), &root.join(name), &sets);
        }
        if let (Ok(program), "english") = (std::env::var("PEATEE_OTHER_ENGLISH"), variant) {
            let tables = Tables::open(root.join(CODINGS[2].0).join(variant)).expect("tables as pages, just made");
            let said = sets.each_ref().map(|set| other(&program, &game, &tables, set));
            println!("| {program} | | | {} | | |", said.join(" | "));
        }
    }
}

fn measure(
    game: &Draughts,
    pieces: u8,
    expanded_bytes: u64,
    (name, coding): (&str, WdlCoding),
    root: &Path,
    sets: &[Vec<Position>; 4],
) {
    let directory = TableDirectory::open(root, game).expect("a directory for tables");
    let mut settings = Settings::new(vec![Metric::Wdl], 12 << 30);
    settings.coding = coding;
    generate(&directory, pieces, &settings, &NoProgress).expect("the tables can be made");
    let open = || -> Tables {
        let options = OpenOptions::new().memory_bytes(expanded_bytes).storage(mapped());
        options.open(directory.path()).expect("tables that open")
    };
    let of_set: Vec<(u64, u64)> = with_kernel!(game, kernel => {
        let of_slice = |slice| (directory.manifest().tables[&peatee_table::format::file_name(slice, Metric::Wdl)].bytes, SliceIndex::new(kernel, slice).size());
        peatee_table::slices(game, pieces).into_iter().map(of_slice).collect()
    });
    let (bytes, all) = of_set.iter().fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
    print!("| {name} | {bytes} | {:.4} |", bytes as f64 * 8.0 / all as f64);
    let count = if coding == WdlCoding::Blocks { SLOW_POSITIONS } else { POSITIONS };
    for set in sets {
        let tables = open();
        let single = |part: &[Position]| part.iter().map(|p| tables.probe_wdl(p).expect("a table") as u64).sum();
        print!(" {:.0} |", nanoseconds(&set[..count], single));
    }
    for set in &sets[..2] {
        let tables = open();
        let many = |part: &[Position]| tables.probe_wdl_many(part).map(|wdl| wdl.expect("a table") as u64).sum();
        print!(" {:.0} |", nanoseconds(&set[..count], many));
    }
    println!();
}
