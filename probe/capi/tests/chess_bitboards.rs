//! Tests chess positions that C callers pass as bitboards. Values must equal those of the library,
//! and no number in a field may cause a panic.
#![allow(unsafe_code, reason = "the interface takes pointers")]
#![allow(clippy::undocumented_unsafe_blocks, reason = "all pointers here are of live objects")]

use std::collections::HashMap;
use std::ffi::CStr;
use std::process::Command;
use std::ptr::{null, null_mut};
use std::sync::LazyLock;

use tempfile::TempDir;

use crate::chess::{made_of, number_of, open_chess};
use crate::common::{ENGLISH_3, Link, build, c, compiler, last_error, open, succeed};
use crate::random::Random;
use peatee::*;
use peatee_generator::jobs::chess::generate::default_metrics;
use peatee_probe::chess::{Chess, RuleMove, RuleValue, Tables};
use peatee_probe::peatee_chess::cozy_chess::{Color, Piece, Square};
use peatee_probe::peatee_chess::{Bitboards, Index, Position, Slice};
use peatee_probe::{Game, Metric};

/// Chess tables of three men with all metrics, made on first use.
static MADE: LazyLock<TempDir> =
    LazyLock::new(|| made_of([default_metrics(), vec![Metric::Dtw, Metric::Dtc]].concat()));

const UNTOUCHED: PeateeValue = PeateeValue { status: -9, wdl: -9, plies: -9 };
const EMPTY: PeateeChessValue = PeateeChessValue { wdl: -9, dtz_plies: -9, outcome: -9 };

fn plies(plies: Option<u32>) -> i32 {
    plies.map_or(PEATEE_NO_PLIES, |plies| plies as i32)
}

fn from_fen(fen: &str) -> (PeateeStatus, PeateeChessPosition) {
    let mut position = PeateeChessPosition { size: size_of::<PeateeChessPosition>(), ..Default::default() };
    let status = unsafe { peatee_chess_position_from_fen(c(fen).as_ptr(), &raw mut position) };
    (status, position)
}

/// Returns positions of three men. Black is to move in every second one.
fn positions() -> Vec<Position> {
    let of_slice = |name: &str| {
        let index = Index::new(Slice::parse(name).expect("a slice"));
        let numbers = (0..index.numbers()).step_by(101);
        numbers.filter_map(|number| Some(index.position(number)?.with_halfmove_clock((number % 130) as u32))).collect()
    };
    let mut positions: Vec<Position> =
        ["KRvK", "KvKR", "KPvK", "KvKQ"].into_iter().flat_map::<Vec<_>, _>(of_slice).collect();
    for position in positions.iter_mut().step_by(2) {
        let turned = position.with_other_side_to_move();
        *position = turned.unwrap_or_else(|| position.clone());
    }
    positions
}

