//! Tests that each of ten thousand wrong calls returns an error with a text and writes no result.
#![allow(unsafe_code, reason = "the interface takes pointers")]
#![allow(clippy::undocumented_unsafe_blocks, reason = "pointers are null, of live objects, or never followed")]

use std::ffi::{CString, c_char};
use std::ptr::{null, null_mut};

use crate::common::{ENGLISH_3, c, last_error, open};
use crate::random::Random;
use peatee::*;

const CALLS: usize = 10_000;

/// Valid arguments, from which the tests make wrong calls.
struct World {
    handle: PeateeTables,
    closed: Vec<PeateeTables>,
    good: PeateePosition,
    rules: CString,
}

/// Value of a result before a wrong call, which must not change it.
const UNTOUCHED: PeateeValue = PeateeValue { status: 77, wdl: 77, plies: 77 };

impl World {
    fn new() -> World {
        let handle = open(ENGLISH_3.as_ref());
        let closed = (0..5).map(|_| open(ENGLISH_3.as_ref())).collect::<Vec<_>>();
        for &handle in &closed {
            assert_eq!(peatee_close(handle), PeateeStatus::Ok);
        }
        let mut good = PeateePosition::default();
        let fen = c("W:WK17,K5:BK31");
        assert_eq!(unsafe { peatee_position_from_fen(handle, fen.as_ptr(), &raw mut good) }, PeateeStatus::Ok);
        World { handle, closed, good, rules: c("WCDF") }
    }

    /// Returns a handle that was closed, or that never existed.
    fn wrong_handle(&self, random: &mut Random) -> PeateeTables {
        match random.below(4) {
            0 => 0,
            1 => self.closed[random.below(self.closed.len())],
            // A handle in use, with another generation number.
            2 => self.handle ^ ((1 + random.below(1 << 20) as u64) << 32),
            _ => random.u64(..) | 1 << 40,
        }
    }

    /// Returns an impossible position, or one that is in no table.
    fn wrong_position(&self, random: &mut Random) -> PeateePosition {
        let mut at = self.good;
        let one = |random: &mut Random, below: u64| 1 << random.u64(..below);
        match random.below(8) {
            0 => at.side_to_move = random.i32(2..),
            1 => at.side_to_move = random.i32(..0),
            2 => at.white_men.low = at.black_kings.low,
            3 => at.black_kings.low |= 1 << random.u64(32..64),
            4 => at.white_kings.high |= one(random, 64),
            5 => at.white_parachutists.low |= one(random, 32),
            6 => at.white_men.low = 1 << random.u64(..4),
            _ => at = PeateePosition { side_to_move: random.i32(..2).max(0), ..PeateePosition::default() },
        }
        at
    }

    /// Returns a text that is no valid FEN, move, name of rules, list of counts or directory.
    fn wrong_text(random: &mut Random) -> CString {
        const PIECES: [&str; 12] =
            ["W", ":", "K", "99", "-", "x", "=", "\u{e9}", "~", "6.2", "\n", "Q777777777777777777777777"];
        let length = random.below(40);
        let mut bytes = b"?".to_vec();
        for _ in 0..length {
            match random.below(3) {
                0 => bytes.push(random.u8(1..)),
                _ => bytes.extend(PIECES[random.below(PIECES.len())].as_bytes()),
            }
        }
        CString::new(bytes).expect("there is no NUL")
    }

