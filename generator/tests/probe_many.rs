//! Checks that probing many positions at once gives the same results as single probes, also for
//! invalid positions and damaged tables.

use std::path::Path;

use crate::common::{Random, game, make, mapped};
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::{OpenOptions, StorageKind, Tables};
use peatee_rules::{Bitboard as _, Kind, Position, Side};
use peatee_table::Metric;

/// Number of positions: more than one batch, but not a whole number of batches.
const POSITIONS: usize = 70_001;
/// Number of positions for tests in which each single probe decodes its block.
const FEW: usize = 4_000;

/// Returns random positions, many of them invalid. They have up to five pieces of any kind. Some
/// have a piece beyond the board, two pieces on one square, or a side without pieces.
fn positions(tables: &Tables, random: &mut Random) -> Vec<Position> {
    let squares = tables.game().variant().board.square_count() as usize;
    let one = |random: &mut Random| {
        let mut position = Position::empty(if random.below(2) == 0 { Side::White } else { Side::Black });
        let kinds = if random.below(20) == 0 { 3 } else { 2 };
        for _ in 0..[0, 1, 2, 2, 2, 3, 3, 3, 3, 4, 5][random.below(11)] {
            let beyond = (random.below(50) == 0) as usize;
            let square = u128::bit(random.below(squares + beyond) as u8);
            position.setup.pieces[random.below(2)][random.below(kinds)] |= square;
        }
        position
    };
    (0..POSITIONS).map(|_| one(random)).collect()
}

/// Converts all results to text, because results have no equality: errors of the system have none.
/// Requests the first results one by one and the others together.
fn told<T: std::fmt::Debug>(mut answers: impl Iterator<Item = T>) -> Vec<String> {
    let mut told: Vec<String> = answers.by_ref().take(100).map(|answer| format!("{answer:?}")).collect();
    answers.for_each(|answer| told.push(format!("{answer:?}")));
    told
}

fn assert_same(tables: &Tables, positions: &[Position]) {
    let (values, wdls) = (told(tables.probe_many(positions)), told(tables.probe_wdl_many(positions)));
    assert_eq!((values.len(), wdls.len()), (positions.len(), positions.len()));
    let mut answered = 0;
    for ((position, many), wdl_of_many) in positions.iter().zip(&values).zip(&wdls) {
        let value = tables.probe(position);
        answered += value.is_ok() as usize;
        assert_eq!(*many, format!("{value:?}"), "{position:?}");
        assert_eq!(*wdl_of_many, format!("{:?}", tables.probe_wdl(position)), "{position:?}");
    }
    let count = positions.len();
    assert!(answered > count / 50 && answered < count, "{answered} of {count} answered");
}

fn open(path: &Path, memory_bytes: u64, storage: StorageKind) -> Tables {
    OpenOptions::new().memory_bytes(memory_bytes).storage(storage).open(path).expect("the tables open")
}

fn check(id: &str, pieces: u8, metrics: &[Metric]) {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let directory = TableDirectory::open(root.path(), &game(id)).expect("a new directory can be opened");
    let settings = Settings::new(metrics.to_vec(), 1 << 30);
    generate(&directory, pieces, &settings, &NoProgress).expect("small tables can be made");
    let path = root.path().join(id);
    let mut random = Random::new(0x5eed ^ pieces as u64);
    // Each amount of memory is tested twice: with no blocks in memory at first, then with blocks of
    // the run before.
    for (memory_bytes, count) in [(0, FEW), (100_000, FEW), (1 << 30, POSITIONS)] {
        let tables = open(&path, memory_bytes, StorageKind::PREAD);
        let positions = &positions(&tables, &mut random)[..count];
        assert_same(&tables, positions);
        assert_same(&tables, positions);
    }
}

#[test]
fn men_and_kings() {
    check("english", 3, &Metric::DEFAULT);
}

#[test]
fn wdl_tables_answer_where_there_are_no_others() {
    check("russian", 3, &[Metric::Wdl]);
}

#[test]
fn wide_boards() {
    check("canadian", 2, &Metric::DEFAULT);
}

#[test]
fn three_kinds_of_pieces() {
    let variant = peatee_rules::VARIANTS.iter().find(|variant| variant.piece(Kind::Parachutist).is_some());
    check(variant.expect("a game with parachutists").id, 3, &Metric::DEFAULT);
}

#[test]
fn colours_that_are_swapped_file_by_file_and_colours_that_are_not() {
    for wanted in [None, Some(peatee_rules::variant::Mirror::Files)] {
        let variant = peatee_rules::VARIANTS.iter().find(|variant| variant.mirror == wanted);
        check(variant.expect("a game with each symmetry").id, 2, &Metric::DEFAULT);
    }
}

/// Checks that every result from a damaged block is an error that names the file, and that other
/// results are unchanged.
#[test]
fn damaged_blocks() {
    let made = make("english", 3);
    let path = made.root.path().join("english").join("KMvK.dtw");
    let mut bytes = std::fs::read(&path).expect("the table was made");
    let last = bytes.len() - 1;
    bytes[last] ^= 0x55;
    std::fs::write(&path, bytes).expect("it can be written");
    let tables = open(&made.root.path().join("english"), 1 << 30, mapped());
    let positions = positions(&tables, &mut Random::new(77));
    assert_same(&tables, &positions);
    let named = |answer: &Result<_, peatee_probe::ProbeError>| {
        answer.as_ref().is_err_and(|error| error.to_string().contains("KMvK.dtw"))
    };
    assert!(tables.probe_many(&positions).filter(named).count() > 10, "some positions are in that block");
}

#[test]
fn no_positions() {
    let made = make("english", 2);
    assert_eq!(made.tables.probe_many(&[]).count(), 0);
    assert_eq!(made.tables.probe_wdl_many(&[]).count(), 0);
}
