use super::prelude::*;

/// The only kind of piece, a stone. It captures by jumps along rows and files and has no quiet
/// moves.
const STONE: PieceRule = PieceRule {
    quiet: Quiet::None,
    first_jump_directions: Directions::ORTHOGONALS,
    next_jump_directions: Directions::ORTHOGONALS,
    region: Region::OwnShade, // a jump never changes the shade
    ..MAN_FORWARD
};

pub static KONANE: Variant = Variant {
    id: "konane",
    title: "Konane (Hawaiian draughts)",
    sources: &["BrainKing, rules of the draughts variants: Hawaiian checkers (page 94)"],
    notes: &["tables hold positions after the two opening removals"],
    board: ALL_8X8,
    start: "B:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3,b4,d4,f4,h4,a5,c5,e5,g5,b6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8\
            :Bb1,d1,f1,h1,a2,c2,e2,g2,b3,d3,f3,h3,a4,c4,e4,g4,b5,d5,f5,h5,a6,c6,e6,g6,b7,d7,f7,h7,a8,c8,e8,g8",
    opening: Opening::Removals(&[(0, 7), (7, 0), (3, 4), (4, 3)]), // "one of a8, h1, d5, e4", then a neighbour of it
    pieces: &[(Kind::Man, STONE)],
    heading: Heading::Opposed,
    mirror: Some(Mirror::Files), // a half turn would put White on Black's shade
    promotion: Promotion::Never,
    promotion_in_capture: PromotionInCapture::Stop,
    removal: Removal::AtEnd,
    turning: CaptureTurns::Straight, // "a multiple jump may not change direction"
    may_stop: true,
    precedence: &[],
    goal: Goal::LastToMove, // no jump: lost
    promotion_ends_game: false,
    notation: ALGEBRAIC,
    rule_codes: &["none"],
};
