use super::prelude::*;
use super::russian::RUSSIAN;

pub static POOL: Variant = Variant {
    id: "pool",
    title: "Pool checkers",
    sources: &["PDN 3.0, GameType 23", "dctl, pool checkers rule set"],
    start: "B:W21-32:B1-12",                        // Black moves first
    promotion_in_capture: PromotionInCapture::Pass, // all else as in Russian draughts, the free choice too
    notation: Notation { game_type: Some("23,B,8,8,N1,0"), ..NUMERIC },
    rule_codes: &["APCA", "none"],
    ..RUSSIAN
};
