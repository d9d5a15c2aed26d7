use super::czech::CZECH;
use super::prelude::*;

/// Corner draughts: men promote only on the two squares in the far corner from their start.
///
/// A white man on d8, f8 or h8 remains a man and can never move again.
pub static CORNER: Variant = Variant {
    id: "corner",
    title: "Corner draughts",
    sources: &[
        "BrainKing, rules of the draughts variants: corner checkers (page 30), otherwise as Czech",
        "start position: a program written to play on BrainKing, which agrees with the promotion squares",
    ],
    // Each side fills the twelve squares on its side of the main road, which is empty.
    start: "W:Wc1,e1,g1,d2,f2,h2,e3,g3,f4,h4,g5,h6:Bb4,a3,a5,c5,b6,d6,a7,c7,e7,b8,d8,f8",
    promotion: Promotion::Squares(&[(0, 6), (1, 7)]), // "white a7 or b8, black g1 or h2"
    notation: ALGEBRAIC,
    ..CZECH
};
