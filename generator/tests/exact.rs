//! Checks that a probe returns the solver's value of every position, from any thread and with any
//! amount of memory.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::common::{Made, Random, game, make, mapped};
use peatee_generator::plan;
use peatee_generator::solver::draughts::Solution;
use peatee_generator::solver::draughts::lookup::{Lookup, SliceArray};
use peatee_generator::solver::draughts::plain::dtw::DepthToWin;
use peatee_generator::solver::draughts::plain::retrograde::solve;
use peatee_generator::solver::values::Values;
use peatee_generator::solver::values::known::Known;
use peatee_probe::{OpenOptions, ProbeError, StorageKind, Tables};
use peatee_rules::{Bitboard, Draughts, Kernel, Kind, Position, Setup, Side, Square, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice, Value, Wdl};

const FIRST_FIVE: [&str; 5] = ["international", "brazilian", "russian", "english", "italian"];

/// Values of each slice as the solver returns them, without table files.
type Solved = HashMap<Slice, Vec<Known>>;

fn solved(game: &Draughts, pieces: u8) -> Solved {
    fn with<W: Bitboard>(game: &Draughts, kernel: &Kernel<W>, pieces: u8) -> Solved {
        let mut arrays: HashMap<Slice, Arc<SliceArray<W, Values>>> = HashMap::new();
        for job in plan(game, pieces, &[Metric::Dtw]) {
            let successors = &Lookup::new(job.needs.iter().map(|slice| arrays[slice].clone()));
            let objective = DepthToWin { successors, goal: kernel.goal };
            for Solution { slice, values } in solve(kernel, job.slice, job.opposite, &objective).expect("short games") {
                let array = SliceArray { index: SliceIndex::new(kernel, slice), entries: values };
                arrays.insert(slice, Arc::new(array));
            }
        }
        arrays.into_iter().map(|(slice, array)| (slice, array.entries.iter().collect())).collect()
    }
    with_kernel!(game, kernel => with(game, kernel, pieces))
}

fn value(known: Known) -> Value {
    match (known.is_draw(), known.is_won()) {
        (true, _) => Value::DRAW,
        (_, true) => Value { wdl: Wdl::Win, plies: Some(known.plies() as u32) },
        (_, false) => Value { wdl: Wdl::Loss, plies: Some(known.plies() as u32) },
    }
}

/// Returns the same position with swapped colours and Black to move.
fn turned(game: &Draughts, position: &Position) -> Position {
    let setup = with_kernel!(game, kernel => kernel.mirrored(&position.setup.convert()).convert());
    Position { setup, side: position.side.other() }
}

fn assert_same(tables: &Tables, position: &Position, expected: Value) {
    let fen = || tables.game().fen(position);
    assert_eq!(tables.probe(position).expect("there is a table"), expected, "{}", fen());
    assert_eq!(tables.probe_wdl(position).expect("there is a table"), expected.wdl, "{}", fen());
}

fn every_position_up_to_three(id: &str) {
    let Made { tables, root: _root } = make(id, 3);
    let game = tables.game();
    let mut looked_at = 0u64;
    for (slice, known) in solved(game, 3) {
        with_kernel!(game, kernel => {
            let index = SliceIndex::new(kernel, slice);
            assert_eq!(index.size(), known.len() as u64, "{slice}");
            let mut cursor = index.cursor();
            for (number, known) in known.iter().enumerate() {
                let position = Position { setup: cursor.seek(number as u64).convert(), side: slice.side };
                assert_same(&tables, &position, value(*known));
                assert_same(&tables, &turned(game, &position), value(*known));
                looked_at += 1;
            }
        });
    }
    let all: u64 = tables.slices().iter().map(|info| info.positions).sum();
    assert_eq!(looked_at, all);
}

#[test]
fn every_position_up_to_three_pieces_equals_the_solvers_array() {
    FIRST_FIVE.into_iter().for_each(every_position_up_to_three);
}

/// Checks that probes of random positions of four pieces return the solver's values. Every second
/// position has Black to move.
fn sampled(id: &str, samples: u64) {
    let Made { tables, root: _root } = make(id, 4);
    let game = tables.game();
    let solved = solved(game, 4);
    let mut slices: Vec<Slice> = solved.keys().copied().filter(|slice| slice.material.pieces() == 4).collect();
    slices.sort_by_key(Slice::name);
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    for number in 0..samples {
        let slice = slices[random.below(slices.len())];
        let known = &solved[&slice];
        let rank = random.u64(..known.len() as u64);
        let setup = with_kernel!(game, kernel => SliceIndex::new(kernel, slice).unrank(rank).convert());
        let mut position = Position { setup, side: slice.side };
        if number % 2 == 1 {
            position = turned(game, &position);
        }
        assert_same(&tables, &position, value(known[rank as usize]));
    }
}

#[test]
#[ignore = "9 CPU-seconds; scripts/check --full runs it"]
fn a_hundred_thousand_positions_of_four_pieces_equal_the_solvers_array_in_full() {
    sampled("english", 100_000);
}

#[test]
#[ignore = "minutes; scripts/check sets runs it"]
fn a_million_positions_of_four_pieces_of_each_variant_equal_the_solvers_array() {
    FIRST_FIVE.into_iter().for_each(|id| sampled(id, 1_000_000));
}

/// Returns random positions from the tables, each with its probed value.
fn answered(tables: &Tables, count: u64, seed: u64) -> Vec<(Position, Value)> {
    let game = tables.game();
    let slices = tables.slices();
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| {
            let info = &slices[random.below(slices.len())];
            let rank = random.u64(..info.positions);
            let setup = with_kernel!(game, kernel => SliceIndex::new(kernel, info.slice).unrank(rank).convert());
            let position = Position { setup, side: info.slice.side };
            (position, tables.probe(&position).expect("there is a table"))
        })
        .collect()
}

