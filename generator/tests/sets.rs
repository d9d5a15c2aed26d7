//! Checks that the bitboard solver finds the same values as the plain solver, for every position.

use std::collections::HashMap;
use std::sync::Arc;

use crate::common::game;
use peatee_generator::solver::draughts::checkpoint::NoCheckpoint;
use peatee_generator::solver::draughts::lookup::{Lookup, SliceArray};
use peatee_generator::solver::draughts::{
    ResetCount, Resources, SliceJob, Solution, Solved, Solver, SolverWord, ValueKinds,
};
use peatee_generator::solver::values::capture_mask::CaptureMask;
use peatee_generator::solver::values::known::Known;
use peatee_generator::solver::values::{Entries, Values};
use peatee_generator::spill::spill_vec::Backing;
use peatee_generator::{Job, plan};
use peatee_rules::{Bitboard, Draughts, Kernel, VARIANTS, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice};

type Arrays<W> = HashMap<Slice, Arc<SliceArray<W, Values>>>;

/// Returns whether a value is a draw and whether it is a win. Ignores the distance.
fn wdl(known: Known) -> (bool, bool) {
    (known.is_draw(), known.is_won())
}

/// Asserts that two solutions of a slice have the same values. `same` compares two values.
fn assert_same<W: Bitboard>(
    kernel: &Kernel<W>,
    slice: Slice,
    expected: &Values,
    found: &Values,
    same: impl Fn(Known, Known) -> bool,
) {
    assert_eq!(expected.len(), found.len(), "{slice}");
    if let Some(number) = (0..expected.len()).find(|&number| !same(expected.at(number), found.at(number))) {
        let wrong = (0..expected.len()).filter(|&number| !same(expected.at(number), found.at(number))).count();
        let setup = SliceIndex::new(kernel, slice).unrank(number as u64);
        panic!(
            "{slice}: {wrong} of {} values differ, first number {number}: {:?} became {:?}; {setup:?}",
            expected.len(),
            expected.at(number),
            found.at(number)
        );
    }
}

/// Compares the solutions of a slice and its opposite as [`assert_same`] does. Returns the number
/// of positions.
fn assert_all_same<W: Bitboard>(
    kernel: &Kernel<W>,
    expected: &[Solution],
    found: &[Solution],
    same: impl Fn(Known, Known) -> bool,
) -> u64 {
    assert_eq!(expected.len(), found.len());
    for (expected, found) in expected.iter().zip(found) {
        assert_eq!(expected.slice, found.slice);
        assert_same(kernel, expected.slice, &expected.values, &found.values, &same);
    }
    expected.iter().map(|solution| solution.values.len() as u64).sum()
}

fn bitboards<W: SolverWord>(kernel: &Kernel<W>) -> Option<Box<dyn Solver<W> + '_>> {
    W::bitboard_solver(kernel)
}

fn plain<W: SolverWord>(kernel: &Kernel<W>) -> Box<dyn Solver<W> + '_> {
    W::plain_solver(kernel)
}

/// Solves all slices with both solvers and compares them. Returns the number of compared positions.
fn compare<W: SolverWord>(game: &Draughts, kernel: &Kernel<W>, bitboards: &dyn Solver<W>, pieces: u8) -> u64 {
    let plain = plain(kernel);
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    // With little memory, the units that captures lead to are read one by one, and few of them are
    // in memory.
    let few = &Resources { memory_bytes: 0, room: Backing::Files(folder.path().to_owned()) };
    let mut arrays: Arrays<W> = HashMap::new();
    let mut compared = 0;
    for job in plan(game, pieces, &Metric::DEFAULT) {
        let solve_with = |means: &Resources, solver: &dyn Solver<W>, to_end: bool, to_conversion: bool| {
            let successors = &Lookup::new(job.needs.iter().map(|slice| arrays[slice].clone()));
            let wanted = ValueKinds { to_end, to_conversion, to_reset: None };
            let job = SliceJob { slice: job.slice, opposite: job.opposite, successors, wanted, means };
            solver.solve(&job, &mut NoCheckpoint).expect("short games")
        };
        let solve = |solver: &dyn Solver<W>, to_end, to_conversion| {
            solve_with(&Resources::ALL_MEMORY, solver, to_end, to_conversion)
        };
        let expected = solve(&*plain, true, true);
        let all = solve(bitboards, true, true);
        let wdl_alone = solve(bitboards, false, false);
        let conversions = solve(bitboards, false, true);
        assert_all_same(kernel, &expected.to_end, &wdl_alone.to_end, |a, b| wdl(a) == wdl(b));
        for (solution, captures) in all.to_end.iter().zip(&all.captures) {
            assert_eq!(*captures, CaptureMask::of(kernel, solution.slice), "{}", solution.slice);
        }
        assert_eq!(wdl_alone.captures, all.captures);
        let in_files = solve_with(few, bitboards, false, false);
        assert_all_same(kernel, &wdl_alone.to_end, &in_files.to_end, |a, b| a == b);
        assert_eq!(in_files.captures, all.captures);
        let in_files = solve_with(few, bitboards, true, true);
        assert_all_same(kernel, &all.to_end, &in_files.to_end, |a, b| a == b);
        assert_all_same(kernel, &all.to_conversion, &in_files.to_conversion, |a, b| a == b);
        assert_eq!(in_files.captures, all.captures);
        compared += assert_all_same(kernel, &expected.to_end, &all.to_end, |a, b| a == b);
        assert_all_same(kernel, &expected.to_conversion, &all.to_conversion, |a, b| a == b);
        assert_all_same(kernel, &expected.to_conversion, &conversions.to_conversion, |a, b| a == b);
        let Solved { to_end, .. } = expected;
        arrays.extend(to_end.into_iter().map(|solution| array(kernel, solution)));
    }
    compared
}

