use super::czech::CZECH;
use super::prelude::*;

/// One-way draughts: the men of both players go up the board.
pub static ONEWAY: Variant = Variant {
    id: "oneway",
    title: "One-way draughts",
    sources: &[
        "BrainKing, rules of the draughts variants: one way checkers (page 31), otherwise as Czech",
        "start position: a program written to play on BrainKing",
    ],
    start: "W:We1,g1,f2,h2,e3,g3,f4,h4,e5,g5,f6,h6:Ba1,c1,b2,d2,a3,c3,b4,d4,a5,c5,b6,d6",
    heading: Heading::Same, // "the men of both players move in the same direction"; both promote on rank 8
    // No symmetry of the board swaps the colours, so tables store both sides to move.
    mirror: None,
    notation: ALGEBRAIC,
    ..CZECH
};
