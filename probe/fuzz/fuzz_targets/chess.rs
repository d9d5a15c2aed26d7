//! Reading FEN, SAN, UCI and PGN of chess never panics, and what is read is written and read back
//! as the same. Judging a game never panics either.
//!
//! The first byte picks what the rest is: a FEN; a FEN, a line end and a move in SAN or in UCI; a
//! text of games. Where the FEN is none, the whole text is a move from the start position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use peatee_chess::Position;
use peatee_chess::pgn::{PgnGame, games};
use peatee_probe::adjudicate::Judge;
use peatee_probe::chess::Chess;
use peatee_rules::Side;

/// Maximum number of positions that the search for a mate examines. A low limit keeps runs short.
const POSITIONS_MAX: usize = 20;
const GAMES_MAX: usize = 3;

fn read_fen(text: &str) {
    if let Ok(position) = Position::parse_fen(text) {
        let written = position.fen();
        assert_eq!(Position::parse_fen(&written).as_ref(), Ok(&position), "{written}");
    }
}

fn read_move(text: &str, is_san: bool) {
    let (fen, text) = text.split_once('\n').unwrap_or(("", text));
    let position = Position::parse_fen(fen).unwrap_or_else(|_| Position::start());
    let parsed = if is_san { position.parse_san(text) } else { position.parse_uci(text) };
    if let Ok(mv) = parsed {
        assert!(position.moves().contains(&mv), "{text}");
        assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{text}");
        assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv), "{text}");
        read_fen(&position.after(mv).fen());
    }
}

/// Formats a game as PGN, with only the parts that the judge reads: three tags, the moves and the
/// result.
fn written(game: &PgnGame) -> String {
    let tag = |name| game.tag(name).map(|tag| tag.value.replace('\\', "\\\\").replace('"', "\\\""));
    let line = |name| tag(name).map_or(String::new(), |value| format!("[{name} \"{value}\"]\n"));
    let moves: Vec<&str> = game.moves.iter().map(|mv| mv.text.as_str()).collect();
    let end = game.result.as_ref().map_or("*", |result| &result.text);
    format!("{}{}{}{} {end}\n", line("Variant"), line("SetUp"), line("FEN"), moves.join(" "))
}

fn read_games(text: &str) {
    let flag = [None, Some(Side::White), Some(Side::Black)][text.len() % 3];
    let judge = Judge::new(&Chess, Chess::fifty_moves()).flag(flag).positions_max(POSITIONS_MAX);
    for game in games(text).take(GAMES_MAX) {
        let Ok(verdict) = judge.review(&game) else { continue };
        assert!(verdict.plies() + verdict.written_after_end.len() <= game.moves.len());
        let text = written(&game);
        let again = games(&text).next().expect("a game");
        // Places of moves are different in it.
        let again = judge.review(&again).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!((again.plies(), &again.claims), (verdict.plies(), &verdict.claims), "{text}");
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    match first % 4 {
        0 => read_fen(text),
        1 => read_move(text, true),
        2 => read_move(text, false),
        _ => read_games(text),
    }
});
