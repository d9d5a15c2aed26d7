use super::prelude::*;

/// A man: "Men move and jump forward, diagonally forward and sideways."
const MAN: PieceRule = PieceRule {
    quiet_directions: Directions::FIVE,
    first_jump_directions: Directions::FIVE,
    next_jump_directions: Directions::FIVE,
    ..MAN_FORWARD
};

/// A king: "The king moves and jumps one square in all eight directions."
const KING: PieceRule = PieceRule {
    quiet_directions: Directions::ALL,
    first_jump_directions: Directions::ALL,
    next_jump_directions: Directions::ALL,
    ..SHORT_KING
};

/// Gothic draughts (Altdeutsche Dame).
pub static GOTHIC: Variant = Variant {
    id: "gothic",
    title: "Gothic draughts",
    sources: &["BrainKing, rules of the draughts variants: gothic checkers (page 35), otherwise as English"],
    notes: &[],
    board: ALL_8X8,
    start: "W:Wa1,b1,c1,d1,e1,f1,g1,h1,a2,b2,c2,d2,e2,f2,g2,h2:Ba7,b7,c7,d7,e7,f7,g7,h7,a8,b8,c8,d8,e8,f8,g8,h8",
    opening: Opening::Moves,
    pieces: &[(Kind::Man, MAN), (Kind::King, KING)],
    heading: Heading::Opposed,
    mirror: Some(Mirror::HalfTurn),
    promotion: Promotion::LastRow,
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

/// Gothic draughts as German pages describe it: men move only diagonally, and a capture must take
/// as many pieces as possible.
pub static GOTHIC_GERMAN: Variant = Variant {
    id: "gothic-german",
    title: "Gothic draughts, German reading (Altdeutsche Dame)",
    sources: &["de.wikipedia, Altdeutsches Damespiel", "yorktonthisweek, on German checkers (majority capture)"],
    notes: &["differs from gothic in the quiet moves of men and in majority capture"],
    pieces: &[(Kind::Man, PieceRule { quiet_directions: Directions::FORWARD_DIAGONALS, ..MAN }), (Kind::King, KING)],
    precedence: &[Criterion::Count],
    ..GOTHIC
};
