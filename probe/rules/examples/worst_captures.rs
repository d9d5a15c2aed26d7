//! Searches for the boards whose captures take the longest to list. Prints one line per variant:
//! id, steps, FEN.
//!
//! `cargo run -p peatee-rules --example worst_captures [-- PIECES_MAX [SECONDS [VARIANT]]]`. The
//! results are kept in `tests/data/worst-captures.tsv` (any number of pieces) and
//! `tests/data/worst-captures-7.tsv` (seven).
//!
//! The search is hill climbing from random boards. A change puts, moves or removes pieces. A change
//! that lowers the number of steps is undone.

use std::time::{Duration, Instant};

use fastrand::Rng;
use peatee_rules::{Bitboard as _, Draughts, Kind, Position, STEPS_MAX, Side, Square, VARIANTS, with_kernel};

/// Number of changes in a row without a longer search for captures, after which the program starts
/// again from a new random board.
const PATIENCE_CHANGES: u32 = 3000;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| args.get(place).map(|arg| arg.parse::<u32>().expect("a number"));
    let (pieces_max, seconds) = (number(0).unwrap_or(u32::MAX), number(1).unwrap_or(10));
    let mut random = Rng::with_seed(0x5EED);
    for variant in VARIANTS.iter().filter(|variant| args.get(2).is_none_or(|id| id == variant.id)) {
        let game = Draughts::new(variant);
        let end = Instant::now() + Duration::from_secs(seconds.into());
        let mut best = (0, game.start());
        while Instant::now() < end && best.0 < STEPS_MAX {
            let found = climb(&game, pieces_max, end, &mut random);
            if found.0 > best.0 {
                best = found;
            }
        }
        println!("{}\t{}\t{}", variant.id, best.0, game.fen(&best.1));
    }
}

fn climb(game: &Draughts, pieces_max: u32, end: Instant, random: &mut Rng) -> (u32, Position) {
    let mut at = Position::empty(Side::White);
    at.setup.put(Side::White, piece(game, random), square(game, random));
    let (mut steps, mut idle) = (0, 0);
    while idle < PATIENCE_CHANGES && steps < STEPS_MAX && Instant::now() < end {
        let mut next = at;
        for _ in 0..1 + random.u32(..3) {
            change(game, &mut next, random);
        }
        if next.setup.occupied().count() > pieces_max || game.check(&next).is_err() {
            continue;
        }
        let found = with_kernel!(game, kernel => kernel.capture_steps(&next.setup.convert(), next.side));
        idle = if found > steps { 0 } else { idle + 1 };
        if found >= steps {
            (at, steps) = (next, found);
        }
    }
    (steps, at)
}

fn change(game: &Draughts, position: &mut Position, random: &mut Rng) {
    let at = square(game, random);
    let was = position.setup.at(at);
    for side in Side::BOTH {
        for kind in Kind::ALL {
            position.setup.pieces[side as usize][kind as usize] &= !u128::bit(at.0);
        }
    }
    if was.is_none() || random.u32(..3) == 0 {
        // Many victims and few capturing pieces give the longest captures.
        let side = if random.u32(..4) == 0 { Side::White } else { Side::Black };
        position.setup.put(side, piece(game, random), at);
    }
}

fn square(game: &Draughts, random: &mut Rng) -> Square {
    Square(random.u8(..game.variant().board.square_count()))
}

fn piece(game: &Draughts, random: &mut Rng) -> Kind {
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| game.variant().plays_on_with(kind)).collect();
    kinds[random.usize(..kinds.len())]
}
