use super::prelude::*;

/// A man that steps forward along the lines or sideways, never back. Only the second and later
/// jumps of a capture may go back.
const MAN: PieceRule = PieceRule {
    quiet_directions: Directions::FIVE,
    first_jump_directions: Directions::FIVE,
    next_jump_directions: Directions::ALL,
    region: Region::Anywhere,
    frozen_on_last_row: true, // "must stay there to the end of the game unless it can jump"
    ..MAN_FORWARD
};

pub static ALQUERQUE: Variant = Variant {
    id: "alquerque",
    title: "Alquerque",
    sources: &["BrainKing, rules of the draughts variants: alquerque (page 53)", "Murray and Ludii (start position)"],
    notes: &[],
    board: Board { files: 5, ranks: 5, shade: Shade::All, lines: BoardLines::Alquerque },
    start: "W:Wa1,b1,c1,d1,e1,a2,b2,c2,d2,e2,d3,e3:Ba3,b3,a4,b4,c4,d4,e4,a5,b5,c5,d5,e5",
    opening: Opening::Moves,
    pieces: &[(Kind::Man, MAN)],
    heading: Heading::Opposed,
    mirror: Some(Mirror::HalfTurn),
    promotion: Promotion::Never, // "men do not promote"
    promotion_in_capture: PromotionInCapture::Stop,
    removal: Removal::AtEnd,
    turning: CaptureTurns::Free,
    may_stop: false,
    precedence: &[],
    goal: Goal::LastToMove,
    promotion_ends_game: false,
    notation: ALGEBRAIC,
    rule_codes: &["none"],
};