#[test]
fn eight_threads_and_little_memory_give_the_same_answers() {
    let Made { tables, root } = make("russian", 3);
    let answers = answered(&tables, 40_000, 0x5bd1_e995);
    for storage in [StorageKind::PREAD, mapped()] {
        for memory_bytes in [1u64 << 30, 64 << 10, 0] {
            let options = OpenOptions::new().memory_bytes(memory_bytes).storage(storage);
            let tables = options.open(root.path().join("russian")).expect("they open");
            std::thread::scope(|scope| {
                for thread in 0..8 {
                    let (tables, answers) = (&tables, &answers);
                    // Each thread begins at another position, so that the threads load different
                    // blocks at the same time.
                    let answers = answers.iter().cycle().skip(thread * 5_000);
                    let share = if memory_bytes == 1 << 30 { 10_000 } else { 1_500 };
                    scope.spawn(move || answers.take(share).for_each(|(at, value)| assert_same(tables, at, *value)));
                }
            });
        }
    }
}

#[test]
fn a_side_without_pieces_has_lost() {
    let Made { tables, root: _root } = make("russian", 2);
    let giveaway = make("giveaway-russian", 2);
    let probe = |tables: &Tables, fen: &str| {
        let value = tables.probe(&tables.game().parse_fen(fen).expect("legal")).expect("no table is needed");
        assert_eq!(tables.probe_wdl(&tables.game().parse_fen(fen).expect("legal")).ok(), Some(value.wdl));
        (value.wdl.name(), value.plies)
    };
    for (fen, plies) in [("W:W:Ba7,Kh8", 0), ("B:Wa1,Kc1:B", 0), ("W:Wa1,Kc1:B", 1), ("B:W:Bh8,Kf8", 1)] {
        let (lost, won) = if plies == 0 { ("loss", "win") } else { ("win", "loss") };
        assert_eq!(probe(&tables, fen), (lost, Some(plies)), "{fen}");
        assert_eq!(probe(&giveaway.tables, fen), (won, Some(plies)), "{fen} given away");
    }
    // The line of this position is the one move that ends the game.
    let position = giveaway.tables.game().parse_fen("W:Wa1:B").expect("legal");
    assert_eq!(giveaway.tables.line(&position, 10).expect("no table is needed").moves.len(), 1);
}

#[test]
fn what_cannot_be_or_is_not_there_is_refused() {
    let Made { tables, root } = make("international", 3);
    let kings = |squares: &[u8]| {
        let mut setup = Setup::<u128>::default();
        squares.iter().for_each(|&square| setup.put(Side::White, Kind::King, Square(square)));
        setup
    };
    let mut two_on_one = kings(&[7]);
    two_on_one.put(Side::Black, Kind::Man, Square(7));
    let mut man_on_last_row = kings(&[20]);
    man_on_last_row.put(Side::Black, Kind::Man, Square(49));
    let mut unknown_kind = kings(&[20]);
    unknown_kind.put(Side::Black, Kind::Parachutist, Square(3));
    for setup in [Setup::default(), kings(&[7, 50]), kings(&[127]), two_on_one, man_on_last_row, unknown_kind] {
        for side in Side::BOTH {
            let position = Position { setup, side };
            assert!(matches!(tables.probe(&position), Err(ProbeError::Illegal(_))), "{setup:?}");
            assert!(matches!(tables.probe_wdl(&position), Err(ProbeError::Illegal(_))), "{setup:?}");
            assert!(matches!(tables.moves(&position), Err(ProbeError::Illegal(_))), "{setup:?}");
        }
    }
    let four = game("international").parse_fen("B:WK1,K2:BK50,49").expect_err("a man on its promotion row");
    assert!(four.to_string().contains("49"), "{four}");
    let four = tables.game().parse_fen("B:WK1,K2:BK50,K49").expect("legal");
    let error = tables.probe(&four).expect_err("there are three pieces at most");
    assert!(matches!(error, ProbeError::TooManyPieces { pieces: 4, most: 3, .. }), "{error}");
    one_file_less(root.path());
}

/// Removes tables from the manifest. A probe must fail with an error that names the missing table.
/// If only the DTW table is missing, the WDL table must be used.
fn one_file_less(root: &Path) {
    let directory = root.join("international");
    let mut manifest = peatee_table::Manifest::read(&directory).expect("readable").expect("there");
    manifest.tables.remove("KKvK.dtw").expect("the table was there");
    manifest.tables.remove("KvKM.dtw").expect("the table was there");
    manifest.tables.remove("KvKM.wdl").expect("the table was there");
    std::fs::write(directory.join(peatee_table::MANIFEST_NAME), manifest.to_text()).expect("writable");
    let tables = Tables::open(directory).expect("they open");
    let at = |fen: &str| tables.game().parse_fen(fen).expect("legal");
    let value = tables.probe(&at("W:WK1,K2:BK50")).expect("the WDL table answers");
    assert_eq!(value.plies, None);
    for fen in ["W:WK1:B6,K50", "B:WK1,45:BK50"] {
        let error = tables.probe(&at(fen)).expect_err("the table is missing");
        assert!(matches!(&error, ProbeError::MissingTable { slice, .. } if slice == "KvKM"), "{error}");
        assert!(error.to_string().contains("KvKM"), "{error}");
    }
}
