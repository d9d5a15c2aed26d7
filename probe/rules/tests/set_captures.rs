//! Checks that the search for captures in many positions at once finds the captures of each
//! position.

use std::collections::BTreeSet;

use crate::common::Random;
use peatee_rules::{
    Bitboard, Captures, Draughts, FirstJump, Kernel, Kind, OpenJump, OpenKing, SetCapture, Setup, Side, VARIANTS,
    with_kernel,
};

/// Result of a capture: destination, kind before and after, captured pieces, and whether the open
/// king captures. The open king is the king whose square is not decided.
type Outcome = (u8, Kind, Kind, u128, bool);

/// Returns 2 to 9 random pieces on squares that their kinds allow, fewer if squares coincide.
fn random_setup<W: Bitboard>(kernel: &Kernel<W>, random: &mut Random) -> Setup<W> {
    let mut setup = Setup::<W>::default();
    let pieces = 2 + random.below(8);
    for _ in 0..pieces {
        let square = random.below(kernel.squares as usize) as u8;
        let side = Side::BOTH[random.below(2)];
        let kind = kernel.kinds()[random.below(kernel.kinds().len())];
        if !setup.occupied().has(square) && kernel.region(side, kind).has(square) {
            setup.pieces[side as usize][kind as usize] |= W::bit(square);
        }
    }
    setup
}

fn outcomes_one_by_one<W: Bitboard>(kernel: &Kernel<W>, setup: &Setup<W>, side: Side, king: u8) -> BTreeSet<Outcome> {
    let mut captures = Captures::default();
    kernel.captures(setup, side, &mut captures);
    let outcome = |mv: &peatee_rules::KernelMove<W>| (mv.to, mv.kind, mv.becomes, mv.captured.widen(), mv.from == king);
    captures.moves.iter().map(outcome).collect()
}

fn outcomes_of_set<W: Bitboard>(found: &[SetCapture<W>], king: u8) -> BTreeSet<Outcome> {
    let here = || found.iter().filter(|capture| capture.squares.has(king));
    let best = here().map(|capture| capture.rank).max();
    let best = here().filter(|capture| Some(capture.rank) == best);
    let outcomes = best.flat_map(|c| {
        let captured = if c.takes_open { c.captured | W::bit(king) } else { c.captured };
        let by_open = c.from == peatee_rules::NO_SQUARE;
        c.to.squares().map(move |to| (to, c.kind, c.becomes, captured.widen(), by_open))
    });
    outcomes.collect()
}

fn all_captures<W: Bitboard>(
    kernel: &Kernel<W>,
    setup: &Setup<W>,
    side: Side,
    open: OpenKing<W>,
) -> Vec<SetCapture<W>> {
    let mut found = Vec::new();
    let mut put = |capture: &SetCapture<W>| found.push(*capture);
    for &kind in kernel.kinds() {
        for from in setup.get(side, kind).squares() {
            for &direction in kernel.capture_directions(side, kind) {
                kernel.set_captures_from(setup, side, open, FirstJump { kind, from, direction }, &mut put);
            }
        }
    }
    if side == open.side {
        for victim in kernel.prey_of_kings(setup, side).squares() {
            for &direction in kernel.capture_directions(side, Kind::King) {
                kernel.set_captures_over(setup, side, open, OpenJump { victim, direction }, &mut put);
            }
        }
    }
    found
}

/// Finds the captures in one random setup for all squares of the open king (the king whose square
/// is not decided) at once, and compares them with the captures for each single square. Returns the
/// number of captures compared.
fn compare<W: Bitboard>(kernel: &Kernel<W>, id: &str, random: &mut Random) -> usize {
    let setup = random_setup(kernel, random);
    let owner = Side::BOTH[random.below(2)];
    let squares = kernel.all & !setup.occupied();
    let mut compared = 0;
    for side in Side::BOTH {
        let found = all_captures(kernel, &setup, side, OpenKing { side: owner, squares });
        for king in squares.squares() {
            let mut whole = setup;
            whole.pieces[owner as usize][Kind::King as usize] |= W::bit(king);
            let expected = outcomes_one_by_one(kernel, &whole, side, king);
            assert_eq!(
                outcomes_of_set(&found, king),
                expected,
                "{id}: {side} captures in {whole:?}, {owner} on {king}"
            );
            compared += expected.len();
        }
    }
    compared
}

#[test]
fn every_capture_is_found_for_exactly_its_squares() {
    for variant in VARIANTS {
        let game = Draughts::new(variant);
        with_kernel!(game, kernel => {
            if kernel.kinds().contains(&Kind::King) {
                let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
                let compared: usize = (0..400).map(|_| compare(kernel, variant.id, &mut random)).sum();
                assert!(compared > 5_000, "{}: {compared}", variant.id);
            }
        });
    }
}

/// A function that lists captures of a setup and returns the squares that it has examined.
type Finder<'a, W> = dyn Fn(&Setup<W>, &mut Vec<SetCapture<W>>) -> W + 'a;

/// Asserts that additional pieces outside the examined squares change no capture. Returns the
/// number of captures compared.
fn compare_with_more<W: Bitboard>(kernel: &Kernel<W>, id: &str, random: &mut Random) -> usize {
    let (setup, more) = (random_setup(kernel, random), random_setup(kernel, random));
    let owner = Side::BOTH[random.below(2)];
    let open = |setup: &Setup<W>| OpenKing { side: owner, squares: kernel.all & !setup.occupied() };
    let mut compared = 0;
    let mut check = |side: Side, captures: &Finder<'_, W>| {
        let mut alone = Vec::new();
        let seen = captures(&setup, &mut alone);
        let mut whole = setup;
        for (all, more) in whole.pieces.as_flattened_mut().iter_mut().zip(more.pieces.as_flattened()) {
            *all |= *more & !(seen | setup.occupied());
        }
        let mut found = Vec::new();
        captures(&whole, &mut found);
        for king in open(&whole).squares.squares() {
            let expected = outcomes_of_set(&found, king);
            assert_eq!(
                outcomes_of_set(&alone, king),
                expected,
                "{id}: {side} in {setup:?} and {whole:?}, king on {king}"
            );
            compared += expected.len();
        }
    };
    for side in Side::BOTH {
        for &kind in kernel.kinds() {
            for from in setup.get(side, kind).squares() {
                for &direction in kernel.capture_directions(side, kind) {
                    check(side, &|setup, found| {
                        let mut put = |capture: &SetCapture<W>| found.push(*capture);
                        kernel.set_captures_from(
                            setup,
                            side,
                            open(setup),
                            FirstJump { kind, from, direction },
                            &mut put,
                        )
                    });
                }
            }
        }
        if side == owner {
            for victim in kernel.prey_of_kings(&setup, side).squares() {
                for &direction in kernel.capture_directions(side, Kind::King) {
                    check(side, &|setup, found| {
                        let mut put = |capture: &SetCapture<W>| found.push(*capture);
                        kernel.set_captures_over(setup, side, open(setup), OpenJump { victim, direction }, &mut put)
                    });
                }
            }
        }
    }
    compared
}

#[test]
fn captures_depend_on_no_more_squares_than_those_looked_at() {
    for variant in VARIANTS {
        let game = Draughts::new(variant);
        with_kernel!(game, kernel => {
            if kernel.kinds().contains(&Kind::King) {
                let mut random = Random::new(0x2545_f491_4f6c_dd1d);
                let compared: usize = (0..400).map(|_| compare_with_more(kernel, variant.id, &mut random)).sum();
                assert!(compared > 2_000, "{}: {compared}", variant.id);
            }
        });
    }
}
