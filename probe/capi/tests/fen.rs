//! Tests the C functions that take a FEN, with handles of draughts and of chess.
#![allow(unsafe_code, reason = "the interface takes pointers")]
#![allow(clippy::undocumented_unsafe_blocks, reason = "all pointers here are of live objects")]

use std::ffi::{CStr, CString};
use std::ptr::{null, null_mut};
use std::sync::LazyLock;

use tempfile::TempDir;

use crate::chess::{made_of, number_of};
use crate::common::{ENGLISH_3, c, last_error, open};
use peatee::*;
use peatee_generator::jobs::chess::generate::default_metrics;
use peatee_probe::any::Tables;
use peatee_probe::chess::Chess;
use peatee_probe::{Draughts, Metric, Notation, OpenOptions, Probed};

/// Chess tables of three men with all metrics, made on first use.
static CHESS: LazyLock<TempDir> =
    LazyLock::new(|| made_of([default_metrics(), vec![Metric::Dtw, Metric::Dtc]].concat()));

const UNTOUCHED: PeateeValue = PeateeValue { status: -9, wdl: -9, plies: -9 };

fn plies(plies: Option<u32>) -> i32 {
    plies.map_or(PEATEE_NO_PLIES, |plies| plies as i32)
}

fn probe(handle: PeateeTables, fen: &str, metric: PeateeMetric) -> (PeateeStatus, PeateeValue) {
    let mut value = UNTOUCHED;
    let status = unsafe { peatee_probe_fen(handle, c(fen).as_ptr(), metric as u32, &raw mut value) };
    (status, value)
}

fn probe_under(handle: PeateeTables, fen: &str, rules: &str, counts: Option<&str>) -> (PeateeStatus, PeateeRuleValue) {
    let mut value: PeateeRuleValue = unsafe { std::mem::zeroed() };
    let counts = counts.map(c);
    let counts = counts.as_ref().map_or(null(), |counts: &CString| counts.as_ptr());
    let (fen, rules) = (c(fen), c(rules));
    let status = unsafe { peatee_probe_fen_under_rules(handle, fen.as_ptr(), rules.as_ptr(), counts, &raw mut value) };
    (status, value)
}

fn moves(handle: PeateeTables, fen: &str, rules: Option<&str>) -> (PeateeStatus, Vec<PeateeFenMove>) {
    let mut moves: [PeateeFenMove; 64] = unsafe { std::mem::zeroed() };
    let mut count = 99;
    let rules = rules.map(c);
    let rules = rules.as_ref().map_or(null(), |rules: &CString| rules.as_ptr());
    let fen = c(fen);
    let status =
        unsafe { peatee_moves_fen(handle, fen.as_ptr(), rules, moves.as_mut_ptr(), moves.len(), &raw mut count) };
    (status, moves[..count].to_vec())
}

fn text(mv: &PeateeFenMove) -> &str {
    unsafe { CStr::from_ptr(mv.text.as_ptr()) }.to_str().expect("UTF-8")
}

/// Checks that all C functions give the same answers for the positions as the library does.
fn check<G: Probed + Notation>(tables: &Tables<G>, handle: PeateeTables, fens: &[&str], codes: &[&str]) {
    let game = tables.game();
    for &fen in fens {
        let at = game.parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let wdl = number_of(tables.probe_wdl(&at).expect("a value"));
        for (metric, of_metric) in [(Metric::Dtw, PeateeMetric::Dtw), (Metric::Dtc, PeateeMetric::Dtc)] {
            let known = plies(tables.plies(&at, metric).expect("a distance"));
            let expected = PeateeValue { status: 0, wdl, plies: known };
            assert_eq!(probe(handle, fen, of_metric), (PeateeStatus::Ok, expected), "{fen}: {}", last_error());
        }
        let expected = PeateeValue { status: 0, wdl, plies: PEATEE_NO_PLIES };
        assert_eq!(probe(handle, fen, PeateeMetric::Wdl), (PeateeStatus::Ok, expected));
        for code in codes {
            let rules = game.rules_named(code).expect("a code");
            let counters = game.counters(&rules, &at);
            let value = tables.rule_value(&at, &rules, &counters).expect("a value");
            let (status, found) = probe_under(handle, fen, code, None);
            assert_eq!(status, PeateeStatus::Ok, "{fen}: {}", last_error());
            assert_eq!((found.value.wdl, found.needed_plies), (wdl, plies(value.needed_plies)), "{fen}");
            let count = value.clock.count();
            assert_eq!(found.used_plies, plies(count.map(|count| count.used_plies)), "{fen}");
            let (status, listed) = moves(handle, fen, Some(code));
            let expected = tables.rule_moves(&at, &rules, &counters).expect("moves");
            assert_eq!((status, listed.len()), (PeateeStatus::Ok, expected.len()), "{fen}: {}", last_error());
            for (found, rated) in listed.iter().zip(&expected) {
                assert_eq!(text(found), game.move_text(&at, &rated.mv), "{fen}");
                assert_eq!(
                    (found.needed_plies, found.value.wdl),
                    (plies(rated.needed_plies), number_of(rated.value.wdl))
                );
            }
        }
        let (status, listed) = moves(handle, fen, None);
        let expected = tables.moves(&at).expect("moves");
        assert_eq!((status, listed.len()), (PeateeStatus::Ok, expected.len()), "{fen}: {}", last_error());
        for (found, rated) in listed.iter().zip(&expected) {
            let wdl = number_of(rated.value.wdl);
            assert_eq!(text(found), game.move_text(&at, &rated.mv), "{fen}");
            assert_eq!(found.value, PeateeValue { status: 0, wdl, plies: plies(rated.value.plies) }, "{fen}");
            assert_eq!((found.outcome, found.needed_plies), (3 * wdl, PEATEE_NO_PLIES));
        }
    }
}