#[test]
fn values_and_moves_are_those_of_the_library() {
    let tables = Tables::open(MADE.path().join("chess")).expect("tables just made open");
    let (_, handle) = open_chess(MADE.path());
    let positions = positions();
    let mut asked = Vec::new();
    for position in &positions {
        let fen = position.fen();
        let (status, at) = from_fen(&fen);
        assert_eq!(status, PeateeStatus::Ok, "{fen}: {}", last_error());
        asked.push(at);
        let mut text = [0; 100];
        let status = unsafe { peatee_chess_position_to_fen(&raw const at, text.as_mut_ptr(), text.len(), null_mut()) };
        let said = unsafe { CStr::from_ptr(text.as_ptr()) }.to_str().expect("ASCII");
        assert_eq!(
            (status, said.rsplit_once(' ')),
            (PeateeStatus::Ok, fen.rsplit_once(' ').map(|(fen, _)| (fen, "1")))
        );

        let value = value_of(&tables, position);
        let (mut wdl, mut found) = (-9, EMPTY);
        assert_eq!(unsafe { peatee_chess_probe_wdl(handle, &raw const at, &raw mut wdl) }, PeateeStatus::Ok);
        assert_eq!(wdl, number_of(value.value.wdl), "{fen}");
        assert_eq!(unsafe { peatee_chess_probe_dtz(handle, &raw const at, &raw mut found) }, PeateeStatus::Ok);
        let mut by_fen = EMPTY;
        assert_eq!(unsafe { peatee_chess_probe(handle, c(&fen).as_ptr(), &raw mut by_fen) }, PeateeStatus::Ok);
        assert_eq!((found, found.dtz_plies), (by_fen, plies(value.needed_plies)), "{fen}");
        check_moves(&tables, handle, position, &at);
    }
    for (metric, expected) in [
        (PeateeMetric::Wdl, (|_, _| None) as fn(&Tables, &Position) -> Option<u32>),
        (PeateeMetric::Dtr, |tables, at| value_of(tables, at).needed_plies),
        (PeateeMetric::Dtw, |tables, at| tables.plies(at, Metric::Dtw).expect("a value")),
        (PeateeMetric::Dtc, |tables, at| tables.plies(at, Metric::Dtc).expect("a value")),
    ] {
        let metric = metric as u32;
        let mut values = vec![UNTOUCHED; positions.len()];
        let status =
            unsafe { peatee_chess_probe_many(handle, asked.as_ptr(), asked.len(), metric, values.as_mut_ptr()) };
        assert_eq!(status, PeateeStatus::Ok, "{}", last_error());
        for ((position, at), of_many) in positions.iter().zip(&asked).zip(values) {
            let mut value = UNTOUCHED;
            assert_eq!(unsafe { peatee_chess_probe_metric(handle, at, metric, &raw mut value) }, PeateeStatus::Ok);
            let wdl = number_of(tables.probe_wdl(position).expect("a value"));
            assert_eq!(value, PeateeValue { status: 0, wdl, plies: plies(expected(&tables, position)) }, "{position}");
            assert_eq!(value, of_many, "{position}");
        }
    }
    assert_eq!(peatee_close(handle), PeateeStatus::Ok);
}

/// Returns the value of a position under the 50-move rule.
fn value_of(tables: &Tables, position: &Position) -> RuleValue {
    let rules = Chess::fifty_moves();
    tables.rule_value(position, &rules, &Chess.counters(&rules, position)).expect("a value")
}

fn moves_of(tables: &Tables, position: &Position) -> Vec<RuleMove> {
    let rules = Chess::fifty_moves();
    tables.rule_moves(position, &rules, &Chess.counters(&rules, position)).expect("a value")
}

fn check_moves(tables: &Tables, handle: PeateeTables, position: &Position, at: &PeateeChessPosition) {
    let expected = moves_of(tables, position);
    let mut moves: [PeateeChessMove; 64] = unsafe { std::mem::zeroed() };
    let mut count = 99;
    let status = unsafe { peatee_chess_moves(handle, at, moves.as_mut_ptr(), moves.len(), &raw mut count) };
    assert_eq!((status, count), (PeateeStatus::Ok, expected.len()), "{position}: {}", last_error());
    for (mv, rated) in moves.iter().zip(&expected) {
        let promotion = rated.mv.promotion.map_or(0, |piece| piece as i32);
        assert_eq!((mv.from, mv.to, mv.promotion), (rated.mv.from as i32, rated.mv.to as i32, promotion));
        let depths = tables.distances_of_move(position, &Chess::fifty_moves(), rated).expect("a value");
        assert_eq!((mv.dtm_plies, mv.dtc_plies), (plies(depths.mate_plies), plies(depths.conversion_plies)));
        assert_eq!((mv.value.wdl, mv.value.dtz_plies), (number_of(rated.value.wdl), plies(depths.dtz_plies)));
        let texts = [&mv.uci[..], &mv.san[..]].map(|text| unsafe { CStr::from_ptr(text.as_ptr()) }.to_str());
        let said = [position.uci(rated.mv), position.san(rated.mv)];
        assert_eq!(texts, [Ok(&said[0][..]), Ok(&said[1][..])]);
    }
    let status = unsafe { peatee_chess_moves(handle, at, null_mut(), 0, &raw mut count) };
    let expected_status = if expected.is_empty() { PeateeStatus::Ok } else { PeateeStatus::TooSmall };
    assert_eq!((status, count), (expected_status, expected.len()));
}

