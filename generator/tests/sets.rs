//! The set-based solver finds exactly the values of the simple one, for every position.

mod common;

use std::collections::HashMap;
use std::sync::Arc;

use common::game;
use peatee_generator::plan;
use peatee_generator::solver::dtw::DepthToWin;
use peatee_generator::solver::lookup::{Lookup, SliceArray};
use peatee_generator::solver::retrograde;
use peatee_generator::solver::sets::{self, SetRules};
use peatee_generator::solver::{Entries, Known, Values};
use peatee_probe::index::SliceIndex;
use peatee_probe::{Metric, Slice};
use peatee_rules::{Game, Kernel, VARIANTS, Word, with_kernel};

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

/// Solves all slices with both solvers and compares; returns how many positions were compared.
fn compare<W: Word>(game: &Game, kernel: &Kernel<W>, rules: &SetRules<W>, pieces: u8) -> u64 {
    let mut arrays: Arrays<W> = HashMap::new();
    let mut compared = 0;
    for job in plan(game, pieces, &Metric::PLAIN) {
        let lookup = || Lookup::new(job.needs.iter().map(|slice| arrays[slice].clone()));
        let objective = DepthToWin { successors: lookup(), goal: kernel.goal };
        let expected = retrograde::solve(kernel, job.slice, job.opposite, &objective).expect("short games");
        let solve = |distances: bool| {
            sets::solve(kernel, rules, job.slice, job.opposite, &lookup(), distances).expect("short games")
        };
        let (distances, signs) = (solve(true), solve(false));
        assert_eq!(expected.len(), distances.len());
        for ((expected, distances), signs) in expected.iter().zip(&distances).zip(&signs) {
            assert_eq!((expected.slice, expected.slice), (distances.slice, signs.slice));
            assert_same(kernel, expected.slice, &expected.values, &signs.values, |a, b| sign(a) == sign(b));
            assert_same(kernel, expected.slice, &expected.values, &distances.values, |a, b| a == b);
            compared += expected.values.len() as u64;
        }
        for solution in expected {
            let array = SliceArray { index: SliceIndex::new(kernel, solution.slice), entries: solution.values };
            arrays.insert(solution.slice, Arc::new(array));
        }
    }
    compared
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