fn open_chess(metrics: u32) -> (PeateeStatus, PeateeTables) {
    let mut handle = 7;
    let (directory, variant) = (c(CHESS.path().to_str().expect("UTF-8")), c("chess"));
    let options = PeateeOptions {
        size: size_of::<PeateeOptions>(),
        memory_bytes: 0,
        variant: variant.as_ptr(),
        metrics,
        map_files: 0,
    };
    let status = unsafe { peatee_open(directory.as_ptr(), &raw const options, &raw mut handle) };
    (status, handle)
}

#[test]
fn answers_are_those_of_the_library_for_both_families() {
    let english = OpenOptions::new().open_game::<Draughts>(ENGLISH_3).expect("the tables open");
    let handle = open(ENGLISH_3.as_ref());
    let fens = ["W:WK17,K5:BK31", "B:WK18,20:BK10", "W:WK10:B4,11", "W:W18:BK15", "W:WK1:BK32"];
    check(&english, handle, &fens, &["WCDF", "WCDF+restarts"]);
    let (status, late) = probe_under(handle, "W:WK17,K5:BK31", "WCDF", Some("1.32.2=60"));
    assert_eq!((status, late.outcome, late.used_plies), (PeateeStatus::Ok, PeateeOutcome::CursedWin as i32, 60));

    let chess = OpenOptions::new().open_game::<Chess>(CHESS.path().join("chess")).expect("the tables open");
    let (status, handle) = open_chess(0);
    assert_eq!(status, PeateeStatus::Ok, "{}", last_error());
    let fens = [
        "8/8/8/8/8/2k5/8/K6R w - - 80 90",
        "8/P7/8/8/8/2k5/8/K7 w - - 3 1",
        "8/8/8/8/8/2k5/7q/K7 b - - 98 90",
        "k7/8/1K6/8/8/8/8/7R b - - 99 1",
        "8/8/8/8/8/2k5/8/K6N w - - 0 1",
    ];
    check(&chess, handle, &fens, &["FIDE-50", "FIDE-75"]);
    let dtz = probe(handle, fens[0], PeateeMetric::Dtr);
    assert_eq!(dtz, (PeateeStatus::Ok, PeateeValue { status: 0, wdl: 1, plies: 27 }));
    assert_eq!(probe_under(handle, fens[0], "FIDE-50", None).1.outcome, PeateeOutcome::CursedWin as i32);
    assert_eq!(probe_under(handle, fens[0], "FIDE-75", None).1.outcome, PeateeOutcome::Win as i32);
}

