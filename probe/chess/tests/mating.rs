//! Searches for a mate by any series of legal moves.

use std::cell::Cell;
use std::collections::HashSet;

use peatee_chess::Position;
use peatee_chess::cozy_chess::{Color, Piece, Square};
use peatee_chess::laws::{Mating, can_mate, can_mate_within};

const POSITIONS_MAX: usize = 300_000;

#[test]
fn few_positions_show_a_mate_that_the_loser_helps_with() {
    for (fen, winner) in [
        // The king goes to a corner of the bishop's colour, and its pawn in its way.
        ("8/8/2k5/8/4b3/8/7P/5K2 w - - 0 1", Color::Black),
        ("4k3/8/8/8/8/3K4/8/1NB5 w - - 0 1", Color::White),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Color::White),
        ("rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1", Color::Black),
    ] {
        let position = Position::parse_fen(fen).expect("a FEN");
        let found = can_mate(&position, Some(winner), 5000);
        assert!(matches!(found, Mating::Possible(_)), "{fen}: {found:?}");
    }
}

#[test]
fn what_is_not_proved_is_not_decided() {
    let position = Position::parse_fen("8/8/8/1p1p1p1p/1P1P1P1P/8/8/k3K3 w - - 0 1").expect("a FEN");
    assert!(matches!(can_mate(&position, Some(Color::White), 10), Mating::NotDecided { positions: 10 }));
}

/// Pawns that block each other and bishops that pass between them: no mate, and far more positions
/// than a search examines.
const LOCKED: &str = "8/6p1/5pP1/5P1k/5P1p/3B1K1P/4B3/8 w - - 0 1";

#[test]
fn a_caller_who_loses_interest_ends_the_search() {
    let searched_after = |most: usize| {
        let looked_at = Cell::new(0);
        let goes_on = |positions| {
            looked_at.set(looked_at.get() + positions);
            looked_at.get() < most
        };
        let position = Position::parse_fen(LOCKED).expect("a FEN");
        let found = can_mate_within(&position, Some(Color::White), 20_000, &goes_on);
        assert!(matches!(found, Mating::NotDecided { .. }), "{found:?}");
        looked_at.get()
    };
    let whole = searched_after(usize::MAX);
    // It is asked after each hundred or so.
    assert!((19_800..=20_100).contains(&whole), "{whole}");
    let ended = searched_after(1000);
    assert!((1000..1500).contains(&ended), "{ended}");
}

/// Searches all positions that legal moves lead to, using only the move library.
fn mates_somewhere(start: &Position, side: Color) -> bool {
    let mut open = vec![start.board().clone()];
    let mut seen: HashSet<u64> = HashSet::new();
    while let Some(board) = open.pop() {
        if !seen.insert(board.hash()) {
            continue;
        }
        let mut has_moves = false;
        board.generate_moves(|moves| {
            for mv in moves {
                has_moves = true;
                let mut after = board.clone();
                after.play(mv);
                open.push(after);
            }
            false
        });
        if !has_moves && !board.checkers().is_empty() && board.side_to_move() != side {
            return true;
        }
    }
    false
}

#[test]
fn the_search_agrees_with_one_that_looks_at_everything() {
    compare_searches(8, 1);
}

#[test]
#[ignore = "8 CPU-seconds; scripts/check --full runs it"]
fn the_search_agrees_with_one_that_looks_at_everything_in_full() {
    compare_searches(30, 6);
}

/// Compares both searches on random positions of three men. In at least `least` of them there is a
/// mate, and in at least `least` there is none.
fn compare_searches(positions: u32, least: u32) {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut possible, mut impossible) = (0, 0);
    while possible + impossible < positions {
        let piece = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen][random.usize(..4)];
        let mut squares = Vec::new();
        while squares.len() < 3 {
            let square = Square::ALL[random.usize(..64)];
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        let letters = ["K", "k", &format!("{piece}").to_uppercase()[..]].map(str::to_owned);
        let fen = fen_of(&squares, &letters, if random.bool() { 'w' } else { 'b' });
        let Ok(position) = Position::parse_fen(&fen) else { continue };
        let found = can_mate(&position, Some(Color::White), POSITIONS_MAX);
        let expected = mates_somewhere(&position, Color::White);
        match &found {
            Mating::Possible(line) => {
                let last = line.iter().fold(position.clone(), |at, &mv| at.after(mv));
                assert_eq!(last.ending(), Some(peatee_chess::Ending::Checkmate), "{fen}");
                possible += 1;
            }
            Mating::Impossible(_) => impossible += 1,
            Mating::NotDecided { .. } => panic!("{fen}"),
        }
        assert_eq!(matches!(found, Mating::Possible(_)), expected, "{fen}");
    }
    assert!(possible >= least && impossible >= least, "{possible} {impossible}");
}

fn fen_of(squares: &[Square], letters: &[String], side: char) -> String {
    let mut rows = Vec::new();
    for rank in (0..8).rev() {
        let row: String = (0..8)
            .map(|file| {
                let at = squares.iter().position(|square| (*square as usize) == rank * 8 + file);
                at.map_or("1".to_owned(), |place| letters[place].clone())
            })
            .collect();
        rows.push(row);
    }
    format!("{} {side} - - 0 1", rows.join("/"))
}
