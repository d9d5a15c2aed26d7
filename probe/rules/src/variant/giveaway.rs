use super::brazilian::BRAZILIAN;
use super::english::ENGLISH;
use super::international::INTERNATIONAL;
use super::prelude::*;
use super::russian::RUSSIAN;

/// Giveaway checkers: English draughts in which the side without a legal move wins.
pub static GIVEAWAY: Variant = Variant {
    id: "giveaway",
    title: "Giveaway checkers",
    sources: &["BrainKing, rules of the draughts variants: anti checkers (page 8)"],
    goal: Goal::GiveAway, // the player who has no legal move has won
    rule_codes: &["none"],
    notation: NUMERIC, // no GameType number has been given out
    ..ENGLISH
};

/// Russian draughts in which the side without a legal move wins (poddavki).
pub static GIVEAWAY_RUSSIAN: Variant = Variant {
    id: "giveaway-russian",
    title: "Giveaway Russian draughts (poddavki)",
    goal: Goal::GiveAway,
    rule_codes: &["none"],
    notation: Notation { game_type: None, ..RUSSIAN.notation },
    ..RUSSIAN
};

/// International draughts on 64 squares in which the side without a legal move wins.
pub static GIVEAWAY_BRAZILIAN: Variant = Variant {
    id: "giveaway-brazilian",
    title: "Giveaway international draughts on 64 squares",
    goal: Goal::GiveAway,
    rule_codes: &["none"],
    notation: Notation { game_type: None, ..BRAZILIAN.notation },
    ..BRAZILIAN
};

/// International draughts in which the side without a legal move wins ("antidraughts").
pub static GIVEAWAY_INTERNATIONAL: Variant = Variant {
    id: "giveaway-international",
    title: "Giveaway international draughts (antidraughts)",
    goal: Goal::GiveAway,
    rule_codes: &["none"],
    notation: Notation { hub_name: Some("losing"), ..NUMERIC },
    ..INTERNATIONAL
};