/// Tests that the en passant square of a FEN reaches the C struct.
#[test]
fn a_pawn_that_has_just_moved_can_be_captured() {
    let (status, at) = from_fen("8/8/8/8/2pP4/8/8/k1K5 b - d3 7 40");
    assert_eq!((status, at.en_passant, at.halfmove_clock), (PeateeStatus::Ok, 19, 7), "{}", last_error());
    assert_eq!((at.white, at.black, at.pawns), (1 << 27 | 1 << 2, 1 << 26 | 1, 3 << 26));
    assert_eq!(from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").0, PeateeStatus::BadPosition);
    assert!(last_error().contains("castling rights"));
    assert_eq!(from_fen("4k3/8/8/8/8/8/8 w - - 0 1").0, PeateeStatus::BadPosition);
}

#[test]
fn what_is_wrong_has_its_status_and_writes_nothing() {
    let (_, handle) = open_chess(MADE.path());
    let (_, good) = from_fen("8/8/8/8/8/2k5/8/K6R w - - 3 1");
    let bad = PeateeStatus::BadPosition;
    let argument = PeateeStatus::BadArgument;
    for (at, expected, reason) in [
        (PeateeChessPosition { side_to_move: 2, ..good }, argument, "side_to_move"),
        (PeateeChessPosition { side_to_move: -1, ..good }, argument, "side_to_move"),
        (PeateeChessPosition { en_passant: 64, ..good }, argument, "en_passant"),
        (PeateeChessPosition { en_passant: -5, ..good }, argument, "en_passant"),
        (PeateeChessPosition { en_passant: 41, ..good }, bad, "b6"),
        (PeateeChessPosition { halfmove_clock: -1, ..good }, argument, "halfmove_clock"),
        (PeateeChessPosition { castling_rights: 1, ..good }, argument, "castling_rights"),
        (PeateeChessPosition { size: 0, ..good }, argument, "sizeof(PeateeChessPosition)"),
        (PeateeChessPosition { size: 80, ..good }, argument, "sizeof(PeateeChessPosition)"),
        (
            PeateeChessPosition { side_to_move: 1, rooks: 0, queens: good.rooks, white: good.white | 1 << 16, ..good },
            bad,
            "a3",
        ),
        (PeateeChessPosition { white: good.white | good.black, ..good }, bad, "c3 is in 2 sets"),
        (PeateeChessPosition { kings: good.kings | good.rooks, rooks: 0, ..good }, bad, "White has 2 kings"),
        (PeateeChessPosition { kings: 1 | 1 << 9, black: 1 << 9, ..good }, bad, "next to each other"),
        (PeateeChessPosition { pawns: good.rooks, rooks: 0, ..good }, bad, "h1"),
        (
            PeateeChessPosition { black: 1 << 56, kings: 1 | 1 << 56, rooks: 1 << 58, white: 1 | 1 << 58, ..good },
            bad,
            "in check",
        ),
        (
            PeateeChessPosition { queens: 1 << 60, white: good.white | 1 << 60, ..good },
            PeateeStatus::NoTable,
            "4 pieces",
        ),
    ] {
        let (mut wdl, mut value, mut chess_value, mut count) = (-9, UNTOUCHED, EMPTY, 5);
        let mut text = [0; 90];
        let statuses = unsafe {
            [
                peatee_chess_probe_wdl(handle, &raw const at, &raw mut wdl),
                peatee_chess_probe_dtz(handle, &raw const at, &raw mut chess_value),
                peatee_chess_probe_metric(handle, &raw const at, 1, &raw mut value),
                peatee_chess_moves(handle, &raw const at, null_mut(), 0, &raw mut count),
            ]
        };
        assert_eq!(statuses, [expected; 4], "{at:?}: {}", last_error());
        assert!(last_error().contains(reason), "{reason}: {}", last_error());
        assert_eq!((wdl, value, chess_value, count), (-9, UNTOUCHED, EMPTY, 0));
        let status = unsafe { peatee_chess_position_to_fen(&raw const at, text.as_mut_ptr(), 90, null_mut()) };
        assert_eq!(status, if expected == PeateeStatus::NoTable { PeateeStatus::Ok } else { expected });
    }
    let (mut wdl, mut value) = (-9, UNTOUCHED);
    let null_pointer = PeateeStatus::NullPointer;
    assert_eq!(unsafe { peatee_chess_probe_wdl(handle, null(), &raw mut wdl) }, null_pointer);
    assert_eq!(unsafe { peatee_chess_probe_wdl(handle, &raw const good, null_mut()) }, null_pointer);
    for metric in [0, 3, 5, 16, u32::MAX] {
        assert_eq!(unsafe { peatee_chess_probe_metric(handle, &raw const good, metric, &raw mut value) }, argument);
    }
    let draughts = open(ENGLISH_3.as_ref());
    assert_eq!(unsafe { peatee_chess_probe_wdl(draughts, &raw const good, &raw mut wdl) }, PeateeStatus::BadHandle);
    assert_eq!((wdl, value), (-9, UNTOUCHED));
}

#[test]
fn arrays_answer_around_what_is_wrong() {
    let (_, handle) = open_chess(MADE.path());
    let (_, good) = from_fen("8/8/8/8/8/2k5/8/K6R w - - 3 1");
    let mut asked = vec![good; 7];
    asked[2].kings = 0;
    asked[4].size += 8;
    asked[5].side_to_move = 9;
    let mut values = vec![UNTOUCHED; 7];
    let status = unsafe { peatee_chess_probe_many(handle, asked.as_ptr(), 7, 1, values.as_mut_ptr()) };
    assert_eq!(status, PeateeStatus::BadPosition);
    assert!(last_error().starts_with("position 2: "), "{}", last_error());
    let ok = PeateeStatus::Ok as i32;
    let [bad, argument] = [PeateeStatus::BadPosition as i32, PeateeStatus::BadArgument as i32];
    assert_eq!(values.iter().map(|value| value.status).collect::<Vec<_>>(), [ok, ok, bad, ok, argument, argument, ok]);
    // A longer structure of a later version is accepted only if its unknown bytes are zero.
    let stride = size_of::<PeateeChessPosition>() + 16;
    let mut longer = vec![0u64; 3 * stride / 8];
    for (place, number) in [0, stride / 8, 2 * stride / 8].into_iter().zip(0..) {
        let at = PeateeChessPosition { size: stride, ..good };
        unsafe { longer[place..].as_mut_ptr().cast::<PeateeChessPosition>().write(at) };
        longer[place + stride / 8 - 1] = u64::from(number == 1);
    }
    let status = unsafe { peatee_chess_probe_many(handle, longer.as_ptr().cast(), 3, 1, values.as_mut_ptr()) };
    assert_eq!(status, PeateeStatus::BadArgument, "{}", last_error());
    assert!(last_error().contains("position 1") && last_error().contains("later version"), "{}", last_error());
    assert_eq!([0, 1, 2].map(|number| values[number].status), [ok, argument, ok]);
    for (count, expected) in
        [(0, PeateeStatus::Ok), (1, PeateeStatus::NullPointer), (usize::MAX, PeateeStatus::NullPointer)]
    {
        assert_eq!(unsafe { peatee_chess_probe_many(handle, null(), count, 1, null_mut()) }, expected);
    }
    let status = unsafe { peatee_chess_probe_many(handle, asked.as_ptr(), usize::MAX / 2, 1, values.as_mut_ptr()) };
    assert_eq!(status, PeateeStatus::BadArgument);
}

#[test]
fn any_numbers_in_all_fields_are_answered_or_refused() {
    let (_, handle) = open_chess(MADE.path());
    let (_, good) = from_fen("8/8/8/8/8/2k5/8/K6R w - - 3 1");
    let mut random = Random::new(45);
    let mut statuses = HashMap::new();
    for _ in 0..40_000 {
        let mut at = good;
        for _ in 0..1 + random.below(3) {
            let set = match random.below(4) {
                0 => random.u64(..),
                1 => 1 << random.u64(..64),
                2 => [good.kings, good.rooks, good.white, good.black][random.below(4)],
                _ => 0,
            };
            let number = [0, 1, -1, 2, 16, 40, 47, 48, 63, 64, 100, i32::MAX, i32::MIN][random.below(13)];
            match random.below(13) {
                0 => at.white ^= set,
                1 => at.black ^= set,
                2 => at.pawns ^= set,
                3 => at.knights ^= set,
                4 => at.bishops ^= set,
                5 => at.rooks ^= set,
                6 => at.queens ^= set,
                7 => at.kings ^= set,
                8 => at.side_to_move = number,
                9 => at.en_passant = number,
                10 => at.halfmove_clock = number,
                11 => at.castling_rights = number,
                _ => at.size = [0, 7, 88, usize::MAX][random.below(4)],
            }
        }
        let mut value = UNTOUCHED;
        let metric = [1, 2, 4, 8][random.below(4)];
        let status = unsafe { peatee_chess_probe_metric(handle, &raw const at, metric, &raw mut value) };
        assert_ne!(status, PeateeStatus::Internal, "{at:?}: {}", last_error());
        *statuses.entry(status as i32).or_insert(0) += 1;
    }
    let often = |status: PeateeStatus| statuses.get(&(status as i32)).copied().unwrap_or(0);
    assert!(often(PeateeStatus::Ok) > 1_000 && often(PeateeStatus::BadPosition) > 1_000, "{statuses:?}");
    assert!(often(PeateeStatus::BadArgument) > 1_000, "{statuses:?}");
}

/// Runs half a million probes in a C program and in a C++ program, one by one and in an array.
#[test]
fn an_engine_probes_bitboards() {
    let tables = Tables::open(MADE.path().join("chess")).expect("tables just made open");
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    for (variable, usual, flags, piece, name) in [
        ("CC", "gcc", &["-std=c99"][..], Piece::Pawn, "P"),
        ("CXX", "g++", &["-x", "c++", "-std=c++11"], Piece::Rook, "R"),
    ] {
        let Some(compiler) = compiler(variable, usual) else { continue };
        let program = build(&compiler, flags, &["examples/chess_bitboards.c"], Link::Shared, folder.path());
        let [won, drawn, lost, refused, dtz_plies] = sums(&tables, piece);
        let line = format!("K{name}vK: {won} won, {drawn} drawn, {lost} lost, {refused} refused, DTZ {dtz_plies}\n");
        assert_eq!(succeed(Command::new(&program).arg(MADE.path()).arg(name)), line, "{compiler}");
    }
}

/// Returns the sums that the example prints for a king and `piece` against a king.
fn sums(tables: &Tables, piece: Piece) -> [u32; 5] {
    let mut sums = [0; 5];
    for number in 0..1u32 << 19 {
        let [king, other, square] = [0, 6, 12].map(|shift| 1u64 << (number >> shift & 63));
        let mut pieces = [0; 6];
        (pieces[piece as usize], pieces[Piece::King as usize]) = (square, king | other);
        let side_to_move = if number >> 18 & 1 == 0 { Color::White } else { Color::Black };
        let bitboards = Bitboards { colors: [king | square, other], pieces, side_to_move, en_passant: None::<Square> };
        match Position::from_bitboards(&bitboards, number % 90) {
            Err(_) => sums[3] += 1,
            Ok(position) => {
                let value = value_of(tables, &position);
                sums[(1 - number_of(value.value.wdl)) as usize] += 1;
                sums[4] += value.needed_plies.unwrap_or(0);
            }
        }
    }
    sums
}
