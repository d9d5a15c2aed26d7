use super::prelude::*;

/// Draw rules of the APCA for pool checkers. The only rule gives three kings 13 moves to capture a
/// lone king.
pub static APCA: RuleCode = RuleCode {
    id: "APCA",
    title: "APCA, pool checkers",
    year: "undated",
    standing: "the one count of the association that is known",
    sources: &[
        "American Pool Checker Association, playing rules, as an encyclopedia cites them",
        "Black and Waters, rule book of 1947, rule 31, in part",
    ],
    certainty: Certainty::TwoSources,
    not_confirmed: &[
        "when the count starts, and whether a player has to call it; read as starting with the ending",
        "whose moves are counted; read as those of the side with three kings",
        "whether the side with three kings must hold the main road; read as no",
        "a rule on repeated positions, and any other count: no text was found, and the code has none",
    ],
    ambiguous_points: &[AmbiguousPoint::GivenUp, AmbiguousPoint::OwnMoves],
    counts: &[CountRule {
        article: "13",
        text: "three kings against a lone king: not taken by the 13th move of the side with three",
        material: MaterialClass::LoneKing(&[Army { men: 0, kings: 3 }]),
        leaving: Leaving::AsRead,
        limit_moves: 13,
        ..OWN_MOVES
    }],
    ..NONE
};
