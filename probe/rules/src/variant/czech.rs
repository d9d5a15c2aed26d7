use super::prelude::*;

pub static CZECH: Variant = Variant {
    id: "czech",
    title: "Czech draughts",
    sources: &["BrainKing, rules of the draughts variants: Czech checkers (page 29)"],
    notes: &[],
    board: DARK_8X8,
    start: "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
    opening: Opening::Moves,
    pieces: &[(Kind::Man, MAN_FORWARD), (Kind::King, FLYING_KING)], // "long king moves", men capture forward only
    heading: Heading::Opposed,
    mirror: Some(Mirror::HalfTurn),
    promotion: Promotion::LastRow,
    promotion_in_capture: PromotionInCapture::Stop, // "if a man is crowned the move is always over"
    removal: Removal::AtEnd,                        // the captured pieces are taken off together
    turning: CaptureTurns::Free,
    may_stop: false,
    precedence: &[Criterion::ByKing], // "must capture with a promoted piece if possible"; otherwise a free choice
    goal: Goal::LastToMove,
    promotion_ends_game: false,
    notation: Notation { game_type: Some("29,W,8,8,A0,0"), ..ALGEBRAIC },
    rule_codes: &["none"],
};
