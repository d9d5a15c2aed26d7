//! Checks that no move of a legal game is judged an offence, even if the record is written in an
//! unusual way or damaged. The damage never changes the meaning of the record.

use cozy_chess::{Move, Piece};
use peatee_chess::pgn::{PgnGame, games};
use peatee_chess::{MoveFault, Position, cozy_chess};

#[path = "../../rules/tests/common/damage.rs"]
mod damage;

/// Formats a move in one of several styles, which players and programs use.
fn styled(position: &Position, mv: Move, style: usize) -> String {
    let (san, uci) = (position.san(mv), position.uci(mv));
    let is_castling = san.starts_with('O');
    let piece = position.board().piece_on(mv.from).expect("a piece moves");
    match style {
        1 => uci,
        2 if !is_castling && mv.promotion.is_none() => {
            let letter = if piece == Piece::Pawn { String::new() } else { san[..1].to_owned() };
            let sign = if san.contains('x') { 'x' } else { '-' };
            format!("{letter}{}{sign}{}", &uci[..2], &uci[2..4])
        }
        3 => san.trim_end_matches(['+', '#']).to_owned(),
        4 => san.replace('O', "0"),
        5 => san.replace("=Q", "(Q)").replace("=N", " =N").replace('+', " ch").replace('x', ":"),
        6 => san.replace('x', "\u{d7}"),
        _ => san,
    }
}

fn read_damaged_games(count: usize, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..count {
        let (mut position, mut played, mut words) = (Position::start(), Vec::new(), Vec::new());
        let (style, plies) = (random.usize(..8), random.usize(..120));
        for _ in 0..plies {
            let legal = position.moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.usize(..legal.len())];
            words.push(styled(&position, mv, if style == 7 { random.usize(..7) } else { style }));
            position = position.after(mv);
            played.push(mv);
        }
        let tags = ["[White \"A\"]".to_owned()];
        let text = damage::damaged_record(&tags, &words, &mut |limit| random.usize(..limit));
        let records: Vec<PgnGame> = games(&text).collect();
        assert_eq!(records.len(), 1, "{text}");
        let mended = records[0].mended(&Position::start(), &|| true);
        let moves = &mended.as_ref().unwrap_or(&records[0]).moves;
        let mut position = Position::start();
        for (ply, written) in moves.iter().enumerate() {
            let found = position.parse_san(&written.text);
            if matches!(&found, Err(error) if matches!(error.fault, MoveFault::Ambiguous { .. })) {
                break;
            }
            assert_eq!(found.as_ref().ok(), played.get(ply), "{position}: {} at ply {ply}\n{text}", written.text);
            position = position.after(found.expect("it was compared"));
        }
        assert_eq!(moves.len(), played.len(), "{text}");
    }
}

#[test]
fn damaged_records_hold_no_offence() {
    read_damaged_games(500, 47);
}

#[test]
#[ignore = "minutes of CPU; scripts/check --full runs it"]
fn damaged_records_hold_no_offence_in_full() {
    let (games, seed) = damage::games_and_seed(100_000);
    read_damaged_games(games, seed);
}