fn array<W: Bitboard>(kernel: &Kernel<W>, solution: Solution) -> (Slice, Arc<SliceArray<W, Values>>) {
    let Solution { slice, values } = solution;
    (slice, Arc::new(SliceArray { index: SliceIndex::new(kernel, slice), entries: values }))
}

fn compare_game(id: &str, pieces: u8) -> Option<u64> {
    let game = game(id);
    with_kernel!(game, kernel => {
        bitboards(kernel).map(|solver| compare(&game, kernel, &*solver, pieces))
    })
}

const FIRST_FIVE: [&str; 5] = ["international", "brazilian", "russian", "english", "italian"];

#[test]
fn every_value_up_to_three_pieces_is_that_of_the_plain_solver() {
    // Three games are added: one in which a side without a move has won, one that stores both sides
    // to move, and one with a third kind of piece that does not move.
    for id in FIRST_FIVE.into_iter().chain(["giveaway", "oneway", "parachute"]) {
        let positions = compare_game(id, 3).expect("a game of the bitboard solver");
        assert!(positions > 100_000, "{id}: {positions}");
    }
}

/// Tests a game in which a promotion ends the game, so that slices have only men.
#[test]
fn every_value_up_to_three_pieces_of_a_game_that_the_first_king_ends() {
    let positions = compare_game("breakthrough", 3).expect("a game of the bitboard solver");
    assert!(positions > 10_000, "{positions}");
}

#[test]
#[ignore = "6 CPU-seconds; scripts/check --full runs it"]
fn every_value_up_to_four_pieces_of_a_game_that_the_first_king_ends_in_full() {
    let positions = compare_game("breakthrough", 4).expect("a game of the bitboard solver");
    assert!(positions > 1_000_000, "{positions}");
}

/// Tests captures and promotions that lead to wins and losses with far more plies than the other
/// positions.
#[test]
fn long_distances_of_smaller_slices_are_kept() {
    let game = game("english");
    with_kernel!(game, kernel => {
        let bitboards = bitboards(kernel).expect("a game of the bitboard solver");
        for job in plan(&game, 3, &Metric::DEFAULT).iter().filter(|job| !job.needs.is_empty()) {
            let long = |number: u64| match number % 5 {
                0 | 1 => Known::lost(300 + 2 * (number % 17) as u16),
                2 => Known::DRAW,
                _ => Known::won(301 + 2 * (number % 19) as u16),
            };
            let made_up = |&slice: &Slice| {
                let values = (0..SliceIndex::new(kernel, slice).size()).map(long).collect();
                array(kernel, Solution { slice, values: Values::Plies(values) }).1
            };
            let job = SliceJob {
                slice: job.slice,
                opposite: job.opposite,
                successors: &Lookup::new(job.needs.iter().map(made_up)),
                wanted: ValueKinds { to_end: true, ..ValueKinds::WDL },
                means: &Resources::ALL_MEMORY,
            };
            let solve = |solver: &dyn Solver<_>| solver.solve(&job, &mut NoCheckpoint).expect("it fits").to_end;
            assert_all_same(kernel, &solve(&*plain(kernel)), &solve(&*bitboards), |a, b| a == b);
        }
    });
}