    /// Makes one wrong call. Returns the number of its kind, and its status.
    fn call(&self, random: &mut Random) -> (usize, PeateeStatus) {
        let kind = random.below(40);
        let (good, text) = (&raw const self.good, Self::wrong_text(random));
        let (text, rules) = (text.as_ptr(), self.rules.as_ptr());
        let (wrong, wrong_at) = (self.wrong_handle(random), self.wrong_position(random));
        let wrong_at = &raw const wrong_at;
        let mut value = UNTOUCHED;
        let mut rule_value: PeateeRuleValue = unsafe { std::mem::zeroed() };
        let mut wdl = 77;
        let mut verdict: PeateeVerdict = unsafe { std::mem::zeroed() };
        verdict.size = size_of::<PeateeVerdict>();
        let mut info: PeateeInfo = unsafe { std::mem::zeroed() };
        let mut moves: [PeateeMove; 2] = unsafe { std::mem::zeroed() };
        let mut count = 0;
        let mut after = PeateePosition::default();
        let mut buffer = [0 as c_char; 4];
        let mut handle = 7;
        let mut options: PeateeOptions = unsafe { std::mem::zeroed() };
        options.size = size_of::<PeateeOptions>();
        let directory = c(ENGLISH_3);
        let h = self.handle;
        // A length that no array can have.
        let huge = usize::MAX - random.below(1 << 30);
        let to_value = &raw mut value;
        let to_moves = moves.as_mut_ptr();
        let odd = to_value.cast::<u8>().wrapping_add(1).cast::<PeateeValue>();
        let status = unsafe {
            match kind {
                0 => peatee_probe_wdl(wrong, good, &raw mut wdl),
                1 => peatee_probe_wdl(h, null(), &raw mut wdl),
                2 => peatee_probe_wdl(h, good, null_mut()),
                3 => peatee_probe_wdl(h, wrong_at, &raw mut wdl),
                4 => peatee_probe(wrong, good, to_value),
                5 => peatee_probe(h, wrong_at, to_value),
                6 => peatee_probe(h, good, odd),
                7 => peatee_probe_dtc(h, wrong_at, to_value),
                8 => peatee_probe_dtc(wrong, good, to_value),
                9 => peatee_probe_wdl_in_memory(h, wrong_at, &raw mut wdl),
                10 => peatee_probe_many(h, good, huge, to_value),
                11 => peatee_probe_many(h, null(), 1, to_value),
                12 => peatee_probe_wdl_many(h, good, 1, null_mut()),
                13 => peatee_probe_dtc_many(wrong, good, 1, to_value),
                14 => peatee_moves(h, wrong_at, to_moves, 2, &raw mut count),
                15 => peatee_moves(h, good, to_moves, huge, &raw mut count),
                16 => peatee_moves(h, good, to_moves, 2, null_mut()),
                17 => peatee_moves(h, good, to_moves, random.below(3), &raw mut count),
                18 => peatee_legal_moves(wrong, good, to_moves, 2, &raw mut count),
                19 => peatee_legal_moves(h, wrong_at, to_moves, 2, &raw mut count),
                20 => peatee_best_move(h, wrong_at, to_moves),
                21 => peatee_best_move(h, good, null_mut()),
                22 => peatee_best_line(h, wrong_at, to_moves, 2, &raw mut count, null_mut()),
                23 => peatee_best_line(h, good, null_mut(), 2, &raw mut count, null_mut()),
                24 => peatee_position_from_fen(h, text, &raw mut after),
                25 => peatee_position_from_fen(h, null(), &raw mut after),
                26 => peatee_position_to_fen(h, wrong_at, buffer.as_mut_ptr(), 4, null_mut()),
                27 => peatee_position_to_fen(h, good, buffer.as_mut_ptr(), random.below(5), null_mut()),
                28 => peatee_play(h, good, text, &raw mut after),
                29 => {
                    (*to_moves).from = random.i32(..);
                    (*to_moves).captured.high = random.u64(..);
                    peatee_move_text(h, good, to_moves, buffer.as_mut_ptr(), 4, null_mut())
                }
                30 => peatee_probe_under_rules(h, good, text, null(), &raw mut rule_value),
                31 => peatee_probe_under_rules(h, good, rules, text, &raw mut rule_value),
                32 => peatee_probe_under_rules(h, wrong_at, rules, null(), &raw mut rule_value),
                33 => peatee_adjudicate(h, wrong_at, rules, null(), null(), 0, &raw mut verdict),
                34 => peatee_adjudicate(h, good, text, null(), null(), 0, &raw mut verdict),
                35 => {
                    verdict.size = random.below(size_of::<PeateeVerdict>());
                    peatee_adjudicate(h, good, rules, null(), null(), 0, &raw mut verdict)
                }
                36 => {
                    info.size = [0, size_of::<PeateeInfo>() - 1, huge][random.below(3)];
                    peatee_info(h, &raw mut info)
                }
                37 => {
                    let status = peatee_open(text, null(), &raw mut handle);
                    assert_eq!(handle, 0);
                    status
                }
                38 => {
                    match random.below(4) {
                        0 => options.size = random.below(size_of::<PeateeOptions>()),
                        1 => options.size = huge,
                        2 => options.metrics = 1 << random.u32(4..32),
                        _ => options.variant = text,
                    }
                    let status = peatee_open(directory.as_ptr(), &raw const options, &raw mut handle);
                    assert_eq!(handle, 0);
                    status
                }
                _ => {
                    let number = 100_000 + random.below(1 << 40);
                    match random.below(4) {
                        0 => peatee_close(wrong),
                        1 => peatee_fault(h, number, buffer.as_mut_ptr(), 4, null_mut()),
                        2 => peatee_check_table(h, number, buffer.as_mut_ptr(), 4, null_mut()),
                        _ => peatee_open_several(&raw const text, huge, null(), &raw mut handle),
                    }
                }
            }
        };
        assert_eq!((value, wdl), (UNTOUCHED, 77), "kind {kind} wrote a result");
        assert_eq!(after, PeateePosition::default(), "kind {kind} wrote a position");
        (kind, status)
    }
}

#[test]
fn ten_thousand_malformed_calls_get_an_error_each() {
    let world = World::new();
    let mut random = Random::new(20_261_123);
    let mut seen = std::collections::BTreeSet::new();
    for call in 0..CALLS {
        // Sets another error text first, so that a call that sets no text is found.
        assert_eq!(peatee_close(0), PeateeStatus::BadHandle);
        let before = last_error();
        let (kind, status) = world.call(&mut random);
        assert_ne!(status, PeateeStatus::Ok, "call {call}, kind {kind}");
        assert_ne!(status, PeateeStatus::Internal, "call {call}, kind {kind}: {}", last_error());
        let text = last_error();
        assert!(!text.is_empty() && (text != before || kind >= 39 || text.starts_with("0x0 ")), "{kind}: {text}");
        seen.insert((kind, status as i32));
    }
    assert!(seen.len() > 40, "{seen:?}");
    // The tables still answer as before the wrong calls.
    let mut value = UNTOUCHED;
    assert_eq!(unsafe { peatee_probe(world.handle, &raw const world.good, &raw mut value) }, PeateeStatus::Ok);
    assert_eq!((value.wdl, value.plies), (1, 31));
    assert_eq!(peatee_close(world.handle), PeateeStatus::Ok);
}
