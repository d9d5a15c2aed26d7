//! Reading a FEN never panics, and what is read is written and read back as the same position.
//!
//! The first byte picks the variant, the rest is the text.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use peatee_rules::{Draughts, VARIANTS};

static GAMES: LazyLock<Vec<Draughts>> = LazyLock::new(|| VARIANTS.iter().copied().map(Draughts::new).collect());

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let game = &GAMES[first as usize % GAMES.len()];
    if let Ok(position) = game.parse_fen(text) {
        let written = game.fen(&position);
        assert_eq!(game.parse_fen(&written).as_ref(), Ok(&position), "{written}");
    }
});
