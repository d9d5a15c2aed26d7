//! Compares the time of a WDL probe from C with the time of a probe from Rust.
//!
//! Both probe positions whose blocks are decoded, in one thread. The C program and the Rust loop
//! run in turn, and the fastest of many rounds counts.
//!
//! `scripts/bench capi` builds the library as `scripts/install-capi` does, and runs this benchmark.

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use common::{ENGLISH_3, ROOT, compiler, succeed};
use peatee_probe::Tables;
use peatee_probe::peatee_rules::{Kind, Position, Side, Square};

const POSITIONS: usize = 1 << 14;
const ROUNDS: usize = 400;
const TURNS: usize = 5;

/// Returns random positions of two and three pieces, also ones with captures, with either side to
/// move.
fn positions(tables: &Tables) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut out = Vec::with_capacity(POSITIONS);
    while out.len() < POSITIONS {
        let mut position = Position::empty(if random.bool() { Side::White } else { Side::Black });
        let mut squares: Vec<u8> = (0..32).collect();
        random.shuffle(&mut squares);
        for (number, &square) in squares.iter().take(random.usize(2..=3)).enumerate() {
            let kind = if random.bool() { Kind::Man } else { Kind::King };
            position.setup.put(Side::BOTH[number % 2], kind, Square(square));
        }
        if tables.game().check(&position).is_ok() {
            out.push(position);
        }
    }
    out
}

/// Returns a position as the bytes of a `PeateePosition`, field by field in the order of the
/// header.
fn bytes_of(position: &Position) -> Vec<u8> {
    let sets = position.setup.pieces.as_flattened();
    let mut out: Vec<u8> = sets.iter().flat_map(|set| set.to_ne_bytes()).collect();
    out.extend((position.side as i64).to_ne_bytes());
    out
}

fn main() {
    let Some(compiler) = compiler("CC", "cc") else { return };
    let tables = Tables::open(ENGLISH_3).expect("the tables open");
    let positions = positions(&tables);
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let file = folder.path().join("positions");
    std::fs::write(&file, positions.iter().flat_map(bytes_of).collect::<Vec<u8>>()).expect("there is room");

    let library = common::library_folder();
    let library = library.parent().expect("the libraries are one folder up");
    let program = folder.path().join("call");
    let mut build = Command::new(compiler);
    build.args(["-O2", "-std=c99", "-I"]).arg(Path::new(ROOT).join("include"));
    build.arg(Path::new(ROOT).join("benches/call.c")).arg("-o").arg(&program);
    build.arg("-L").arg(library).arg("-lpeatee").arg(format!("-Wl,-rpath,{}", library.display()));
    succeed(&mut build);

    let rounds = ROUNDS.to_string();
    let (mut rust, mut single, mut many) = (f64::MAX, f64::MAX, f64::MAX);
    for _ in 0..TURNS {
        let mut sum = 0;
        for _ in 0..ROUNDS {
            let started = Instant::now();
            for position in std::hint::black_box(&positions) {
                sum += tables.probe_wdl(position).expect("a table") as i64 - 1;
            }
            rust = rust.min(started.elapsed().as_secs_f64() * 1e9 / POSITIONS as f64);
        }
        let answer = succeed(Command::new(&program).arg(ENGLISH_3).arg(&file).arg(&rounds));
        let numbers: Vec<f64> = answer.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        (single, many) = (single.min(numbers[0]), many.min(numbers[1]));
        assert_eq!(numbers[2] as i64, sum / ROUNDS as i64, "C and Rust see the same values");
    }
    println!("| WDL of english, 2 and 3 pieces, warm | ns for each |\n|---|---|");
    println!("| Rust, `Tables::probe_wdl` | {rust:.1} |");
    println!("| C, `peatee_probe_wdl` | {single:.1} |");
    println!("| C, `peatee_probe_wdl_many` | {many:.1} |");
}
