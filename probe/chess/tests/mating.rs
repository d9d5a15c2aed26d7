//! Tests of the search for a mate by any series of legal moves.

use std::cell::Cell;
use std::collections::HashSet;

use peatee_chess::Position;
use peatee_chess::cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, GameStatus, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
};
use peatee_chess::laws::{MateProof, Mating, can_mate, can_mate_within, is_dead_by_material};

const POSITIONS_MAX: usize = 300_000;

#[test]
fn few_positions_show_a_mate_that_the_loser_helps_with() {
    for (fen, winner) in [
        // White helps: its king goes to a corner of the bishop's colour, and its pawn blocks a
        // square there.
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

/// FEN of a position from which more than 3,000 positions arise, none of them a mate by White. The
/// white king cannot move, and the pawns run out of moves.
const RACE: &str = "k7/1p1p4/8/8/8/6p1/1P1P2Pp/7K w - - 0 1";

#[test]
fn a_caller_who_loses_interest_ends_the_search() {
    let searched_after = |most: usize| {
        let looked_at = Cell::new(0);
        let goes_on = |positions| {
            looked_at.set(looked_at.get() + positions);
            looked_at.get() < most
        };
        let position = Position::parse_fen(RACE).expect("a FEN");
        let found = can_mate_within(&position, Some(Color::White), 3000, &goes_on);
        assert!(matches!(found, Mating::NotDecided { .. }), "{found:?}");
        looked_at.get()
    };
    let whole = searched_after(usize::MAX);
    // The search calls `goes_on` about once per 128 positions.
    assert!((2800..=3100).contains(&whole), "{whole}");
    let ended = searched_after(1000);
    assert!((1000..1500).contains(&ended), "{ended}");
}

/// Returns true when `side` mates in any position that legal moves lead to. Searches all positions,
/// with the moves that the crate `cozy_chess` generates.
fn mates_somewhere(start: &Position, side: Color) -> bool {
    mates_among(start, side, usize::MAX).expect("all positions are searched")
}

/// Returns the result of [`mates_somewhere`]; `None` when no mate is among the first
/// `positions_max` positions and there are more.
fn mates_among(start: &Position, side: Color, positions_max: usize) -> Option<bool> {
    let mut open = vec![start.board().clone()];
    let mut seen: HashSet<u64> = HashSet::new();
    while let Some(board) = open.pop() {
        if !seen.insert(board.hash()) {
            continue;
        }
        if seen.len() > positions_max {
            return None;
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
            return Some(true);
        }
    }
    Some(false)
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

/// Compares `can_mate` with `mates_somewhere`, which searches all positions, on random positions of
/// three men. At least `least` of the positions have a mate, and at least `least` have none.
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
        let fen = fen_of(&squares, &letters, if random.bool() { 'w' } else { 'b' }, "-");
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

fn fen_of(squares: &[Square], letters: &[String], side: char, rights: &str) -> String {
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
    format!("{} {side} {rights} - 0 1", rows.join("/"))
}

#[test]
fn blocked_positions_hold_no_mate() {
    compare_blocked(20, 2000);
}

#[test]
#[ignore = "CPU-minutes; scripts/check --full runs it"]
fn blocked_positions_hold_no_mate_in_full() {
    compare_blocked(300, 20_000);
}

/// Checks random positions in which the proof by blocked pawns excludes a mate: a search through
/// all later positions must find none. Checks at least `least` positions, and skips those from
/// which more than `positions_max` positions follow.
fn compare_blocked(least: u32, positions_max: usize) {
    let mut random = fastrand::Rng::with_seed(47);
    let mut compared = 0;
    while compared < least {
        let Ok(position) = Position::parse_fen(&blocked_fen(&mut random)) else { continue };
        for winner in Color::ALL {
            // With a limit of 0 positions, only the proofs can give an answer.
            if can_mate(&position, Some(winner), 0) == Mating::Impossible(MateProof::Blocked)
                && let Some(mates) = mates_among(&position, winner, positions_max)
            {
                assert!(!mates, "{winner:?} mates: {}", position.fen());
                compared += 1;
            }
        }
    }
}

#[test]
fn the_search_agrees_where_pawns_block() {
    compare_searches_with_pawns(12, 2000);
}

#[test]
#[ignore = "CPU-minutes; scripts/check --full runs it"]
fn the_search_agrees_where_pawns_block_in_full() {
    compare_searches_with_pawns(500, 20_000);
}

/// Compares `can_mate` with `mates_among`, which searches all positions, on at least `least` random
/// positions with pawns. The simple search ends after `positions_max` positions.
fn compare_searches_with_pawns(least: u32, positions_max: usize) {
    let mut random = fastrand::Rng::with_seed(48);
    let mut compared = 0;
    while compared < least {
        let Ok(position) = Position::parse_fen(&blocked_fen(&mut random)) else { continue };
        for winner in Color::ALL {
            if let Some(mates) = mates_among(&position, winner, positions_max) {
                // The simple search may have found a mate by chance, so the limit is larger here.
                let found = can_mate(&position, Some(winner), POSITIONS_MAX);
                assert_eq!(matches!(found, Mating::Possible(_)), mates, "{winner:?}: {found:?}: {}", position.fen());
                compared += 1;
            }
        }
    }
}

/// Returns the FEN of a random position with pawns that mostly block each other, kings, and up to
/// three other men. In a quarter of the positions, White may also castle, and has king, rook,
/// bishop and knight on their initial squares.
fn blocked_fen(random: &mut fastrand::Rng) -> String {
    let mut men: Vec<(Square, String)> = Vec::new();
    let mut put = |random: &mut fastrand::Rng, rank: usize, file: usize, letter: &str| {
        let square = Square::ALL[rank * 8 + file];
        if men.iter().all(|(taken, _)| *taken != square) && random.u8(..20) > 0 {
            men.push((square, letter.to_owned()));
        }
    };
    let mut rank = random.usize(1..6);
    for file in 0..8 {
        match random.u8(..8) {
            0 => continue,
            1 => rank = random.usize(1..6),
            step => rank = (rank + usize::from(step % 3)).saturating_sub(1).clamp(1, 5),
        }
        let gap = if random.u8(..8) == 0 { random.usize(1..=6 - rank) } else { 1 };
        put(random, rank, file, "P");
        put(random, rank + gap, file, "p");
    }
    let pieces = ["K", "k", "B", "b", "B", "b", "N", "n", "R", "q"];
    let rights = if random.u8(..4) == 0 {
        for (file, letter) in [(4, "K"), (7, "R"), (5, "B"), (6, "N")] {
            put(random, 0, file, letter);
        }
        "K"
    } else {
        "-"
    };
    let kings = usize::from(rights == "K")..2;
    for place in kings.chain((0..random.usize(..4)).map(|_| random.usize(2..pieces.len())).collect::<Vec<_>>()) {
        let (rank, file) = if random.bool() {
            (random.usize(..8), random.usize(..8))
        } else {
            (7 * random.usize(..2), 7 * random.usize(..2))
        };
        put(random, rank, file, pieces[place]);
    }
    let (squares, letters): (Vec<_>, Vec<_>) = men.into_iter().unzip();
    fen_of(&squares, &letters, if random.bool() { 'w' } else { 'b' }, rights)
}

/// Returns true when the position of `men`, with Black to move, is legal and Black is mated.
fn is_mate(men: &[(Square, Piece, Color)]) -> bool {
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = Color::Black;
    men.iter().for_each(|&(square, piece, color)| *builder.square_mut(square) = Some((piece, color)));
    builder.build().is_ok_and(|board: Board| board.status() == GameStatus::Won)
}

/// Calls `with` for all pairs of king squares that do not touch, White's king first.
fn each_pair_of_kings(mut with: impl FnMut(Square, Square)) {
    for white in Square::ALL {
        let apart = !get_king_moves(white) & !white.bitboard();
        apart.iter().for_each(|black| with(white, black));
    }
}

#[test]
fn a_knight_never_mates_a_king_with_queens() {
    each_pair_of_kings(|white, black| {
        for knight in get_knight_moves(black) & !white.bitboard() {
            // Black has queens on all squares to which its king could move. Queens on other squares
            // would only help Black.
            let attacked = get_king_moves(white) | get_knight_moves(knight) | white.bitboard();
            let queens = get_king_moves(black) & !attacked & !knight.bitboard();
            let mut men = vec![(white, Piece::King, Color::White), (black, Piece::King, Color::Black)];
            men.push((knight, Piece::Knight, Color::White));
            men.extend(queens.iter().map(|square| (square, Piece::Queen, Color::Black)));
            assert!(!is_mate(&men), "{men:?}");
        }
    });
    let with_queen = Position::parse_fen("7k/8/7K/8/5N2/1q6/8/8 w - - 0 1").expect("a FEN");
    assert!(!is_dead_by_material(&with_queen));
    assert_eq!(can_mate(&with_queen, Some(Color::White), 0), Mating::Impossible(MateProof::Material));
}

#[test]
fn bishops_of_one_colour_never_mate_a_king_with_rooks_and_queens() {
    each_pair_of_kings(|white, black| {
        let of_king = if BitBoard::LIGHT_SQUARES.has(black) { BitBoard::LIGHT_SQUARES } else { BitBoard::DARK_SQUARES };
        let lines = get_bishop_moves(black, BitBoard::EMPTY);
        // The bishops that give no check stand on all squares from which they do not attack the
        // king.
        let guards = of_king & !lines & !black.bitboard() & !white.bitboard();
        let flights: Vec<Square> = (get_king_moves(black) & !of_king & !get_king_moves(white)).iter().collect();
        for checker in lines & !white.bitboard() {
            for rooks in 0..1u32 << flights.len() {
                let mut men = vec![(white, Piece::King, Color::White), (black, Piece::King, Color::Black)];
                men.extend(guards.iter().chain([checker]).map(|square| (square, Piece::Bishop, Color::White)));
                men.extend(flights.iter().enumerate().map(|(place, &square)| {
                    (square, if rooks >> place & 1 == 1 { Piece::Rook } else { Piece::Queen }, Color::Black)
                }));
                assert!(!is_mate(&men), "{men:?}");
            }
        }
    });
    let with_rook = Position::parse_fen("3kr3/8/8/8/8/3KB3/8/8 w - - 0 1").expect("a FEN");
    assert_eq!(can_mate(&with_rook, Some(Color::White), 0), Mating::Impossible(MateProof::Material));
}
