//! Checks that boards, bitboards and setups of other programs give a legal position or an error,
//! and never a panic.

use peatee_chess::cozy_chess::{Board, BoardBuilder, Color, File, Move, Piece, Square};
use peatee_chess::{Bitboards, BitboardsError, FenError, Index, KINDS, MEN_MAX, Position, Setup, Slice, Symmetry};

const CASES: usize = 60_000;

/// Returns bitboards of men on random squares. Some have a defect, such as a square in two sets.
fn random_bitboards(random: &mut fastrand::Rng) -> Bitboards {
    let side_to_move = if random.bool() { Color::White } else { Color::Black };
    let mut bitboards = Bitboards { colors: [0; 2], pieces: [0; 6], side_to_move, en_passant: None };
    let mut squares: Vec<u8> = (0..64).collect();
    random.shuffle(&mut squares);
    let men = if random.u8(..8) == 0 { random.usize(2..40) } else { random.usize(2..8) };
    for (number, &square) in squares.iter().take(men).enumerate() {
        let color = if number < 2 { number } else { random.usize(..2) };
        let piece = if number < 2 { Piece::King as usize } else { random.usize(..5) };
        // Most pawns are moved off the first and last rank, where no pawn can stand.
        let square = if piece == 0 && random.u8(..8) > 0 { square % 48 + 8 } else { square };
        bitboards.colors[color] |= 1 << square;
        bitboards.pieces[piece] |= 1 << square;
    }
    match random.u8(..24) {
        0 => bitboards.colors[random.usize(..2)] ^= 1 << random.u8(..64),
        1 => bitboards.pieces[random.usize(..6)] ^= 1 << random.u8(..64),
        2 => bitboards.pieces[random.usize(..6)] = random.u64(..),
        3 => bitboards.colors = [random.u64(..), random.u64(..)],
        4 => bitboards.en_passant = Some(Square::index(random.usize(..64))),
        5 => {
            // A pawn that has just passed a square.
            let file = random.usize(..8);
            let (from, at) = if side_to_move == Color::White { (file + 40, file + 32) } else { (file + 16, file + 24) };
            bitboards.colors[1 - side_to_move as usize] |= 1 << at;
            bitboards.pieces[0] |= 1 << at;
            bitboards.en_passant = Some(Square::index(from));
        }
        _ => {}
    }
    bitboards
}

/// Returns the FEN of the bitboards; `None` if a man is not in exactly one set of colors and one of
/// pieces.
fn fen_of(bitboards: &Bitboards) -> Option<String> {
    let mut rows = Vec::new();
    for rank in (0..8).rev() {
        let mut row = String::new();
        for file in 0..8 {
            let bit = 1u64 << (rank * 8 + file);
            let colors: Vec<usize> = (0..2).filter(|&color| bitboards.colors[color] & bit != 0).collect();
            let pieces: Vec<usize> = (0..6).filter(|&piece| bitboards.pieces[piece] & bit != 0).collect();
            match (&colors[..], &pieces[..]) {
                ([], []) => row.push('1'),
                ([0], &[piece]) => row.push(['P', 'N', 'B', 'R', 'Q', 'K'][piece]),
                ([1], &[piece]) => row.push(['p', 'n', 'b', 'r', 'q', 'k'][piece]),
                _ => return None,
            }
        }
        rows.push(row);
    }
    let side = if bitboards.side_to_move == Color::White { "w" } else { "b" };
    let passed = bitboards.en_passant.map_or("-".to_owned(), |square| square.to_string());
    Some(format!("{} {side} - {passed} 17 1", rows.join("/")))
}

#[test]
fn bitboards_are_the_positions_that_their_fens_are() {
    let mut random = fastrand::Rng::with_seed(41);
    let (mut read, mut refused, mut passed) = (0, 0, 0);
    for _ in 0..CASES {
        let bitboards = random_bitboards(&mut random);
        let found = Position::from_bitboards(&bitboards, 17);
        let Some(fen) = fen_of(&bitboards) else {
            assert!(matches!(found, Err(BitboardsError::Square { .. })), "{bitboards:?}: {found:?}");
            continue;
        };
        match (Position::parse_fen(&fen), found) {
            (Ok(expected), Ok(found)) => {
                // These calls need no board of the move library; the later ones create it.
                assert_eq!(found.setup(), expected.setup(), "{fen}");
                assert_eq!((found.men(), found.side_to_move()), (expected.men(), expected.side_to_move()), "{fen}");
                assert_eq!(found.can_capture_en_passant(), expected.can_capture_en_passant(), "{fen}");
                assert!(!found.has_castling_rights());
                assert_eq!(found.clone(), expected, "{fen}");
                assert_eq!((found.fen(), found.moves()), (expected.fen(), expected.moves()));
                read += 1;
                passed += usize::from(bitboards.en_passant.is_some());
            }
            (Err(expected), found) => {
                assert_eq!(found, Err(BitboardsError::Position(expected)), "{fen}");
                refused += 1;
            }
            (expected, found) => panic!("{fen}: {expected:?}, {found:?}"),
        }
    }
    assert!(read > 20_000 && refused > 5_000 && passed > 100, "{read} read, {refused} refused, {passed} with a pawn");
}

