use super::international::INTERNATIONAL;
use super::prelude::*;

const KING: PieceRule = PieceRule {
    stops_behind_king: true, // "must stop on the first vacant square after the last captured piece"
    ..FLYING_KING
};

/// International draughts with one more rule: if the last piece that a king captures is a king, the
/// capture must end directly behind that piece.
pub static KILLER: Variant = Variant {
    id: "killer",
    title: "Killer draughts (10x10)",
    sources: &["C. Freeling, mindsports.nl: Killer Draughts; else as international draughts"],
    pieces: &[(Kind::Man, MAN_CAPTURING_BACK), (Kind::King, KING)],
    notation: Notation { hub_name: Some("killer"), ..NUMERIC }, // no GameType number has been given out
    rule_codes: &["none"],
    ..INTERNATIONAL
};
