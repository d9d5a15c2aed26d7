//! Helpers of the tests: additional variants, parsing of data files, random positions.
#![allow(dead_code, unused_imports, reason = "each test file uses a part of it")]

pub mod damage;
pub mod features;
mod random;
pub mod random_games;
pub mod run;

pub use random::Random;

use peatee_rules::variant::{Opening, PieceRule};
use peatee_rules::{Board, BoardLines, Directions, Draughts, Kind, Position, Shade, Side, Square, VARIANTS, Variant};

/// Returns every variant, ready to play, and the additional variants that only the tests use.
pub fn games() -> Vec<Draughts> {
    VARIANTS
        .iter()
        .copied()
        .chain([konane_6x6(), alquerque_free(), international_6x6(), english_6x6()])
        .map(Draughts::new)
        .collect()
}

fn named(id: &str) -> Variant {
    *Variant::named(id).expect("the variant is in the list")
}

fn leaked(variant: Variant) -> &'static Variant {
    Box::leak(Box::new(variant))
}

const DARK_6X6: Board = Board { files: 6, ranks: 6, shade: Shade::Dark, lines: BoardLines::Everywhere };

fn konane_6x6() -> &'static Variant {
    leaked(Variant {
        id: "konane-6x6",
        board: Board { shade: Shade::All, ..DARK_6X6 },
        start: "B:Wa1,c1,e1,b2,d2,f2,a3,c3,e3,b4,d4,f4,a5,c5,e5,b6,d6,f6\
                :Bb1,d1,f1,a2,c2,e2,b3,d3,f3,a4,c4,e4,b5,d5,f5,a6,c6,e6",
        opening: Opening::Removals(&[(0, 5), (5, 0), (2, 3), (3, 2)]),
        ..named("konane")
    })
}

fn alquerque_free() -> &'static Variant {
    let base = named("alquerque");
    let (kind, man) = base.pieces[0];
    let man = PieceRule {
        quiet_directions: Directions::ALL,
        first_jump_directions: Directions::ALL,
        frozen_on_last_row: false,
        ..man
    };
    leaked(Variant { id: "alquerque-free", pieces: Box::leak(Box::new([(kind, man)])), ..base })
}

fn international_6x6() -> &'static Variant {
    leaked(Variant { id: "international-6x6", board: DARK_6X6, start: "W:W13-18:B1-6", ..named("international") })
}

fn english_6x6() -> &'static Variant {
    leaked(Variant { id: "english-6x6", board: DARK_6X6, start: "B:W13-18:B1-6", ..named("english") })
}

/// Parses the rows of a tab-separated data file. Lines that start with `#` are comments.
pub fn parse_table(text: &str, columns: usize) -> Vec<Vec<&str>> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| {
            let row: Vec<&str> = line.split('\t').collect();
            assert_eq!(row.len(), columns, "columns in `{line}`");
            row
        })
        .collect()
}

/// Returns the positions of a random game of at most `plies` plies, the start position first.
pub fn random_play(game: &Draughts, random: &mut Random, plies: usize) -> Vec<Position> {
    let mut positions = vec![game.start()];
    for _ in 0..plies {
        let position = positions[positions.len() - 1];
        let moves = game.moves(&position).unwrap();
        if moves.is_empty() {
            break;
        }
        positions.push(game.play(&position, &moves[random.below(moves.len())]));
    }
    positions
}

/// Returns a random legal position of up to `pieces` pieces.
pub fn random_placement(game: &Draughts, random: &mut Random, pieces: usize) -> Position {
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| game.variant().piece(kind).is_some()).collect();
    let squares = game.variant().board.square_count() as usize;
    let side = |random: &mut Random| Side::BOTH[random.below(2)];
    let mut position = Position::empty(side(random));
    let wanted = 1 + random.below(pieces);
    while (position.setup.piece_count() as usize) < wanted {
        let square = Square(random.below(squares) as u8);
        if position.setup.at(square).is_some() {
            continue;
        }
        let mut next = position;
        next.setup.put(side(random), kinds[random.below(kinds.len())], square);
        if game.check(&next).is_ok() {
            position = next;
        }
    }
    position
}