#[test]
fn clocks_come_with_boards_and_bitboards() {
    let fen = "8/8/8/8/8/2k5/8/K6R b - - 93 120";
    let board: Board = fen.parse().expect("a board");
    let position = Position::from_board(&board).expect("a position");
    assert_eq!(position.fen(), fen);
    assert_eq!(position.clone().with_halfmove_clock(120).halfmove_clock(), 120);
    assert_eq!(position.with_halfmove_clock(u32::MAX).fen(), "8/8/8/8/8/2k5/8/K6R b - - 65535 120");
    let bitboards = Bitboards {
        colors: [1 | 1 << 7, 1 << 18],
        pieces: [0, 0, 0, 1 << 7, 0, 1 | 1 << 18],
        side_to_move: Color::Black,
        en_passant: None,
    };
    let found = Position::from_bitboards(&bitboards, 93).expect("a position");
    assert_eq!(found.fen(), "8/8/8/8/8/2k5/8/K6R b - - 93 1");
    assert_eq!(Position::from_bitboards(&bitboards, u32::MAX).expect("a position").halfmove_clock(), 65_535);
}

#[test]
fn boards_that_the_move_library_allows_and_chess_does_not_are_refused() {
    let board = |fen: &str| fen.parse::<Board>().expect("the library allows it");
    let refused = |board: &Board| Position::from_board(board).expect_err("no position of chess");
    for (king, other) in [("4Kk2/8/8/8/8/8/8/8", "e8"), ("8/8/8/3k4/4K3/8/8/8", "e4"), ("8/8/8/8/8/8/1k6/K6Q", "a1")] {
        for side in ["w", "b"] {
            let error = refused(&board(&format!("{king} {side} - - 0 1")));
            assert!(matches!(&error, FenError::KingsTouch { white, .. } if white == other), "{error}");
        }
    }
    let mut builder = BoardBuilder::empty();
    for (square, man) in [
        (Square::D1, (Piece::King, Color::White)),
        (Square::G1, (Piece::Rook, Color::White)),
        (Square::E8, (Piece::King, Color::Black)),
    ] {
        *builder.square_mut(square) = Some(man);
    }
    builder.castle_rights_mut(Color::White).short = Some(File::G);
    assert!(matches!(refused(&builder.build().expect("Chess960")), FenError::Castling { .. }));
    // Unchecked moves lead to illegal boards, too.
    let mut random = fastrand::Rng::with_seed(42);
    let (mut positions, mut errors) = (0, 0);
    for _ in 0..4_000 {
        let mut board = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 17");
        for _ in 0..random.usize(..12) {
            let own: Vec<Square> = board.colors(board.side_to_move()).into_iter().collect();
            let Some(&from) = own.get(random.usize(..own.len().max(1))) else { break };
            let mv = Move { from, to: Square::index(random.usize(..64)), promotion: None };
            let Ok(after) = std::panic::catch_unwind(|| {
                let mut after = board.clone();
                after.play_unchecked(mv);
                after
            }) else {
                break;
            };
            board = after;
        }
        match Position::from_board(&board) {
            Ok(position) => {
                positions += 1;
                assert_eq!(Position::parse_fen(&position.fen()).as_ref(), Ok(&position));
            }
            Err(error) => {
                errors += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(positions > 300 && errors > 300, "{positions} positions, {errors} errors");
}

#[test]
fn setups_of_any_numbers_are_no_panic() {
    let mut random = fastrand::Rng::with_seed(43);
    let mut boards = 0;
    for _ in 0..CASES {
        let mut sets = |odds: u8| {
            let mut set = || if random.u8(..odds) == 0 { random.u64(..) & random.u64(..) & random.u64(..) } else { 0 };
            [(); 2].map(|()| [(); KINDS].map(|()| set()))
        };
        let pieces = if sets(2)[0][0] % 4 == 0 { sets(1) } else { sets(12) };
        let high = if random.u8(..4) == 0 { 255 } else { 63 };
        let setup = Setup { kings: [random.u8(..=high), random.u8(..=high)], pieces };
        let men = setup.men();
        assert_eq!(setup.slice().is_ok(), men <= MEN_MAX);
        let _ = (setup.material(), setup.is_apart());
        for symmetry in Symmetry::all() {
            let _ = setup.moved(symmetry);
        }
        if let Some(board) = setup.board() {
            boards += 1;
            assert_eq!(Setup::from_board(&board), setup);
            assert_eq!(Position::from_board(&board).expect("a legal position").setup(), setup);
        }
    }
    assert!(boards > 500, "{boards}");
}

#[test]
fn questions_about_any_move_are_answered() {
    let mut random = fastrand::Rng::with_seed(44);
    for fen in
        ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 17", "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 40"]
    {
        let position = Position::parse_fen(fen).expect("a FEN");
        for _ in 0..20_000 {
            let [from, to] = [(); 2].map(|()| Square::index(random.usize(..64)));
            let promotion = Piece::ALL.get(random.usize(..12)).copied();
            let mv = Move { from, to, promotion };
            let _ = (position.is_en_passant(mv), position.is_zeroing(mv), position.is_conversion(mv), position.uci(mv));
        }
    }
}

#[test]
fn numbers_give_positions_of_their_boards() {
    for name in ["KRvK", "KPvKP", "KQvKQ"] {
        let index = Index::new(Slice::parse(name).expect("a slice"));
        for number in (0..index.numbers()).step_by(577) {
            let expected = index.board(number).map(|board| Position::from_board(&board).expect("legal"));
            assert_eq!(index.position(number), expected);
        }
    }
}
