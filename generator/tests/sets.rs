//! The set-based solver finds exactly the values of the simple one, for every position.

mod common;

use std::collections::HashMap;
use std::sync::Arc;

use common::game;
use peatee_generator::capture_mask::CaptureMask;
use peatee_generator::plan;
use peatee_generator::solver::dtc::DepthToConversion;
use peatee_generator::solver::dtw::DepthToWin;
use peatee_generator::solver::lookup::{Lookup, SliceArray};
use peatee_generator::solver::retrograde::{self, Solution};
use peatee_generator::solver::sets::{self, SetRules, Untold, Wanted};
use peatee_generator::solver::{Entries, Known, Values};
use peatee_rules::{Game, Kernel, VARIANTS, Word, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice};

type Arrays<W> = HashMap<Slice, Arc<SliceArray<W, Values>>>;

/// What a solver that knows no distances makes of a value.
fn sign(known: Known) -> (bool, bool) {
    (known.is_draw(), known.is_won())
}

/// Asserts that two solutions say the same, position by position.
fn assert_same<W: Word>(
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

/// The same for a slice and its opposite; returns how many positions these have.
fn assert_all_same<W: Word>(
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

/// Solves all slices with both solvers and compares; returns how many positions were compared.
fn compare<W: Word>(game: &Game, kernel: &Kernel<W>, rules: &SetRules<W>, pieces: u8) -> u64 {
    let mut arrays: Arrays<W> = HashMap::new();
    let mut compared = 0;
    for job in plan(game, pieces, &Metric::PLAIN) {
        let lookup = || Lookup::new(job.needs.iter().map(|slice| arrays[slice].clone()));
        let objective = DepthToWin { successors: lookup(), goal: kernel.goal };
        let expected = retrograde::solve(kernel, job.slice, job.opposite, &objective).expect("short games");
        let solve = |wanted: Wanted| {
            sets::solve(kernel, rules, job.slice, job.opposite, &lookup(), wanted, &mut Untold).expect("short games")
        };
        let distances = solve(Wanted { to_end: true, to_conversion: true });
        let signs = solve(Wanted { to_end: false, to_conversion: false });
        let conversions = solve(Wanted { to_end: false, to_conversion: true });
        assert_all_same(kernel, &expected, &signs.to_end, |a, b| sign(a) == sign(b));
        for (solution, captures) in distances.to_end.iter().zip(&distances.captures) {
            assert_eq!(*captures, CaptureMask::of(kernel, solution.slice), "{}", solution.slice);
        }
        assert_eq!(signs.captures, distances.captures);
        compared += assert_all_same(kernel, &expected, &distances.to_end, |a, b| a == b);
        let arrays_of = |solutions: Vec<Solution>| solutions.into_iter().map(|solution| array(kernel, solution));
        arrays.extend(arrays_of(expected));

        let known = job.needs.iter().chain([&job.slice]).chain((job.slice != job.opposite).then_some(&job.opposite));
        let signs = Lookup::new(known.map(|slice| arrays[slice].clone()));
        let objective = DepthToConversion { signs, goal: kernel.goal };
        let expected = retrograde::solve(kernel, job.slice, job.opposite, &objective).expect("short games");
        assert_all_same(kernel, &expected, &distances.to_conversion, |a, b| a == b);
        assert_all_same(kernel, &expected, &conversions.to_conversion, |a, b| a == b);
    }
    compared
}

fn array<W: Word>(kernel: &Kernel<W>, solution: Solution) -> (Slice, Arc<SliceArray<W, Values>>) {
    let Solution { slice, values } = solution;
    (slice, Arc::new(SliceArray { index: SliceIndex::new(kernel, slice), entries: values }))
}

fn compare_game(id: &str, pieces: u8) -> Option<u64> {
    let game = game(id);
    with_kernel!(game, kernel => {
        SetRules::of(kernel).map(|rules| compare(&game, kernel, &rules, pieces))
    })
}

const FIRST_FIVE: [&str; 5] = ["international", "brazilian", "russian", "english", "italian"];

#[test]
fn every_value_up_to_three_pieces_is_that_of_the_simple_solver() {
    // And three in which no move wins, both sides are stored, and a third kind of piece stays where it is.
    for id in FIRST_FIVE.into_iter().chain(["giveaway", "oneway", "parachute"]) {
        let positions = compare_game(id, 3).expect("a game that the set-based solver does");
        assert!(positions > 100_000, "{id}: {positions}");
    }
}

/// Captures and crowning lead to wins and losses that take far longer than what is decided without them.
#[test]
fn long_distances_of_smaller_slices_are_kept() {
    let game = game("english");
    with_kernel!(game, kernel => {
        let rules = SetRules::of(kernel).expect("a game that the set-based solver does");
        for job in plan(&game, 3, &Metric::PLAIN).iter().filter(|job| !job.needs.is_empty()) {
            let long = |number: u64| match number % 5 {
                0 | 1 => Known::lost(300 + 2 * (number % 17) as u16),
                2 => Known::DRAW,
                _ => Known::won(301 + 2 * (number % 19) as u16),
            };
            let made_up = |&slice: &Slice| {
                let values = (0..SliceIndex::new(kernel, slice).size()).map(long).collect();
                array(kernel, Solution { slice, values: Values::Plies(values) }).1
            };
            let lookup = || Lookup::new(job.needs.iter().map(made_up));
            let objective = DepthToWin { successors: lookup(), goal: kernel.goal };
            let expected = retrograde::solve(kernel, job.slice, job.opposite, &objective).expect("it fits");
            let wanted = Wanted { to_end: true, to_conversion: false };
            let found = sets::solve(kernel, &rules, job.slice, job.opposite, &lookup(), wanted, &mut Untold);
            assert_all_same(kernel, &expected, &found.expect("it fits").to_end, |a, b| a == b);
        }
    });
}

#[test]
#[ignore = "minutes; scripts/check-long runs it"]
fn every_value_up_to_four_pieces_is_that_of_the_simple_solver() {
    for id in FIRST_FIVE {
        let positions = compare_game(id, 4).expect("a game that the set-based solver does");
        assert!(positions > 5_000_000, "{id}: {positions}");
    }
}

#[test]
#[ignore = "minutes; scripts/check-long runs it"]
fn every_value_up_to_three_pieces_of_every_other_game_it_does() {
    let others = VARIANTS.iter().filter(|variant| !FIRST_FIVE.contains(&variant.id));
    let done: Vec<&str> = others.filter_map(|v| compare_game(v.id, 3).map(|_| v.id)).collect();
    assert_eq!(done.len(), VARIANTS.len() - 6 - 5, "{done:?}");
}

#[test]
fn games_whose_men_walk_sideways_or_that_have_no_kings_are_left_to_the_simple_solver() {
    for variant in VARIANTS {
        let game = Game::new(variant);
        let is_done = with_kernel!(game, kernel => SetRules::of(kernel).is_some());
        let expected =
            !["gothic", "turkish", "turkish-stop", "turkish-become", "alquerque", "konane"].contains(&variant.id);
        assert_eq!(is_done, expected, "{}", variant.id);
    }
}
