//! Tests of perft: published numbers, and numbers that the package `python-chess` has computed.

use peatee_chess::Position;

/// The six standard perft positions, each with the published numbers from depth 1 on.
const STANDARD: [(&str, &[u64]); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8_902, 197_281, 4_865_609]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2_039, 97_862, 4_085_603]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238, 674_624]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467, 422_333]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379, 2_103_487]),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2_079, 89_890, 3_894_594]),
];

#[test]
fn the_standard_positions_have_the_published_counts() {
    for (fen, counts) in STANDARD {
        let position = Position::parse_fen(fen).expect("a FEN");
        for (&count, depth) in counts.iter().zip(1..) {
            assert_eq!(position.perft(depth), count, "{fen} to depth {depth}");
        }
    }
}

/// Numbers that `data/perft_endings.py` has computed with `python-chess`, for positions of three
/// and four men with promotions and captures en passant.
const OF_PYTHON_CHESS: &str = include_str!("data/perft-endings.tsv");

#[test]
fn endings_have_the_counts_of_python_chess() {
    let rows: Vec<&str> = OF_PYTHON_CHESS.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), 50);
    for row in rows {
        let [fen, depth, count] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("three columns: {row}") };
        let position = Position::parse_fen(fen).expect("a FEN");
        assert_eq!(position.perft(depth.parse().unwrap()), count.parse().unwrap(), "{fen} to depth {depth}");
    }
    let passed = OF_PYTHON_CHESS.lines().filter(|row| row.contains("6 0 1") || row.contains("3 0 1")).count();
    assert!(passed >= 15, "{passed} positions with en passant");
}
