use super::prelude::*;

const READINGS: &[&str] = &[
    "captured pieces leave the board at once and the king may turn straight back in thai, may not turn back in \
     thai-no-reversal; they stay until the end of the move in thai-end",
    "PDN and Thai pages let Black move first, BrainKing White: only the names of the sides differ",
];

pub static THAI: Variant = Variant {
    id: "thai",
    title: "Thai draughts (makhos)",
    sources: &[
        "BrainKing, rules of the draughts variants: Thai checkers (page 119)",
        "mindsports.nl, Thai draughts",
        "dctl, Thai rule set (removal)",
    ],
    notes: READINGS,
    board: DARK_8X8,
    start: "W:W1-8:B25-32", // eight men each, on two rows
    opening: Opening::Moves,
    pieces: &[
        (Kind::Man, MAN_FORWARD),
        (Kind::King, PieceRule { jump: Jump::FlyingLandNext, ..FLYING_KING }), // "the first square behind"
    ],
    heading: Heading::Opposed,
    mirror: Some(Mirror::HalfTurn),
    promotion: Promotion::LastRow,
    promotion_in_capture: PromotionInCapture::Stop,
    removal: Removal::AtOnce,
    turning: CaptureTurns::Free,
    may_stop: false,
    precedence: &[],
    goal: Goal::LastToMove,
    promotion_ends_game: false,
    notation: Notation {
        squares: SquareNames::BottomRight, // 1 is the top left as Black sees it
        capture: '-',
        game_type: Some("31,B,8,8,N2,0"),
        ..NUMERIC
    },
    rule_codes: &["none"],
};

/// Thai draughts in which a king may not jump straight back.
pub static THAI_NO_REVERSAL: Variant = Variant {
    id: "thai-no-reversal",
    title: "Thai draughts, no jump straight back",
    sources: &["mindsports.nl, Thai draughts: \"continue in the same or the perpendicular direction\""],
    turning: CaptureTurns::NotBack,
    ..THAI
};

/// Thai draughts in which captured pieces stay on the board until the move is over.
pub static THAI_END: Variant = Variant {
    id: "thai-end",
    title: "Thai draughts, captured pieces removed at the end",
    removal: Removal::AtEnd,
    ..THAI
};
