use super::czech::CZECH;
use super::prelude::*;

/// A piece that stays on the last row until it captures. It can only capture a neighbour towards
/// its own side, and the capture makes it a man.
const PARACHUTIST: PieceRule = PieceRule {
    quiet: Quiet::None, // "the only valid move of a parachutist is to capture"
    first_jump_directions: Directions::BACKWARD_DIAGONALS, // from row 8 over row 7, or from row 1 over row 2
    next_jump_directions: Directions::NONE,
    capture_becomes: Some(Kind::Man), // "must land directly behind the captured piece and turns to a pawn"
    region: Region::LastRow,
    ..MAN_FORWARD
};

/// Parachute draughts: Czech draughts in which each player has four pieces behind the enemy.
pub static PARACHUTE: Variant = Variant {
    id: "parachute",
    title: "Parachute draughts",
    sources: &["BrainKing, rules of the draughts variants: parachute checkers (page 32), otherwise as Czech"],
    notes: &[
        "the capture of a parachutist ends the move, as every transformation does in these rules",
        "a capture by a king goes before one by a parachutist, which ranks as a man",
    ],
    start: "W:Wb2,d2,f2,h2,a3,c3,e3,g3,Pb8,Pd8,Pf8,Ph8:Bb6,d6,f6,h6,a7,c7,e7,g7,Pa1,Pc1,Pe1,Pg1",
    pieces: &[(Kind::Man, MAN_FORWARD), (Kind::King, FLYING_KING), (Kind::Parachutist, PARACHUTIST)],
    notation: ALGEBRAIC,
    ..CZECH
};
