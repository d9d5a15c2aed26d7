use super::prelude::*;

pub static ITALIAN: Variant = Variant {
    id: "italian",
    title: "Italian draughts",
    sources: &["FID, Regolamento tecnico, capo I", "BrainKing, rules of the draughts variants: Italian draughts"],
    notes: &[],
    board: LIGHT_8X8,
    start: "W:W21-32:B1-12",
    opening: Opening::Moves,
    pieces: &[
        (Kind::Man, PieceRule { victims: &[Kind::Man], ..MAN_FORWARD }), // a man never captures a king
        (Kind::King, SHORT_KING),
    ],
    heading: Heading::Opposed,
    mirror: Some(Mirror::HalfTurn),
    promotion: Promotion::LastRow,
    promotion_in_capture: PromotionInCapture::Stop,
    removal: Removal::AtEnd,
    turning: CaptureTurns::Free,
    may_stop: false,
    precedence: &[Criterion::Count, Criterion::ByKing, Criterion::KingsTaken, Criterion::KingsEarliest],
    goal: Goal::LastToMove,
    promotion_ends_game: false,
    notation: Notation { game_type: Some("22,W,8,8,N2,1"), ..NUMERIC },
    rule_codes: &["none"],
};