#[test]
fn what_open_tables_are_is_told_for_both_families() {
    let (_, handle) = open_chess(0);
    let mut info: PeateeInfo = unsafe { std::mem::zeroed() };
    info.size = size_of::<PeateeInfo>();
    assert_eq!(unsafe { peatee_info(handle, &raw mut info) }, PeateeStatus::Ok, "{}", last_error());
    assert_eq!(unsafe { CStr::from_ptr(info.variant.as_ptr()) }.to_str(), Ok("chess"));
    assert_eq!((info.squares, info.files, info.ranks), (64, 8, 8));
    assert_eq!((info.most_pieces, info.most_pieces_of_a_side, info.metrics, info.faults), (3, 2, 15, 0));
    let mut name = [0; 40];
    let last = usize::try_from(info.tables).expect("a count") - 1;
    for number in [0, last] {
        let status = unsafe { peatee_check_table(handle, number, name.as_mut_ptr(), name.len(), null_mut()) };
        assert_eq!(status, PeateeStatus::Ok, "{}", last_error());
    }
    let status = unsafe { peatee_check_table(handle, last + 1, name.as_mut_ptr(), name.len(), null_mut()) };
    assert_eq!(status, PeateeStatus::BadArgument);
    let status = unsafe { peatee_fault(handle, 0, name.as_mut_ptr(), name.len(), null_mut()) };
    assert_eq!(status, PeateeStatus::BadArgument);
    // Only the tables of the requested metrics are opened.
    let (_, only_wdl) = open_chess(PeateeMetric::Wdl as u32);
    assert_eq!(probe(only_wdl, "8/8/8/8/8/2k5/8/K6R w - - 80 90", PeateeMetric::Wdl).0, PeateeStatus::Ok);
    assert_eq!(probe(only_wdl, "8/8/8/8/8/2k5/8/K6R w - - 80 90", PeateeMetric::Dtc).0, PeateeStatus::NoTable);
}

#[test]
fn what_is_wrong_has_its_status_and_writes_nothing() {
    let (draughts, (_, chess)) = (open(ENGLISH_3.as_ref()), open_chess(0));
    let [of_draughts, of_chess] = ["W:WK17,K5:BK31", "8/8/8/8/8/2k5/8/K6R w - - 80 90"];
    for (handle, fen) in [
        (draughts, of_chess),
        (chess, of_draughts),
        (draughts, "W:W1:BK32"),
        (chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        (chess, "8/8/8/8/8/8/1k6/K7 w - - 0 1"),
        (chess, "\u{e9}"),
    ] {
        assert_eq!(probe(handle, fen, PeateeMetric::Wdl), (PeateeStatus::BadPosition, UNTOUCHED), "{fen}");
        assert_eq!(probe_under(handle, fen, "FIDE-50", None).0, PeateeStatus::BadPosition, "{fen}");
        assert_eq!(moves(handle, fen, None), (PeateeStatus::BadPosition, vec![]), "{fen}");
    }
    for (handle, fen, rules, counts) in [
        (draughts, of_draughts, "FIDE-50", None),
        (draughts, of_draughts, "WCDF", Some("9.9=1")),
        (chess, of_chess, "WCDF", None),
        (chess, of_chess, "FIDE-50", Some("9.3=1")),
        (chess, of_chess, "FIDE-50+restarts", None),
    ] {
        assert_eq!(probe_under(handle, fen, rules, counts).0, PeateeStatus::BadRules, "{rules}: {}", last_error());
    }
    assert_eq!(probe(draughts, of_draughts, PeateeMetric::Dtr), (PeateeStatus::BadArgument, UNTOUCHED));
    let too_many = "4k3/8/8/8/8/8/8/3QK2R w - - 0 1";
    assert_eq!(probe(chess, too_many, PeateeMetric::Dtc), (PeateeStatus::NoTable, UNTOUCHED));
    let (fen, mut value, mut count) = (c(of_chess), UNTOUCHED, 5);
    for metric in [0, 3, 16, u32::MAX] {
        let status = unsafe { peatee_probe_fen(chess, fen.as_ptr(), metric, &raw mut value) };
        assert_eq!((status, value), (PeateeStatus::BadArgument, UNTOUCHED));
    }
    let null_pointer = PeateeStatus::NullPointer;
    assert_eq!(unsafe { peatee_probe_fen(chess, null(), 1, &raw mut value) }, null_pointer);
    assert_eq!(unsafe { peatee_probe_fen(chess, fen.as_ptr(), 1, null_mut()) }, null_pointer);
    assert_eq!(unsafe { peatee_moves_fen(chess, fen.as_ptr(), null(), null_mut(), 3, &raw mut count) }, null_pointer);
    let status = unsafe { peatee_moves_fen(chess, fen.as_ptr(), null(), null_mut(), 0, &raw mut count) };
    assert_eq!((status, count), (PeateeStatus::TooSmall, 15));
    assert_eq!(unsafe { peatee_probe_fen(0, fen.as_ptr(), 1, &raw mut value) }, PeateeStatus::BadHandle);
    assert_eq!(value, UNTOUCHED);
}
