//! Tests that the C interface gives the same answers as the Rust library.
#![allow(unsafe_code, reason = "the interface takes pointers")]
#![allow(clippy::undocumented_unsafe_blocks, reason = "all pointers here are of live objects")]

use std::ffi::CStr;
use std::ptr::null;

use crate::common::{ENGLISH_3, c, last_error, open};
use peatee::*;
use peatee_probe::peatee_rules::draw::DrawRules;
use peatee_probe::{Tables, Wdl};

/// Returns the rows of `answers.tsv`: the FEN, WDL, DTW and DTC of each position.
fn answers() -> Vec<[&'static str; 4]> {
    let lines = include_str!("../../tests/data/v4/answers.tsv").lines().filter(|line| !line.starts_with('#'));
    let rows = lines.map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        [columns[0], columns[1], columns[2], columns[3]]
    });
    rows.collect()
}

fn position(handle: PeateeTables, fen: &str) -> PeateePosition {
    let mut position = PeateePosition::default();
    let status = unsafe { peatee_position_from_fen(handle, c(fen).as_ptr(), &raw mut position) };
    assert_eq!(status, PeateeStatus::Ok, "{}", last_error());
    position
}

fn wdl(name: &str) -> i32 {
    match name {
        "win" => PeateeWdl::Win as i32,
        "draw" => PeateeWdl::Draw as i32,
        "loss" => PeateeWdl::Loss as i32,
        other => panic!("{other} is no value"),
    }
}

fn plies(text: &str) -> i32 {
    if text == "-" { PEATEE_NO_PLIES } else { text.parse().expect("plies are a number") }
}

const EMPTY: PeateeValue = PeateeValue { status: -1, wdl: -9, plies: -9 };

#[test]
fn answers_are_those_on_record_one_by_one_and_together() {
    let handle = open(ENGLISH_3.as_ref());
    let answers = answers();
    assert!(answers.len() > 50);
    let positions: Vec<PeateePosition> = answers.iter().map(|row| position(handle, row[0])).collect();
    let ok = PeateeStatus::Ok as i32;
    for (at, [fen, value, dtw, dtc]) in positions.iter().zip(&answers) {
        let (mut found, mut by_wdl) = (EMPTY, -9);
        assert_eq!(unsafe { peatee_probe_wdl(handle, at, &raw mut by_wdl) }, PeateeStatus::Ok, "{}", last_error());
        assert_eq!(by_wdl, wdl(value), "{fen}");
        assert_eq!(unsafe { peatee_probe(handle, at, &raw mut found) }, PeateeStatus::Ok, "{}", last_error());
        assert_eq!(found, PeateeValue { status: ok, wdl: wdl(value), plies: plies(dtw) }, "{fen}");
        assert_eq!(unsafe { peatee_probe_dtc(handle, at, &raw mut found) }, PeateeStatus::Ok, "{}", last_error());
        assert_eq!(found, PeateeValue { status: ok, wdl: wdl(value), plies: plies(dtc) }, "{fen}");
        let mut text = [0; 64];
        let mut length = 0;
        let status = unsafe { peatee_position_to_fen(handle, at, text.as_mut_ptr(), text.len(), &raw mut length) };
        assert_eq!(status, PeateeStatus::Ok);
        assert_eq!(unsafe { CStr::from_ptr(text.as_ptr()) }.to_str().expect("UTF-8").len(), length);
    }
    // Probes all positions in one call, after two of them were made invalid.
    let mut positions = positions;
    positions[3].side_to_move = 5;
    positions[7] = PeateePosition::default();
    let mut found = vec![EMPTY; positions.len()];
    type Many = unsafe extern "C" fn(PeateeTables, *const PeateePosition, usize, *mut PeateeValue) -> PeateeStatus;
    let many: [(Many, usize); 3] = [(peatee_probe_wdl_many, 9), (peatee_probe_many, 2), (peatee_probe_dtc_many, 3)];
    for (probe, column) in many {
        let status = unsafe { probe(handle, positions.as_ptr(), positions.len(), found.as_mut_ptr()) };
        assert_eq!(status, PeateeStatus::BadArgument);
        assert!(last_error().starts_with("position 3: "), "{}", last_error());
        for (number, (value, row)) in found.iter().zip(&answers).enumerate() {
            match number {
                3 => assert_eq!(value.status, PeateeStatus::BadArgument as i32),
                7 => assert_eq!(value.status, PeateeStatus::BadPosition as i32),
                _ => {
                    let plies = row.get(column).map_or(PEATEE_NO_PLIES, |text| plies(text));
                    assert_eq!(*value, PeateeValue { status: ok, wdl: wdl(row[1]), plies }, "{}", row[0]);
                }
            }
        }
        assert_eq!(unsafe { probe(handle, null(), 0, std::ptr::null_mut()) }, PeateeStatus::Ok);
    }
    assert_eq!(peatee_close(handle), PeateeStatus::Ok);
}

