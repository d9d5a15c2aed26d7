//! Reading a move never panics, and what is read is legal and written and read back as the same
//! move.
//!
//! The first byte picks the variant; then a FEN, a line end and the move. Where the FEN is none,
//! the whole text is a move from the start position.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use peatee_rules::{Draughts, VARIANTS};

static GAMES: LazyLock<Vec<Draughts>> = LazyLock::new(|| VARIANTS.iter().copied().map(Draughts::new).collect());

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let game = &GAMES[first as usize % GAMES.len()];
    let (fen, text) = text.split_once('\n').unwrap_or(("", text));
    // A big king-rich position has more capture paths than a fuzz run has time for.
    let position = match game.parse_fen(fen) {
        Ok(position) if position.setup.piece_count() <= 12 => position,
        _ => game.start(),
    };
    if let Ok(mv) = game.parse_move(&position, text) {
        assert!(game.moves(&position).unwrap().contains(&mv), "{text}");
        for written in [game.move_text(&position, &mv), game.full_text(&mv)] {
            assert_eq!(game.parse_move(&position, &written).as_ref(), Ok(&mv), "{written}");
        }
    }
});
