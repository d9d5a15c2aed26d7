use super::frisian::{FRISIAN, THREE_MOVES};
use super::prelude::*;

/// Draw rules of Frisian draughts like [`FRISIAN`], but a king that has made three moves in a row
/// may go on while its side has no other move. This interpretation is a rule code and no field of
/// [`Readings`](crate::draw::Readings), because names of metrics have room for eight fields only.
pub static FRISIAN_ONLY_MOVE: RuleCode = RuleCode {
    id: "Frisian-only-move",
    title: "Frisian draughts, a king may go on if nothing else can move",
    standing: "the other reading of the three moves of one king, which no text decides",
    sources: &["those of Frisian for its counts; none has this reading of the three moves"],
    not_confirmed: &[
        "whether a side that could move only the king that has made three moves may move it; read as yes: no text of \
         a federation decides, while the source of lidraughts gives that king no quiet move; in Frisian this side \
         has lost",
        "the points that are not confirmed of Frisian",
    ],
    king_moves: Some(KingMovesRule {
        text: "a side that has men makes at most three moves in a row with the same king, unless it takes something \
               or has no other move",
        allows_only_move: true,
        ..THREE_MOVES
    }),
    ..FRISIAN
};
