use super::international::INTERNATIONAL;
use super::prelude::*;

/// International draughts in which the first king wins.
pub static BREAKTHROUGH: Variant = Variant {
    id: "breakthrough",
    title: "Breakthrough draughts (10x10)",
    sources: &["the Hub protocol, variant bt: who first gets a king wins; else as international draughts"],
    promotion_ends_game: true,
    notation: Notation { hub_name: Some("bt"), ..NUMERIC }, // no GameType number has been given out
    rule_codes: &["none"],
    ..INTERNATIONAL
};