/// Checks that the solver refuses seven kings on 12x12 squares, which have more placements than a
/// search for distances can number.
#[test]
fn units_that_are_too_large_are_refused() {
    let game = game("canadian");
    with_kernel!(game, kernel => {
        let bitboards = bitboards(kernel).expect("a game of the bitboard solver");
        let [slice, opposite] = ["KKKvKKKK", "KKKKvKKK"].map(|name| Slice::parse(&game, name).expect("a slice"));
        let wanted = ValueKinds { to_end: true, ..ValueKinds::WDL };
        let job = SliceJob { slice, opposite, successors: &Lookup::new([]), wanted, means: &Resources::ALL_MEMORY };
        let error = bitboards.solve(&job, &mut NoCheckpoint).expect_err("it is refused");
        assert!(error.to_string().contains("make only wdl"), "{error}");
    });
}

/// Tests large units (configurations of the men), which several threads share. Compares a run that
/// holds the state of the search and the solved values in memory with a run that holds them in
/// files.
#[test]
#[ignore = "8 CPU-seconds; scripts/check --full runs it"]
fn large_units_have_the_same_values_in_files_in_full() {
    let game = game("english");
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let in_files = &Resources { memory_bytes: 0, room: Backing::Files(folder.path().to_owned()) };
    with_kernel!(game, kernel => {
        let bitboards = bitboards(kernel).expect("a game of the bitboard solver");
        // The slices are solved with distances to the end, and under a rule with all counts at 0.
        let mut solved: [Arrays<_>; 2] = Default::default();
        // The slices have only kings, or a man with four kings, so that their units are large.
        let large = ["KKvKK", "KKKKvK", "KKKMvK"].map(|name| Slice::parse(&game, name).expect("a slice"));
        let jobs = plan(&game, 5, &Metric::DEFAULT);
        let is_large = |job: &Job| large.contains(&job.slice) || large.contains(&job.opposite);
        for job in jobs.iter().filter(|job| job.slice.material.pieces() <= 4 || is_large(job)) {
            let solve = |arrays: &Arrays<_>, means: &Resources, wanted: ValueKinds| {
                let successors = &Lookup::new(job.needs.iter().map(|slice| arrays[slice].clone()));
                let job = SliceJob { slice: job.slice, opposite: job.opposite, successors, wanted, means };
                bitboards.solve(&job, &mut NoCheckpoint).expect("short games")
            };
            let count = ResetCount { runs_over_men: true, left_plies: [9, 7], end_plies: 1 };
            let distances = ValueKinds { to_end: true, to_conversion: true, to_reset: None };
            let resets = ValueKinds { to_reset: Some(count), ..ValueKinds::WDL };
            for (wanted, arrays) in [distances, resets].into_iter().zip(&mut solved) {
                let expected = solve(arrays, &Resources::ALL_MEMORY, wanted);
                if is_large(job) {
                    let found = solve(arrays, in_files, wanted);
                    for (expected, found) in [
                        (&expected.to_end, &found.to_end),
                        (&expected.to_conversion, &found.to_conversion),
                        (&expected.to_reset, &found.to_reset),
                    ] {
                        assert_all_same(kernel, expected, found, |a, b| a == b);
                    }
                    assert_eq!(expected.captures, found.captures);
                }
                arrays.extend(expected.to_end.into_iter().map(|solution| array(kernel, solution)));
            }
        }
    });
    assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 0);
}

#[test]
#[ignore = "minutes; scripts/check sets runs it"]
fn every_value_up_to_four_pieces_is_that_of_the_plain_solver() {
    for id in FIRST_FIVE {
        let positions = compare_game(id, 4).expect("a game of the bitboard solver");
        assert!(positions > 5_000_000, "{id}: {positions}");
    }
}

#[test]
#[ignore = "minutes; scripts/check sets runs it"]
fn every_value_up_to_three_pieces_of_every_other_game_it_does() {
    let others = VARIANTS.iter().filter(|variant| !FIRST_FIVE.contains(&variant.id));
    let done: Vec<&str> = others.filter_map(|v| compare_game(v.id, 3).map(|_| v.id)).collect();
    assert_eq!(done.len(), VARIANTS.len() - 6 - 5, "{done:?}");
}

#[test]
fn games_whose_men_walk_sideways_or_that_have_no_kings_are_left_to_the_plain_solver() {
    for variant in VARIANTS {
        let game = Draughts::new(variant);
        let is_done = with_kernel!(game, kernel => bitboards(kernel).is_some());
        let expected =
            !["gothic", "turkish", "turkish-stop", "turkish-become", "alquerque", "konane"].contains(&variant.id);
        assert_eq!(is_done, expected, "{}", variant.id);
    }
}
