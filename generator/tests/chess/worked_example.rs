//! Checks that every number of the worked example in the chess `SOLVER.md` is a result of the
//! solver.

use std::collections::HashMap;

use peatee_chess::cozy_chess::{Color, Piece, Square};
use peatee_chess::{Bitboards, Index, Position, Slice};
use peatee_generator::solver::chess::{Entry, Solver};
use peatee_generator::solver::values::known::Known;

const PAGE: &str = include_str!("../../src/solver/chess/SOLVER.md");

/// Square of the white king in the example. `PAWN` is the square of the pawn. The black king can be
/// on any square, as long as the position is legal.
const WHITE_KING: Square = Square::C6;
const PAWN: Square = Square::D6;

/// Solved values of both slices of KPvK, indexed by position number.
struct Example {
    slices: HashMap<Slice, Vec<Entry>>,
}

impl Example {
    fn solve() -> Self {
        let set = Slice::parse("KPvK").expect("a slice");
        let solved = Solver::default().solve(set).expect("solved");
        Example { slices: solved.into_iter().map(|values| (values.slice, values.entries)).collect() }
    }

    /// Returns the value with the black king on this square, or `None` if the position is not
    /// legal.
    fn value(&self, side_to_move: Color, king: Square) -> Option<Known> {
        let mut pieces = [0; 6];
        pieces[Piece::King as usize] = bit(WHITE_KING) | bit(king);
        pieces[Piece::Pawn as usize] = bit(PAWN);
        let colors = [bit(WHITE_KING) | bit(PAWN), bit(king)];
        let bitboards = Bitboards { colors, pieces, side_to_move, en_passant: None };
        let setup = Position::from_bitboards(&bitboards, 0).ok()?.setup();
        let slice = setup.slice().expect("three men");
        let entry = self.slices[&slice][Index::new(slice).number(&setup) as usize];
        assert!(entry.is_position());
        Some(entry.value())
    }

    /// Returns, in hexadecimal, the set of squares of the black king whose values fulfil `holds`.
    fn word(&self, side_to_move: Color, holds: impl Fn(Known) -> bool) -> String {
        let squares = Square::ALL.into_iter().filter(|&king| self.value(side_to_move, king).is_some_and(&holds));
        format!("{:016x}", squares.fold(0, |word, king| word | bit(king)))
    }

    fn board_cell(&self, side_to_move: Color, king: Square) -> String {
        match self.value(side_to_move, king) {
            _ if king == WHITE_KING => "K".to_owned(),
            _ if king == PAWN => "P".to_owned(),
            None => ".".to_owned(),
            Some(value) if value.is_draw() => "=".to_owned(),
            Some(value) => value.plies().to_string(),
        }
    }
}

fn bit(square: Square) -> u64 {
    1 << square as u32
}

/// Returns the lines of `SOLVER.md` after a marker, up to the end of the table or code block.
fn block(name: &str) -> impl Iterator<Item = &'static str> {
    let marker = format!("<!-- {name} -->\n");
    let (_, after) = PAGE.split_once(&marker).expect("the page has the block");
    after.lines().skip(1).take_while(|line| !line.is_empty() && *line != "```")
}

/// Returns the cells of a table in `SOLVER.md` without its header.
fn table(name: &str) -> Vec<Vec<String>> {
    let cell = |text: &str| text.trim().trim_matches('`').to_owned();
    block(name).skip(1).map(|row| row.trim_matches('|').split('|').map(cell).collect()).collect()
}

#[test]
fn positions_are_as_many_as_the_page_says() {
    let example = Example::solve();
    let row = |name: &str, slice: &str| {
        let entries = &example.slices[&Slice::parse(slice).expect("a slice")];
        let positions = entries.iter().filter(|entry| entry.is_position());
        let decided = positions.clone().filter(|entry| !entry.is_draw());
        let longest = decided.clone().map(|entry| entry.value().plies()).max().expect("some are decided");
        [name, slice, &positions.count().to_string(), &decided.count().to_string(), &longest.to_string()]
            .map(str::to_owned)
            .to_vec()
    };
    assert_eq!(table("slices"), [row("White", "KPvK"), row("Black", "KvKP")]);
}

#[test]
fn values_of_the_row_are_those_of_the_page() {
    let example = Example::solve();
    let ranks: Vec<Vec<&str>> = block("values").map(|line| line.split_whitespace().collect()).collect();
    for (rank, number) in ranks.iter().skip(1).zip((0..8).rev()) {
        let cells = [Color::White, Color::Black].into_iter().flat_map(|side| {
            let squares = Square::ALL.into_iter().filter(move |square| square.rank() as usize == number);
            squares.map(move |square| (side, square))
        });
        let found: Vec<String> = cells.map(|(side, square)| example.board_cell(side, square)).collect();
        assert_eq!(rank[1..], found, "rank {}", number + 1);
    }
    assert_eq!(ranks.len(), 9);
}

#[test]
fn words_of_the_row_are_those_of_the_page() {
    let example = Example::solve();
    let legal = [Color::White, Color::Black].map(|side| example.word(side, |_| true));
    assert_eq!(table("legal"), [["legal".to_owned()].into_iter().chain(legal).collect::<Vec<_>>()]);
    let row = |plies: u16| {
        let won = example.word(Color::White, |value| value.is_won() && value.plies() == plies);
        let lost = example.word(Color::Black, |value| !value.is_draw() && !value.is_won() && value.plies() == plies);
        vec![plies.to_string(), won, lost]
    };
    let page: Vec<Vec<String>> = table("plies").into_iter().map(|row| row[..3].to_vec()).collect();
    assert_eq!(page, (1..=4).map(row).collect::<Vec<_>>());
    let is_later = |value: Known| !value.is_draw() && !(1..=4).contains(&value.plies());
    let later = [Color::White, Color::Black].map(|side| example.word(side, is_later));
    assert_eq!(later, ["0".repeat(16), "0".repeat(16)]);
}
