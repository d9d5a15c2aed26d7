use super::portuguese::PORTUGUESE;
use super::prelude::*;

/// Spanish draughts: the same game as Portuguese draughts under its own name.
pub static SPANISH: Variant = Variant {
    id: "spanish",
    title: "Spanish draughts",
    sources: &["PDN 3.0, GameType 24", "damforum.nl, perft of draughts variants (the same numbers as Portuguese)"],
    notes: &["the same game as portuguese: their tables are the same"],
    notation: Notation { game_type: Some("24,W,8,8,N1,1"), ..PORTUGUESE.notation },
    ..PORTUGUESE
};
