use super::prelude::*;

/// Frisian draughts. That a king makes at most three quiet moves in a row while its side has men is
/// a rule of play and no draw.
pub static FRISIAN: RuleCode = RuleCode {
    id: "Frisian",
    title: "Frisian draughts",
    year: "2011",
    standing: "the counts that players and programs agree on",
    sources: &[
        "notes of players on a Dutch draughts forum, and the help and source of lidraughts",
        "official rules of 2011 on esportscommentator, whose section on endings was not readable",
    ],
    certainty: Certainty::TwoSources,
    not_confirmed: &[
        "whether seven moves are those of the side with two kings",
        "king against king is drawn at once unless a king can be taken now or with the next move: counted as lidraughts \
         does, as two moves by each side in which to take it",
        "a rule on repeated positions and one on 25 king moves: no text was found, and the code has none",
    ],
    open: &[OpenPoint::OwnMoves],
    counts: &[
        CountRule {
            article: "two kings",
            text: "2 kings against a lone king: not taken by the 7th move of the side with two",
            material: MaterialClass::LoneKing(&[Army { men: 0, kings: 2 }]),
            limit_moves: 7,
            ..OWN_MOVES
        },
        CountRule {
            article: "one king",
            text: "a king against a king: not taken within 2 moves by each side",
            material: MaterialClass::LoneKing(&[Army { men: 0, kings: 1 }]),
            limit_moves: 2,
            last_move: LastMoveRule::Lost,
            ..LONE_KING
        },
    ],
    ..NONE
};