#[test]
fn values_are_in_memory_after_they_were_asked_for_often() {
    let handle = open(ENGLISH_3.as_ref());
    let at = position(handle, "W:WK17,K5:BK31");
    let mut found = -9;
    assert_eq!(unsafe { peatee_probe_wdl_in_memory(handle, &at, &raw mut found) }, PeateeStatus::NotInMemory);
    assert_eq!(found, -9);
    for _ in 0..5000 {
        assert_eq!(unsafe { peatee_probe_wdl(handle, &at, &raw mut found) }, PeateeStatus::Ok);
    }
    found = -9;
    assert_eq!(unsafe { peatee_probe_wdl_in_memory(handle, &at, &raw mut found) }, PeateeStatus::Ok);
    assert_eq!(found, PeateeWdl::Win as i32);
    assert_eq!(peatee_close(handle), PeateeStatus::Ok);
}

#[test]
fn moves_and_lines_are_those_of_the_library() {
    let handle = open(ENGLISH_3.as_ref());
    let tables = Tables::open(ENGLISH_3).expect("the tables open");
    for [fen, ..] in answers() {
        let at = position(handle, fen);
        let here = tables.game().parse_fen(fen).expect("a FEN");
        let expected = tables.moves(&here).expect("the tables answer");
        let mut moves: [PeateeMove; 64] = unsafe { std::mem::zeroed() };
        let mut count = 99;
        let status = unsafe { peatee_moves(handle, &at, moves.as_mut_ptr(), moves.len(), &raw mut count) };
        assert_eq!((status, count), (PeateeStatus::Ok, expected.len()), "{}", last_error());
        for (mv, rated) in moves.iter().zip(&expected) {
            assert_eq!((mv.from, mv.to), (rated.mv.from.0.into(), rated.mv.to.0.into()));
            assert_eq!(mv.captured.low, rated.mv.captured as u64);
            let dtw_plies = rated.value.plies.map_or(PEATEE_NO_PLIES, |plies| plies as i32);
            assert_eq!((mv.value.wdl, mv.value.plies), (wdl(rated.value.wdl.name()), dtw_plies));
            let dtc_plies = tables.dtc_of_move(rated).expect("the tables answer");
            assert_eq!(mv.dtc_plies, dtc_plies.map_or(PEATEE_NO_PLIES, |plies| plies as i32));
            let mut text = [0; 64];
            let buffer = text.as_mut_ptr();
            let status = unsafe { peatee_move_text(handle, &at, mv, buffer, text.len(), std::ptr::null_mut()) };
            assert_eq!(status, PeateeStatus::Ok, "{}", last_error());
            let said = unsafe { CStr::from_ptr(text.as_ptr()) };
            assert_eq!(said.to_str().expect("UTF-8"), tables.game().move_text(&here, &rated.mv));
            let mut after = at;
            assert_eq!(
                unsafe { peatee_play(handle, &raw const after, said.as_ptr(), &raw mut after) },
                PeateeStatus::Ok
            );
            assert_eq!(after, mv.after);
        }
        let mut legal = 0;
        let status = unsafe { peatee_legal_moves(handle, &at, std::ptr::null_mut(), 0, &raw mut legal) };
        let expected_status = if count == 0 { PeateeStatus::Ok } else { PeateeStatus::TooSmall };
        assert_eq!((status, legal), (expected_status, count));
        let mut best = moves[0];
        let status = unsafe { peatee_best_move(handle, &at, &raw mut best) };
        match expected.is_empty() {
            true => assert_eq!(status, PeateeStatus::GameOver),
            false => assert_eq!((status, best), (PeateeStatus::Ok, moves[0])),
        }
        let mut end = -1;
        let mut line = vec![moves[0]; 200];
        let status =
            unsafe { peatee_best_line(handle, &at, line.as_mut_ptr(), line.len(), &raw mut count, &raw mut end) };
        assert_eq!(status, PeateeStatus::Ok, "{}", last_error());
        let value = tables.probe(&here).expect("the tables answer");
        if value.wdl == Wdl::Draw {
            assert_ne!(end, PeateeLineEnd::GameOver as i32, "{fen}");
        } else {
            assert_eq!((Some(count as u32), end), (value.plies, PeateeLineEnd::GameOver as i32), "{fen}");
        }
    }
    assert_eq!(peatee_close(handle), PeateeStatus::Ok);
}

