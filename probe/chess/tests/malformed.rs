//! Checks ten thousand damaged texts each of FEN, SAN and UCI. The parsers read them correctly or
//! refuse them with a short reason.

use peatee_chess::Position;
use peatee_chess::cozy_chess::{Move, Piece, Square};

const TEXTS: usize = 10_000;
/// Maximum length of an error message in characters, including the quoted part of the text.
const ERROR_CHARS_MAX: usize = 1_500;

/// Positions with castling, en passant, promotion or check, and with few and many men.
const FENS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 3 17",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 40",
    "3r1r2/P3P3/8/2k5/8/8/5pp1/K3R2R w - - 12 70",
    "5k2/8/8/1B6/8/8/4q3/4K3 w - - 99 120",
    "8/8/8/8/8/2k5/1q6/K7 w - - 30 90",
    "7k/8/2N1n1n1/N7/3N4/N5N1/1N6/K7 w - - 0 65535",
];

/// Characters that are put into damaged texts: those of FEN and moves, similar ones, and others.
const SIGNS: &str = "KQRBNPkqrbnp0123456789abcdefghwxX/-=+#!?.:() \t\"\\ОКŽé×–½\u{202e}\u{feff}\u{0}\u{1b}😀";

fn damaged(text: &str, random: &mut fastrand::Rng) -> String {
    let signs: Vec<char> = SIGNS.chars().collect();
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..random.usize(1..3) {
        let place = random.usize(..=text.len());
        // Half of the characters come from the text itself.
        let of = if random.bool() && !text.is_empty() { &text } else { &signs };
        let sign = of[random.usize(..of.len())];
        match random.u8(..8) {
            0..=2 if place < text.len() => text[place] = sign,
            3 if place < text.len() => drop(text.remove(place)),
            4 if place < text.len() => {
                let other = random.usize(..text.len());
                text.swap(place, other);
            }
            5 => {
                let from = random.usize(..=place);
                let copied = text[from..place].to_vec();
                text.splice(place..place, copied);
            }
            6 if random.u8(..8) == 0 => text.truncate(place),
            // A very long run of the character.
            7 if random.u8(..50) == 0 => drop(text.splice(place..place, std::iter::repeat_n(sign, 70_000))),
            _ => text.insert(place, sign),
        }
    }
    text.into_iter().collect()
}

fn check_error(text: &str, error: &str) {
    let start: String = text.chars().take(80).collect();
    assert!(!error.is_empty(), "{start:?}");
    assert!(error.chars().count() <= ERROR_CHARS_MAX, "{start:?}: {} characters of error", error.chars().count());
    assert!(!error.chars().any(char::is_control), "{start:?}: {error:?}");
}

/// Returns the 64 squares of the board field of a FEN, one character each, from a8 on. Uses no code
/// of the parser.
fn squares(board: &str) -> String {
    let of_sign = |sign: char| sign.to_digit(10).map_or(sign.to_string(), |empty| ".".repeat(empty as usize));
    board.split('/').flat_map(str::chars).map(of_sign).collect()
}

#[test]
fn ten_thousand_damaged_fens_are_read_as_they_stand_or_refused() {
    let mut random = fastrand::Rng::with_seed(960);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..TEXTS {
        let text = damaged(FENS[random.usize(..FENS.len())], &mut random);
        match Position::parse_fen(&text) {
            Ok(position) => {
                read += 1;
                assert_eq!(Position::parse_fen(&position.fen()), Ok(position.clone()), "{text:?}");
                // The position writes the same fields that it was read from.
                let fields: Vec<&str> = text.split_whitespace().collect();
                let written = position.fen();
                let written: Vec<&str> = written.split(' ').collect();
                assert_eq!(squares(written[0]), squares(fields[0]), "{text:?}");
                assert_eq!([written[1], written[3]], [fields[1], fields[3]], "{text:?}");
                let mut rights: Vec<char> = fields[2].chars().collect();
                rights.sort_unstable();
                assert_eq!(written[2].chars().collect::<Vec<_>>(), rights, "{text:?}");
                let count = |place: usize, left_out| fields.get(place).map_or(left_out, |count| count.parse().unwrap());
                assert_eq!(
                    [position.halfmove_clock(), position.move_number()],
                    [count(4, 0), count(5, 1).max(1)],
                    "{text:?}"
                );
                // All moves of the position lead to positions that can be written and read again.
                for mv in position.moves() {
                    let after = position.after(mv);
                    assert_eq!(Position::parse_fen(&after.fen()).as_ref(), Ok(&after), "{text:?}");
                }
            }
            Err(error) => {
                refused += 1;
                check_error(&text, &error.to_string());
            }
        }
    }
    assert!(read > 300 && refused > 5_000, "{read} read, {refused} refused");
}

