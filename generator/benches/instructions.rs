//! Compares the number of instructions of each index, move list and probe with a recorded number.
//! The result does not depend on other programs or on the speed of the machine.
//!
//! Every item runs in its own process under `valgrind --tool=callgrind`. Only the instructions in
//! [`measured`] are counted, because the setup varies between runs by as much as a few instructions
//! per item. The program fails when a count is more than 5 % above the record,
//! `benches/instructions.tsv`; `PEATEE_RECORD=1` rewrites the record. The recorded counts belong to
//! the build that `scripts/bench` makes: without link-time optimisation, for processors with BMI2
//! and AVX2, by rustc 1.95.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::Tables;
use peatee_rules::{Draughts, Position, Variant, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice};

const VARIANT: &str = "international";
const PIECES: u8 = 3;
const POSITIONS: usize = 500;
const ROUNDS: usize = 10;
/// Maximum growth of an instruction count in percent.
const TOLERANCE_PERCENT: f64 = 5.0;
/// Number of rounds before counting. In these rounds each position is probed so often that its
/// block is expanded.
const WARM_ROUNDS: usize = 300;
/// Flag of a child process that measures one item. The name of the item and the directory follow
/// it.
const WORK_FLAG: &str = "--work";

const WORK: [&str; 6] = ["index", "position of an index", "moves", "probe WDL", "probe DTW", "probe many"];

/// Returns positions with [`PIECES`] pieces. Successive positions belong to successive slices.
fn positions(tables: &Tables) -> Vec<Position> {
    let game = tables.game();
    let slices = peatee_table::slices(game, PIECES).into_iter().filter(|slice| slice.material.pieces() == PIECES);
    let slices: Vec<Slice> = slices.collect();
    with_kernel!(game, kernel => {
        let indices: Vec<_> = slices.iter().map(|&slice| SliceIndex::new(kernel, slice)).collect();
        (0..POSITIONS as u64)
            .map(|i| {
                let index = &indices[i as usize % indices.len()];
                let setup = index.unrank(i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % index.size());
                let position = Position { setup: setup.convert(), side: index.slice().side };
                match i % 2 {
                    0 => position,
                    _ => Position { setup: kernel.mirrored(&setup).convert(), side: position.side.other() },
                }
            })
            .collect()
    })
}

/// Runs the rounds whose instructions are counted. Callgrind finds this function by its name.
#[inline(never)]
fn measured(round: &mut dyn FnMut() -> u64) {
    for _ in 0..ROUNDS {
        std::hint::black_box(round());
    }
}

/// Measures one item, with [`POSITIONS`] positions in each round.
fn work(name: &str, directory: &Path) {
    let tables = Tables::open(directory).expect("tables that open");
    let positions = positions(&tables);
    let game = tables.game();
    if name.starts_with("probe") {
        for position in (0..WARM_ROUNDS).flat_map(|_| &positions) {
            std::hint::black_box((
                tables.probe_wdl(position).expect("a table"),
                tables.probe(position).expect("a table"),
            ));
        }
    }
    let slice = Slice::parse(game, "KMvM").expect("a slice of three pieces");
    with_kernel!(game, kernel => {
        let index = SliceIndex::new(kernel, slice);
        let setups: Vec<_> = (0..POSITIONS as u64).map(|i| index.unrank(i * 7919 % index.size())).collect();
        let mut cursor = index.cursor();
        match name {
            "index" => measured(&mut || setups.iter().map(|setup| index.rank(setup)).sum()),
            "position of an index" => measured(&mut || {
                (0..POSITIONS as u64).map(|i| cursor.seek(i * 7919 % index.size()).piece_count() as u64).sum()
            }),
            "moves" => measured(&mut || {
                positions.iter().map(|position| game.moves(position).unwrap().len() as u64).sum()
            }),
            "probe WDL" => measured(&mut || {
                positions.iter().map(|position| tables.probe_wdl(position).expect("a table") as u64).sum()
            }),
            "probe DTW" => measured(&mut || {
                let plies = |position| tables.probe(position).expect("a table").plies.unwrap_or(0);
                positions.iter().map(|position| u64::from(plies(position))).sum()
            }),
            "probe many" => measured(&mut || {
                tables.probe_wdl_many(&positions).map(|wdl| wdl.expect("a table") as u64).sum()
            }),
            other => panic!("no such work: {other}"),
        }
    });
}

fn instructions(name: &str, directory: &Path) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(["--collect-atstart=no", "--toggle-collect=instructions::measured*"])
        .arg(program)
        .args([WORK_FLAG, name])
        .arg(directory)
        .output()
        .map_err(|error| format!("cannot start valgrind, so nothing was measured: {error}"))?;
    let told = String::from_utf8_lossy(&run.stderr);
    let collected = told.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    collected.filter(|&count| run.status.success() && count > 0).ok_or_else(|| format!("no count of `{name}`: {told}"))
}

fn record_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.tsv")
}

fn recorded() -> Result<BTreeMap<String, f64>, String> {
    let text = std::fs::read_to_string(record_path()).map_err(|error| error.to_string())?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, count) = line.split_once('\t').ok_or_else(|| format!("no tab in `{line}`"))?;
            Ok((name.to_owned(), count.parse().map_err(|_| format!("no number in `{line}`"))?))
        })
        .collect()
}

fn gate() -> Result<bool, String> {
    let game = Draughts::new(Variant::named(VARIANT).map_err(|error| error.to_string())?);
    let temporary = tempfile::tempdir().map_err(|error| error.to_string())?;
    let directory = TableDirectory::open(temporary.path(), &game).map_err(|error| error.to_string())?;
    let settings = Settings::new(Metric::DEFAULT.to_vec(), 1 << 30);
    generate(&directory, PIECES, &settings, &NoProgress).map_err(|error| error.to_string())?;
    let is_recording = std::env::var_os("PEATEE_RECORD").is_some();
    let before = if is_recording { BTreeMap::new() } else { recorded()? };
    let mut record = "# Instructions of one item, see instructions.rs.\n".to_owned();
    let mut is_good = true;
    println!("\n| work on {VARIANT}, {PIECES} pieces | instructions | on record |\n|---|--:|--:|");
    for name in WORK {
        let count = instructions(name, directory.path())? as f64 / (ROUNDS * POSITIONS) as f64;
        record += &format!("{name}\t{count:.1}\n");
        let limit = before.get(name).copied();
        let is_above = limit.is_some_and(|limit| count > limit * (1.0 + TOLERANCE_PERCENT / 100.0));
        is_good &= is_recording || (limit.is_some() && !is_above);
        let limit = limit.map_or("none".to_owned(), |limit| format!("{limit:.1}"));
        println!("| {name} | {count:.1}{} | {limit} |", if is_above { ", too many" } else { "" });
    }
    if is_recording {
        std::fs::write(record_path(), record).map_err(|error| error.to_string())?;
    }
    Ok(is_good)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, flag, name, directory] = arguments.as_slice()
        && flag == WORK_FLAG
    {
        work(name, Path::new(directory));
        return ExitCode::SUCCESS;
    }
    match gate() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("instructions: more than on record, or not on record");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("instructions: {error}");
            ExitCode::from(2)
        }
    }
}
