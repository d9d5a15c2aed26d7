//! Tests chess tables through the C interface, called from Rust and from C programs.
#![allow(unsafe_code, reason = "the interface takes pointers")]
#![allow(clippy::undocumented_unsafe_blocks, reason = "all pointers here are of live objects")]

use std::path::Path;
use std::process::Command;
use std::ptr::{null, null_mut};

use peatee::*;
use peatee_generator::jobs::chess::generate::default_metrics;
use peatee_generator::tables::write::WdlCoding;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::chess::{Chess, Tables};
use peatee_probe::peatee_chess::{Index, Slice};
use peatee_probe::{Metric, Wdl};
use tempfile::TempDir;

use crate::common::{ENGLISH_3, Link, build, c, compiler, last_error, open, succeed};

/// Makes chess tables of three men in a folder named `chess`.
fn made() -> TempDir {
    made_of(default_metrics())
}

pub(crate) fn made_of(metrics: Vec<Metric>) -> TempDir {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let mut settings = Settings::new(metrics, 1 << 30);
    settings.coding = WdlCoding::QuickPages;
    let directory = TableDirectory::open(root.path(), &Chess).expect("the directory can be made");
    generate(&directory, 3, &settings, &NoProgress).expect("small tables can be made");
    root
}

const UNTOUCHED: PeateeValue = PeateeValue { status: -9, wdl: -9, plies: -9 };
const EMPTY: PeateeChessValue = PeateeChessValue { wdl: -9, dtz_plies: -9, outcome: -9 };

pub(crate) fn open_chess(directory: &Path) -> (PeateeStatus, PeateeTables) {
    let (mut handle, directory) = (7, c(directory.to_str().expect("the path is UTF-8")));
    let status = unsafe { peatee_chess_open(directory.as_ptr(), null(), &raw mut handle) };
    (status, handle)
}

fn probe(handle: PeateeTables, fen: &str) -> (PeateeStatus, PeateeChessValue) {
    let mut value = EMPTY;
    let status = unsafe { peatee_chess_probe(handle, c(fen).as_ptr(), &raw mut value) };
    (status, value)
}

fn probe_distance(handle: PeateeTables, fen: &str, metric: Metric) -> (PeateeStatus, PeateeValue) {
    let (mut value, fen) = (UNTOUCHED, c(fen));
    let status = match metric {
        Metric::Dtw => unsafe { peatee_chess_probe_dtm(handle, fen.as_ptr(), &raw mut value) },
        _ => unsafe { peatee_chess_probe_dtc(handle, fen.as_ptr(), &raw mut value) },
    };
    (status, value)
}

/// Returns the number of a win, draw or loss in the C header.
pub(crate) fn number_of(wdl: Wdl) -> i32 {
    let wdl = match wdl {
        Wdl::Win => PeateeWdl::Win,
        Wdl::Draw => PeateeWdl::Draw,
        Wdl::Loss => PeateeWdl::Loss,
    };
    wdl as i32
}

#[test]
fn answers_are_those_of_the_library() {
    let root = made();
    let tables = Tables::open(root.path().join("chess")).expect("tables just made open");
    for directory in [root.path(), &root.path().join("chess")] {
        let (status, handle) = open_chess(directory);
        assert_eq!(status, PeateeStatus::Ok, "{}", last_error());
        let mut seen = [0; 3];
        for slice in ["KRvK", "KvKR", "KPvK", "KvKQ"] {
            let index = Index::new(Slice::parse(slice).expect("a slice"));
            for number in (0..index.numbers()).step_by(97) {
                let Some(position) = index.position(number) else { continue };
                let position = position.with_halfmove_clock(77);
                let fen = position.fen();
                let value = tables.value_in(&position, Metric::dtz("FIDE-50")).expect("a value");
                let (status, found) = probe(handle, &fen);
                assert_eq!(status, PeateeStatus::Ok, "{}", last_error());
                let wdl = number_of(value.wdl);
                let is_late = value.plies.is_some_and(|plies| plies > 23);
                let outcome = wdl * if is_late { 1 } else { 3 };
                let dtz_plies = value.plies.map_or(PEATEE_NO_PLIES, |plies| plies as i32);
                assert_eq!(found, PeateeChessValue { wdl, dtz_plies, outcome }, "{fen}");
                seen[(outcome.abs() % 3 + usize::from(outcome == 0) as i32 * 2) as usize] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 10), "won or lost in time, cursed or blessed, drawn: {seen:?}");
        assert_eq!(peatee_close(handle), PeateeStatus::Ok);
        assert_eq!(probe(handle, "8/8/8/8/8/2k5/8/K6R w - - 0 1").0, PeateeStatus::BadHandle);
    }
}