#[test]
fn ten_thousand_damaged_moves_are_legal_ones_or_refused() {
    let mut random = fastrand::Rng::with_seed(64);
    let positions = FENS.map(|fen| Position::parse_fen(fen).expect("a position"));
    let (mut read, mut refused) = ([0; 2], [0; 2]);
    for _ in 0..TEXTS {
        let position = &positions[random.usize(..positions.len())];
        // The move belongs to this position or to another one.
        let of = if random.bool() { position } else { &positions[random.usize(..positions.len())] };
        let of = if of.ending().is_none() { of } else { &positions[0] };
        let moves = of.moves();
        let mv = moves[random.usize(..moves.len())];

        let text = damaged(&of.san(mv), &mut random);
        match position.parse_san(&text) {
            Ok(mv) => {
                read[0] += 1;
                check_is_meant(position, &text, mv);
                assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{position}: {text:?}");
            }
            Err(error) => {
                refused[0] += 1;
                check_error(&text, &error.to_string());
            }
        }

        let text = if random.u8(..4) == 0 { of.uci(mv) } else { damaged(&of.uci(mv), &mut random) };
        match position.parse_uci(&text) {
            Ok(mv) => {
                read[1] += 1;
                assert!(position.moves().contains(&mv) && position.uci(mv) == text, "{position}: {text:?}");
            }
            Err(error) => {
                refused[1] += 1;
                check_error(&text, &error.to_string());
            }
        }
    }
    assert!(read.iter().all(|&read| read > 500), "{read:?}");
    assert!(refused.iter().all(|&refused| refused > 5_000), "{refused:?}");
}

/// Asserts that the move read from a SAN text is legal, and that piece, squares and promotion in
/// the text are those of the move.
fn check_is_meant(position: &Position, text: &str, mv: Move) {
    let what = format!("{position}: {text:?} read as {}", position.san(mv));
    assert!(position.moves().contains(&mv), "{what}");
    let board = position.board();
    if board.colors(position.side_to_move()).has(mv.to) {
        let signs = text.chars().filter(|sign| "Oo0Оо".contains(*sign)).count();
        let is_short = mv.to.file() > mv.from.file();
        assert_eq!(signs, if is_short { 2 } else { 3 }, "{what}");
        return;
    }
    let piece = board.piece_on(mv.from).expect("a piece moves");
    let letter = |piece: Piece| char::from(piece).to_ascii_uppercase();
    match piece {
        Piece::Pawn => assert!(text.starts_with(|sign: char| ('a'..='h').contains(&sign)), "{what}"),
        _ => assert!(text.starts_with(letter(piece)), "{what}"),
    }
    let named = |square: Square| text.rfind(&square.to_string());
    let last = Square::ALL.into_iter().filter(|&square| named(square).is_some()).max_by_key(|&square| named(square));
    assert_eq!(last, Some(mv.to), "{what}");
    let behind = &text[named(mv.to).expect("it is named") + 2..];
    assert_eq!(
        mv.promotion.map(letter),
        behind.chars().find(|sign| sign.is_ascii_alphabetic() && *sign != 'e').map(|sign| sign.to_ascii_uppercase()),
        "{what}"
    );
    let before = &text[..named(mv.to).expect("it is named")];
    let own = mv.from.to_string();
    for sign in before.chars().filter(|sign| sign.is_ascii_lowercase() && *sign != 'x' || sign.is_ascii_digit()) {
        assert!(own.contains(sign), "{what}");
    }
}
