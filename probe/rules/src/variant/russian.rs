use super::prelude::*;

pub static RUSSIAN: Variant = Variant {
    id: "russian",
    title: "Russian draughts",
    sources: &["Soviet rules of 1953 (Estonian edition, Tallinn 1955), sections 1 to 16"],
    notes: &[],
    board: DARK_8X8,                                                                      // 1
    start: "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8", // 2, 5
    opening: Opening::Moves,
    pieces: &[(Kind::Man, MAN_CAPTURING_BACK), (Kind::King, FLYING_KING)], // 6, 7, 8, 9
    heading: Heading::Opposed,
    mirror: Some(Mirror::HalfTurn),
    promotion: Promotion::LastRow,                    // 6
    promotion_in_capture: PromotionInCapture::Become, // 9
    removal: Removal::AtEnd,                          // 9
    turning: CaptureTurns::Free,
    may_stop: false,        // 8, 9
    precedence: &[],        // 8, 9: "regardless of number or value"
    goal: Goal::LastToMove, // 15 a
    promotion_ends_game: false,
    notation: Notation { capture: ':', game_type: Some("25,W,8,8,A0,0"), win_points: 1, ..ALGEBRAIC }, // 14
    rule_codes: &["FMJD-64-Russian", "USSR-1953-64", "none"],
};
