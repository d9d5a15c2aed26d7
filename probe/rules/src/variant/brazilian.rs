use super::international::INTERNATIONAL;
use super::prelude::*;

/// International draughts on 64 squares; Brazilian draughts is the same game.
pub static BRAZILIAN: Variant = Variant {
    id: "brazilian",
    title: "International draughts on 64 squares (Brazilian draughts)",
    sources: &["Estonian Draughts Federation code part 1b: differs from part 1 in the board and the draw rules only"],
    board: DARK_8X8,                                                                      // 2.1 to 2.6
    start: "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8", // 2.8
    notation: Notation { game_type: Some("26,W,8,8,A0,0"), ..ALGEBRAIC },                 // 2.6
    rule_codes: &["FMJD-64", "CBD-64", "none"],
    ..INTERNATIONAL
};
