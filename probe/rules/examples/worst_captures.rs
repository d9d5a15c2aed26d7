//! Searches for the boards whose captures take the longest to list, one line for each variant: id, steps, FEN.
//!
//! `cargo run --release -p peatee-rules --example worst_captures [-- PIECES_MAX [SECONDS]]`. The lines are kept in
//! `tests/data/worst-captures.tsv` (any number of pieces) and `tests/data/worst-captures-7.tsv` (seven).
//!
//! Hill climbing from random boards: a piece is put down, moved or taken away, and the change stays unless the search
//! of the captures takes fewer steps than before.

use std::time::{Duration, Instant};

use peatee_rules::{Game, Kind, Position, STEPS_MAX, Side, Square, VARIANTS, Word as _, with_kernel};

/// Changes without gain after which a new board is tried.
const PATIENCE_CHANGES: u32 = 3000;

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u32>().expect("a number"));
    let pieces_max = args.next().unwrap_or(u32::MAX);
    let seconds = args.next().unwrap_or(10);
    let mut random = Random(0x5EED);
    for variant in VARIANTS {
        let game = Game::new(variant);
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

fn climb(game: &Game, pieces_max: u32, end: Instant, random: &mut Random) -> (u32, Position) {
    let mut at = Position::empty(Side::White);
    at.setup.put(Side::White, piece(game, random), square(game, random));
    let (mut steps, mut idle) = (0, 0);
    while idle < PATIENCE_CHANGES && steps < STEPS_MAX && Instant::now() < end {
        let mut next = at;
        for _ in 0..1 + random.below(3) {
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

fn change(game: &Game, position: &mut Position, random: &mut Random) {
    let at = square(game, random);
    let was = position.setup.at(at);
    for side in Side::BOTH {
        for kind in Kind::ALL {
            position.setup.pieces[side as usize][kind as usize] &= !u128::bit(at.0);
        }
    }
    if was.is_none() || random.below(3) == 0 {
        // Many victims and few that capture make the longest captures.
        let side = if random.below(4) == 0 { Side::White } else { Side::Black };
        position.setup.put(side, piece(game, random), at);
    }
}

fn square(game: &Game, random: &mut Random) -> Square {
    Square(random.below(game.variant().board.square_count().into()) as u8)
}

fn piece(game: &Game, random: &mut Random) -> Kind {
    let kinds: Vec<Kind> = game.variant().pieces.iter().map(|(kind, _)| *kind).collect();
    kinds[random.below(kinds.len() as u64) as usize]
}

/// xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
    }
}