#[test]
fn distances_to_mate_and_conversion_are_those_of_the_library() {
    let root = made_of([default_metrics(), vec![Metric::Dtw, Metric::Dtc]].concat());
    let tables = Tables::open(root.path().join("chess")).expect("tables just made open");
    let (_, handle) = open_chess(root.path());
    let (mut mates_later, mut draws) = (0, 0);
    for slice in ["KRvK", "KvKR", "KPvK", "KvKQ"] {
        let index = Index::new(Slice::parse(slice).expect("a slice"));
        for number in (0..index.numbers()).step_by(97) {
            let Some(position) = index.position(number) else { continue };
            let plies = [Metric::Dtw, Metric::Dtc].map(|depth| {
                let known = tables.value_in(&position, depth).expect("a value");
                let (status, found) = probe_distance(handle, &position.fen(), depth);
                assert_eq!(status, PeateeStatus::Ok, "{position}: {}", last_error());
                let plies = known.plies.map_or(PEATEE_NO_PLIES, |plies| plies as i32);
                assert_eq!(found, PeateeValue { status: 0, wdl: number_of(known.wdl), plies }, "{position} {depth:?}");
                found.plies
            });
            mates_later += usize::from(plies[0] > plies[1]);
            draws += usize::from(plies == [PEATEE_NO_PLIES; 2]);
        }
    }
    assert!(mates_later > 10 && draws > 10, "{mates_later} promote before they mate, {draws} are drawn");
    for (fen, status, reason) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", PeateeStatus::BadPosition, "castling rights"),
        ("4k3/8/8/8/8/8/8/3QK2R w - - 0 1", PeateeStatus::NoTable, "4 pieces"),
    ] {
        for depth in [Metric::Dtw, Metric::Dtc] {
            assert_eq!(probe_distance(handle, fen, depth), (status, UNTOUCHED), "{fen}");
            assert!(last_error().contains(reason), "{}", last_error());
        }
    }
    let (fen, mut value) = (c("8/8/8/8/8/2k5/8/K6R w - - 0 1"), UNTOUCHED);
    assert_eq!(unsafe { peatee_chess_probe_dtm(handle, fen.as_ptr(), null_mut()) }, PeateeStatus::NullPointer);
    assert_eq!(unsafe { peatee_chess_probe_dtc(handle, null(), &raw mut value) }, PeateeStatus::NullPointer);
    assert_eq!(value, UNTOUCHED);
}

#[test]
fn a_distance_that_is_in_no_table_is_named() {
    let root = made();
    let (_, handle) = open_chess(root.path());
    for (depth, metric) in [(Metric::Dtw, "dtw"), (Metric::Dtc, "dtc")] {
        let found = probe_distance(handle, "8/8/8/8/8/2k5/8/K6R w - - 0 1", depth);
        assert_eq!(found, (PeateeStatus::NoTable, UNTOUCHED));
        assert!(last_error().contains(&format!("there is no {metric} table of KRvK")), "{}", last_error());
        // A draw has no distance, so no table is needed.
        let (status, found) = probe_distance(handle, "8/8/8/8/8/2k5/8/K6N w - - 0 1", depth);
        assert_eq!((status, found.wdl, found.plies), (PeateeStatus::Ok, 0, PEATEE_NO_PLIES));
    }
    let draughts = open(ENGLISH_3.as_ref());
    let found = probe_distance(draughts, "8/8/8/8/8/2k5/8/K6R w - - 0 1", Metric::Dtw);
    assert_eq!(found, (PeateeStatus::BadPosition, UNTOUCHED));
}

