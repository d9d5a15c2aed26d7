use super::prelude::*;

pub static PORTUGUESE: Variant = Variant {
    id: "portuguese",
    title: "Portuguese draughts",
    sources: &["Federacao Portuguesa de Damas, rules of the game", "BrainKing, table of the draughts variants"],
    notes: &[],
    board: LIGHT_8X8, // the square on the right is played on
    start: "W:W1-12:B21-32",
    opening: Opening::Moves,
    pieces: &[(Kind::Man, MAN_FORWARD), (Kind::King, FLYING_KING)],
    heading: Heading::Opposed,
    mirror: Some(Mirror::HalfTurn),
    promotion: Promotion::LastRow,
    promotion_in_capture: PromotionInCapture::Stop,
    removal: Removal::AtEnd,
    turning: CaptureTurns::Free,
    may_stop: false,                                        // law of obligation
    precedence: &[Criterion::Count, Criterion::KingsTaken], // laws of quantity and of quality
    goal: Goal::LastToMove,
    promotion_ends_game: false,
    notation: Notation {
        squares: SquareNames::BottomRight, // 1 is h1, then to the left and up
        game_type: Some("28,W,8,8,N1,1"),
        ..NUMERIC
    },
    rule_codes: &["FPD", "none"],
};