#[test]
fn values_under_rules_and_verdicts_are_those_of_the_library() {
    let handle = open(ENGLISH_3.as_ref());
    let tables = Tables::open(ENGLISH_3).expect("the tables open");
    let fen = "W:WK17,K5:BK31";
    let (at, here) = (position(handle, fen), tables.game().parse_fen(fen).expect("a FEN"));
    let rules = DrawRules::named("WCDF").expect("a code");
    let cases = [(None, PeateeOutcome::Win), (Some("1.32.2=60"), PeateeOutcome::CursedWin)];
    let texts: Vec<_> = cases.iter().map(|(counts, _)| counts.map(c)).collect();
    let counts: Vec<_> = texts.iter().map(|text| text.as_ref().map_or(null(), |text| text.as_ptr())).collect();
    let mut many: [PeateeRuleValue; 2] = unsafe { std::mem::zeroed() };
    let positions = [at, at];
    let code = c("WCDF");
    let status = unsafe {
        peatee_probe_under_rules_many(handle, positions.as_ptr(), 2, code.as_ptr(), counts.as_ptr(), many.as_mut_ptr())
    };
    assert_eq!(status, PeateeStatus::Ok, "{}", last_error());
    for (((text, outcome), &counts), of_many) in cases.iter().zip(&counts).zip(&many) {
        let mut value = *of_many;
        value.status = -1;
        let status = unsafe { peatee_probe_under_rules(handle, &at, code.as_ptr(), counts, &raw mut value) };
        assert_eq!((status, value), (PeateeStatus::Ok, *of_many));
        let counters = text.map_or(rules.start(&here), |text| rules.parse_counters(text, &here).expect("counts"));
        let expected = tables.rule_value(&here, &rules, &counters).expect("the tables answer");
        assert_eq!(value.outcome, *outcome as i32);
        assert_eq!(value.needed_plies, expected.needed_plies.map_or(PEATEE_NO_PLIES, |plies| plies as i32));
        let count = expected.clock.count().expect("a count runs");
        assert_eq!((value.used_plies, value.limit_plies), (count.used_plies as i32, count.limit_plies as i32));
    }
    let judge = |rules: &str, moves: &[&str], position: &PeateePosition| {
        let moves: Vec<_> = moves.iter().map(|text| c(text)).collect();
        let moves: Vec<_> = moves.iter().map(|text| text.as_ptr()).collect();
        let mut verdict: PeateeVerdict = unsafe { std::mem::zeroed() };
        verdict.size = size_of::<PeateeVerdict>();
        let (count, rules) = (moves.len(), c(rules));
        let status = unsafe {
            peatee_adjudicate(handle, position, rules.as_ptr(), null(), moves.as_ptr(), count, &raw mut verdict)
        };
        assert_eq!(status, PeateeStatus::Ok, "{}", last_error());
        let text = unsafe { CStr::from_ptr(verdict.text.as_ptr()) }.to_str().expect("UTF-8").to_owned();
        (verdict.ruling, verdict.plies, verdict.value.status, text)
    };
    let (ok, none) = (PeateeStatus::Ok as i32, PeateeStatus::NotProbed as i32);
    let (ruling, plies, status, text) = judge("WCDF", &["17-14"], &at);
    assert_eq!((ruling, plies, status, text.as_str()), (PeateeRuling::InProgress as i32, 1, ok, "in progress"));
    let (ruling, plies, status, text) = judge("WCDF", &["17-30"], &at);
    assert_eq!((ruling, plies, status), (PeateeRuling::IllegalMove as i32, 0, none));
    assert!(text.starts_with("illegal move at ply 1: "), "{text}");
    let (ruling, _, status, text) = judge("WCDF", &["14x23"], &position(handle, "W:WK14:BK18"));
    assert_eq!((ruling, status), (PeateeRuling::WhiteWins as i32, none), "{text}");
    assert!(text.contains("no pieces left"), "{text}");
    let (ruling, _, status, text) = judge("none", &[], &position(handle, "W:WK1,K2,K3:BK32"));
    assert_eq!((ruling, status), (PeateeRuling::InProgress as i32, PeateeStatus::NoTable as i32), "{text}");
    assert_eq!(peatee_close(handle), PeateeStatus::Ok);
}

