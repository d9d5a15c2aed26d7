use super::prelude::*;

/// A man that moves and captures one square forward or sideways, never backward or diagonally.
const MAN: PieceRule = PieceRule {
    quiet_directions: Directions::FORWARD_AND_SIDES,
    first_jump_directions: Directions::FORWARD_AND_SIDES,
    next_jump_directions: Directions::FORWARD_AND_SIDES,
    ..MAN_FORWARD
};

/// A king that moves any distance along rows and files. It captures at any distance and lands on
/// any empty square behind the captured piece.
const KING: PieceRule = PieceRule {
    quiet_directions: Directions::ORTHOGONALS,
    first_jump_directions: Directions::ORTHOGONALS,
    next_jump_directions: Directions::ORTHOGONALS,
    ..FLYING_KING
};

const READINGS: &[&str] = &[
    "a man that reaches the last row in the middle of a capture: goes on as a man in turkish, stops as a king in \
     turkish-stop, goes on as a king in turkish-become",
    "adjudications are not moves and not in the tables: one piece each is a draw, a king against a single man wins",
];

pub static TURKISH: Variant = Variant {
    id: "turkish",
    title: "Turkish draughts",
    sources: &[
        "BrainKing, rules of the draughts variants: Turkish checkers (page 36)",
        "en.wikipedia, Turkish draughts",
    ],
    notes: READINGS,
    board: ALL_8X8,
    start: "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:Ba6,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7",
    opening: Opening::Moves,
    pieces: &[(Kind::Man, MAN), (Kind::King, KING)],
    heading: Heading::Opposed,
    mirror: Some(Mirror::HalfTurn),
    promotion: Promotion::LastRow,
    promotion_in_capture: PromotionInCapture::Pass, // "promoted at the end of the move"
    removal: Removal::AtOnce,                       // so lines open during the move
    turning: CaptureTurns::NotBack,                 // no two jumps in opposite directions one after the other
    may_stop: false,
    precedence: &[Criterion::Count], // kings and men count the same
    goal: Goal::LastToMove,
    promotion_ends_game: false,
    notation: Notation { game_type: Some("30,W,8,8,A0,0"), ..ALGEBRAIC },
    rule_codes: &["none"],
};

/// Turkish draughts in which a man crowned by a capture ends the move.
pub static TURKISH_STOP: Variant = Variant {
    id: "turkish-stop",
    title: "Turkish draughts, a crowned man stops",
    promotion_in_capture: PromotionInCapture::Stop,
    ..TURKISH
};

/// Turkish draughts in which a man crowned by a capture continues as a king.
pub static TURKISH_BECOME: Variant = Variant {
    id: "turkish-become",
    title: "Turkish draughts, a crowned man goes on as a king",
    promotion_in_capture: PromotionInCapture::Become,
    ..TURKISH
};
