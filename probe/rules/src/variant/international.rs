use super::prelude::*;

pub static INTERNATIONAL: Variant = Variant {
    id: "international",
    title: "International draughts (10x10)",
    sources: &["FMJD rules, Estonian Draughts Federation code part 1, articles 2 to 7"],
    notes: &[],
    board: DARK_10X10,       // 2.1 to 2.6
    start: "W:W31-50:B1-20", // 2.8, 3.3
    opening: Opening::Moves,
    pieces: &[(Kind::Man, MAN_CAPTURING_BACK), (Kind::King, FLYING_KING)], // 3.4, 3.9, 4.1 to 4.3
    heading: Heading::Opposed,
    mirror: Some(Mirror::HalfTurn),
    promotion: Promotion::LastRow,                  // 3.5
    promotion_in_capture: PromotionInCapture::Pass, // 4.15
    removal: Removal::AtEnd,                        // 4.8, 4.11
    turning: CaptureTurns::Free,
    may_stop: false,                 // 4.5, 4.6
    precedence: &[Criterion::Count], // 4.13
    goal: Goal::LastToMove,          // 7.2.2, 7.2.3
    promotion_ends_game: false,
    notation: Notation { game_type: Some("20,W,10,10,N2,0"), hub_name: Some("normal"), ..NUMERIC }, // 8.1, 8.2
    rule_codes: &["FMJD-100", "FMJD-100-2024", "USSR-1953-100", "none"],
};