#[test]
fn directories_open_alone_by_variant_and_together() {
    let parent = c(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/v4"));
    let variant = c("english");
    let mut options = PeateeOptions {
        size: size_of::<PeateeOptions>(),
        memory_bytes: 1 << 20,
        variant: variant.as_ptr(),
        metrics: PeateeMetric::Wdl as u32,
        map_files: 1,
    };
    let mut handle = 0;
    let open =
        |options: &PeateeOptions, handle: &mut PeateeTables| unsafe { peatee_open(parent.as_ptr(), options, handle) };
    assert_eq!(open(&options, &mut handle), PeateeStatus::Ok, "{}", last_error());
    let mut info: PeateeInfo = unsafe { std::mem::zeroed() };
    info.size = size_of::<PeateeInfo>();
    assert_eq!(unsafe { peatee_info(handle, &raw mut info) }, PeateeStatus::Ok);
    assert_eq!(unsafe { CStr::from_ptr(info.variant.as_ptr()) }, variant.as_c_str());
    assert_eq!((info.squares, info.files, info.most_pieces, info.most_pieces_of_a_side), (32, 8, 3, 2));
    assert_eq!((info.metrics, info.faults, info.memory_budget_bytes), (PeateeMetric::Wdl as u32, 0, 1 << 20));
    let at = position(handle, "W:WK17,K5:BK31");
    let mut value = EMPTY;
    assert_eq!(unsafe { peatee_probe(handle, &at, &raw mut value) }, PeateeStatus::Ok);
    assert_eq!((value.wdl, value.plies), (1, PEATEE_NO_PLIES));
    let name = &mut [0; 32];
    for number in 0..info.tables as usize {
        let status = unsafe { peatee_check_table(handle, number, name.as_mut_ptr(), 32, std::ptr::null_mut()) };
        assert_eq!(status, PeateeStatus::Ok, "{}", last_error());
    }
    // A structure of a later version is larger. It is accepted only if its new fields are zero.
    #[repr(C)]
    struct Later(PeateeOptions, u64);
    options.size = size_of::<Later>();
    let mut later = Later(options, 0);
    let mut second = 0;
    assert_eq!(open(unsafe { &*(&raw const later).cast() }, &mut second), PeateeStatus::Ok, "{}", last_error());
    assert_ne!(handle, second);
    later.1 = 1;
    assert_eq!(open(unsafe { &*(&raw const later).cast() }, &mut second), PeateeStatus::BadArgument);
    assert_eq!(second, 0);
    let (english, pages) = (c(ENGLISH_3), c(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/v4-pages/english")));
    let several = [pages.as_ptr(), english.as_ptr()];
    let status = unsafe { peatee_open_several(several.as_ptr(), 2, null(), &raw mut second) };
    assert_eq!(status, PeateeStatus::Ok, "{}", last_error());
    assert_eq!(unsafe { peatee_probe(second, &at, &raw mut value) }, PeateeStatus::Ok);
    assert_eq!((value.wdl, value.plies), (1, 31));
    assert_eq!((peatee_close(handle), peatee_close(second)), (PeateeStatus::Ok, PeateeStatus::Ok));
    assert_eq!(peatee_close(handle), PeateeStatus::BadHandle);
}

#[test]
fn versions_and_names_are_texts() {
    let version = unsafe { CStr::from_ptr(peatee_version()) };
    assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    assert_eq!(peatee_abi_version(), PEATEE_ABI_VERSION);
    for (status, name) in [(0, c"ok"), (8, c"no-table"), (15, c"internal"), (16, c"unknown"), (-1, c"unknown")] {
        assert_eq!(unsafe { CStr::from_ptr(peatee_status_name(status)) }, name);
    }
}
