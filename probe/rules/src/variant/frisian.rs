use super::international::INTERNATIONAL;
use super::prelude::*;

/// A man that captures diagonally, and also along rows and files. Jumps along rows and files skip
/// the squares of the other shade, which are not in play.
const MAN: PieceRule =
    PieceRule { first_jump_directions: Directions::ALL, next_jump_directions: Directions::ALL, ..MAN_FORWARD };

/// A king that moves diagonally and captures in all eight directions.
const KING: PieceRule =
    PieceRule { first_jump_directions: Directions::ALL, next_jump_directions: Directions::ALL, ..FLYING_KING };

/// Frisian draughts without the rules that depend on earlier moves.
///
/// A side that still has men may make at most three quiet moves in a row with the same king, and
/// two kings must beat one king within seven moves. Both rules depend on earlier moves, so they
/// belong to the rule code `Frisian`.
pub static FRISIAN: Variant = Variant {
    id: "frisian",
    title: "Frisian draughts (without its history rules)",
    sources: &["official rules of 2011, as copied by esportscommentator", "dctl, Frisian rule set"],
    notes: &[
        "without the rule that a king makes at most three quiet moves in a row while its side has men, but under the draw \
         code Frisian",
        "without the rule that two kings against one must win within seven moves, but under the draw code Frisian",
    ],
    pieces: &[(Kind::Man, MAN), (Kind::King, KING)],
    precedence: &[Criterion::FrisianValue, Criterion::ByKing], // the greatest value; if equal, with a king
    notation: Notation { game_type: Some("40,W,10,10,N2,0"), hub_name: Some("frisian"), ..NUMERIC },
    rule_codes: &["Frisian", "Frisian-only-move", "none"],
    ..INTERNATIONAL
};
