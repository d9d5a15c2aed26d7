use super::prelude::*;

/// English draughts, also called American checkers.
pub static ENGLISH: Variant = Variant {
    id: "english",
    title: "English draughts (checkers)",
    sources: &["BrainKing, rules of the draughts variants: English draughts", "WCDF rules (first mover, draws)"],
    notes: &[],
    board: DARK_8X8,
    start: "B:W21-32:B1-12",
    opening: Opening::Moves,
    pieces: &[(Kind::Man, MAN_FORWARD), (Kind::King, SHORT_KING)], // "a man captures forward only", "a king also backward"
    heading: Heading::Opposed,
    mirror: Some(Mirror::HalfTurn),
    promotion: Promotion::LastRow,
    promotion_in_capture: PromotionInCapture::Stop, // "if a man is crowned the move is always over"
    removal: Removal::AtEnd,
    turning: CaptureTurns::Free,
    may_stop: false,
    precedence: &[], // "if there are several captures the player chooses"
    goal: Goal::LastToMove,
    promotion_ends_game: false,
    notation: Notation { game_type: Some("21,B,8,8,N1,0"), win_points: 1, ..NUMERIC },
    rule_codes: &["WCDF", "none"],
};
