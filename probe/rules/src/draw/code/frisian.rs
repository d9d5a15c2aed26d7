use super::prelude::*;

/// Limit on the moves with one king. A side that could move only the king that has made three moves
/// has no legal move.
pub const THREE_MOVES: KingMovesRule = KingMovesRule {
    article: "three moves",
    text: "a side that has men makes at most three moves in a row with the same king, unless it takes something",
    most_moves: 3,
    allows_only_move: false,
};

/// Draw rules of Frisian draughts. A side with men may make at most three consecutive quiet moves
/// with one king. This limit is a rule of play, so no draw follows from it.
///
/// The count for king against king is two moves by each side. This limit costs no win, because a
/// win in this ending takes at most three plies and a loss at most two.
pub static FRISIAN: RuleCode = RuleCode {
    id: "Frisian",
    title: "Frisian draughts",
    year: "2011",
    standing: "the counts that players and programs agree on",
    sources: &[
        "notes of players on a Dutch draughts forum, and the help and source of lidraughts",
        "descriptions of the game on mindsports.nl and in an encyclopedia, for the moves of one king",
        "official rules of 2011 on esportscommentator, whose section on endings was not readable",
    ],
    certainty: Certainty::TwoSources,
    not_confirmed: &[
        "whether seven moves are those of the side with two kings; a forum says 13 plies, which it is where that side begins",
        "the wording of king against king; read as the help of lidraughts says it: drawn at once unless either side can \
         take the king now, or will necessarily take it with its next move",
        "whether a side that could move only the king that has made three moves has lost; read as yes: the source of \
         lidraughts gives that king no quiet move, and by mindsports.nl a side without a legal move loses; in \
         Frisian-only-move this king may move",
        "a rule on repeated positions and one on 25 king moves: no text was found, and the code has none",
    ],
    ambiguous_points: &[AmbiguousPoint::OwnMoves],
    king_moves: Some(THREE_MOVES),
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
            text: "a king against a king: at once, unless a side can take the king now or will with its next move; never \
                   after 2 moves by each side",
            material: MaterialClass::LoneKing(&[Army { men: 0, kings: 1 }]),
            limit_moves: 2,
            last_move: LastMoveRule::Lost,
            draws_at_once: true,
            ..LONE_KING
        },
    ],
    ..NONE
};