#[test]
fn what_is_wrong_has_its_status_and_writes_nothing() {
    let root = made();
    let (_, handle) = open_chess(root.path());
    for (fen, status, reason) in [
        ("W:WK1:BK32", PeateeStatus::BadPosition, "6 fields"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", PeateeStatus::BadPosition, "castling rights"),
        ("4k3/8/8/8/8/8/8/3QK2R w - - 0 1", PeateeStatus::NoTable, "4 pieces"),
    ] {
        assert_eq!(probe(handle, fen), (status, EMPTY), "{fen}");
        assert!(last_error().contains(reason), "{}", last_error());
    }
    let mut value = EMPTY;
    let fen = c("8/8/8/8/8/2k5/8/K6R w - - 0 1");
    assert_eq!(unsafe { peatee_chess_probe(handle, null(), &raw mut value) }, PeateeStatus::NullPointer);
    assert_eq!(unsafe { peatee_chess_probe(handle, fen.as_ptr(), null_mut()) }, PeateeStatus::NullPointer);
    // Handles of tables of another family of games.
    let draughts = open(ENGLISH_3.as_ref());
    assert_eq!(probe(draughts, "8/8/8/8/8/2k5/8/K6R w - - 0 1"), (PeateeStatus::BadHandle, EMPTY));
    let mut position = PeateePosition::default();
    let status = unsafe { peatee_position_from_fen(handle, c("W:WK1:BK32").as_ptr(), &raw mut position) };
    assert_eq!(status, PeateeStatus::BadHandle);
    assert!(last_error().contains("tables of chess"), "{}", last_error());
    // Wrong directories and wrong options.
    assert_eq!(open_chess(ENGLISH_3.as_ref()), (PeateeStatus::CannotOpen, 0));
    assert_eq!(open_chess(&root.path().join("none")), (PeateeStatus::CannotOpen, 0));
    let directory = c(root.path().to_str().expect("UTF-8"));
    let english = c("english");
    let defaults = PeateeOptions {
        size: size_of::<PeateeOptions>(),
        memory_bytes: 1 << 24,
        variant: null(),
        metrics: 0,
        map_files: 0,
    };
    for (options, expected) in [
        (defaults, PeateeStatus::Ok),
        (PeateeOptions { map_files: 1, ..defaults }, PeateeStatus::Ok),
        (PeateeOptions { metrics: 1, ..defaults }, PeateeStatus::Ok),
        (PeateeOptions { metrics: 32, ..defaults }, PeateeStatus::BadArgument),
        (PeateeOptions { variant: english.as_ptr(), ..defaults }, PeateeStatus::BadArgument),
        (PeateeOptions { size: 3, ..defaults }, PeateeStatus::BadArgument),
    ] {
        let mut handle = 7;
        let status = unsafe { peatee_chess_open(directory.as_ptr(), &raw const options, &raw mut handle) };
        assert_eq!((status, handle == 0), (expected, expected != PeateeStatus::Ok), "{}", last_error());
    }
}

#[test]
fn a_c_program_gets_the_value() {
    let Some(compiler) = compiler("CC", "cc") else { return };
    let with_mate = [default_metrics(), vec![Metric::Dtw]].concat();
    let (root, folder) = (made_of(with_mate), tempfile::tempdir().expect("there is room for temporary files"));
    let program = build(&compiler, &["-std=c99"], &["examples/chess.c"], Link::Shared, folder.path());
    let answer = |fen: &str| succeed(Command::new(&program).arg(root.path()).arg(fen));
    let without_conversion = "\nDTC: no-table: there is no dtc table of KRvK; make it with `peatee-gen generate \
                              --variant chess --pieces 3 --metric dtc`\n";
    let rook = answer("8/8/8/8/8/2k5/8/K6R w - - 80 90");
    let (rook, best) = rook.split_once("best of ").expect("moves");
    assert_eq!(rook, format!("wdl 1, DTZ 27 plies, outcome 1\nDTM: 27 plies{without_conversion}"));
    assert!(best.starts_with("15 moves: "), "{best}");
    let drawn = answer("8/8/8/8/8/2k5/8/K6N w - - 80 90");
    assert!(drawn.starts_with("wdl 0, DTZ -1 plies, outcome 0\nDTM: a draw\nDTC: a draw\n"), "{drawn}");
    let refused = Command::new(&program).arg(root.path()).arg("nonsense").output().expect("it starts");
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("6 fields"), "{refused:?}");
}
