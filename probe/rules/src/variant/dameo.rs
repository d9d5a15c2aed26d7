use super::prelude::*;

/// A man that steps forward in three directions, or moves over a line of friendly men to the first
/// empty square. It captures along rows and files.
const MAN: PieceRule = PieceRule {
    quiet: Quiet::Line,
    quiet_directions: Directions::FORWARD,
    first_jump_directions: Directions::ORTHOGONALS,
    next_jump_directions: Directions::ORTHOGONALS,
    ..MAN_FORWARD
};

/// A king that moves like the queen in chess, and captures along rows and files.
const KING: PieceRule = PieceRule {
    quiet_directions: Directions::ALL,
    first_jump_directions: Directions::ORTHOGONALS,
    next_jump_directions: Directions::ORTHOGONALS,
    ..FLYING_KING
};

pub static DAMEO: Variant = Variant {
    id: "dameo",
    title: "Dameo",
    sources: &["mindsports.nl, Dameo rules", "BrainKing, rules of the draughts variants: Dameo (page 123)"],
    notes: &["kings take no part in the lines that men move along"],
    board: ALL_8X8,
    start: "W:Wa1,b1,c1,d1,e1,f1,g1,h1,b2,c2,d2,e2,f2,g2,c3,d3,e3,f3:Bc6,d6,e6,f6,b7,c7,d7,e7,f7,g7,a8,b8,c8,d8,e8,f8,g8,h8",
    opening: Opening::Moves,
    pieces: &[(Kind::Man, MAN), (Kind::King, KING)],
    heading: Heading::Opposed,
    mirror: Some(Mirror::HalfTurn),
    promotion: Promotion::LastRow,
    promotion_in_capture: PromotionInCapture::Pass,
    removal: Removal::AtEnd,
    turning: CaptureTurns::Free,
    may_stop: false,
    precedence: &[Criterion::Count],
    goal: Goal::LastToMove,
    promotion_ends_game: false,
    notation: ALGEBRAIC,
    rule_codes: &["none"],
};
