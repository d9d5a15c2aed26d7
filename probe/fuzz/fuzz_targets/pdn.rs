//! Reading games never panics, and what is read is written and read back with the same moves and
//! result.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use peatee_rules::notation::pdn::{PdnGame, Score, read_games, write_games};
use peatee_rules::{Draughts, VARIANTS};

static GAME: LazyLock<Draughts> = LazyLock::new(|| Draughts::new(VARIANTS[0]));

fn content(game: &PdnGame) -> (Score, Vec<(&str, &[u16])>) {
    let moves = game.moves.iter().map(|mv| (mv.text.as_str(), mv.nags.as_slice())).collect();
    (game.score().unwrap_or(Score::Open), moves)
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let games = read_games(text);
    for pdn in &games {
        let _ = pdn.variant();
        let _ = pdn.start(&GAME);
    }
    // Words that are not moves may be signs where they stand alone, as they do when written.
    let games = read_games(&write_games(&games));
    let written = write_games(&games);
    let again = read_games(&written);
    assert!(again.iter().map(content).eq(games.iter().map(content)), "{written}");
});
