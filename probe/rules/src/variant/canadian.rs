use super::international::INTERNATIONAL;
use super::prelude::*;

/// Canadian draughts: the international rules on 144 squares.
pub static CANADIAN: Variant = Variant {
    id: "canadian",
    title: "Canadian draughts (12x12)",
    sources: &["BrainKing, rules of the draughts variants: Canadian checkers (page 118)", "FMJD rules for the moves"],
    board: Board { files: 12, ranks: 12, shade: Shade::Dark, lines: BoardLines::Everywhere },
    start: "W:W43-72:B1-30",
    notation: Notation { game_type: Some("27,W,12,12,N2,0"), ..NUMERIC },
    rule_codes: &["none"],
    ..INTERNATIONAL
};
