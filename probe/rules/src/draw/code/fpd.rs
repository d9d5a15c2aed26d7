use super::prelude::*;

/// Draw rules of Portuguese draughts. The federation's text also calls the game Spanish.
pub static FPD: RuleCode = RuleCode {
    id: "FPD",
    title: "FPD, Portuguese (Spanish) draughts",
    year: "2026",
    standing: "the rules of the federation in force from 1 April 2026",
    sources: &[
        "Federacao Portuguesa de Damas, rules of Portuguese draughts in force from 1 April 2026, 3.8 and 5.3, as an \
         open project cites them",
    ],
    certainty: Certainty::OneSource,
    not_confirmed: &[
        "the wording of the articles; that three kings have twelve moves another source says too",
        "whose twelve moves 3.8 a counts; read as those of the side with three kings",
        "whether leaving the river stops the count of 3.8 a; read as in the source, it does not; the other reading is not \
         offered",
        "whether a draw has to be claimed; earlier editions asked for a claim of repetition",
    ],
    repetition: Some(Repetition { article: "5.3", ..THIRD_TIME }),
    main_road: ROAD_H1_A8,
    ambiguous_points: &[AmbiguousPoint::GivenUp, AmbiguousPoint::OwnMoves],
    counts: &[
        CountRule {
            article: "3.8 a",
            text: "three kings against a lone king, since one of the three came to the river (1 to 32): not taken by \
                   the 12th move of the side with three",
            material: MaterialClass::LoneKing(FORCADA),
            road: Road::StrongKingReached,
            leaving: Leaving::AsRead,
            limit_moves: 12,
            ..OWN_MOVES
        },
        CountRule {
            article: "3.8 b",
            text: "kings on both sides and at most 4 pieces of each, but not three kings against one: 20 moves by each \
                   side with kings only and no capture",
            material: MaterialClass::KingsOnBothSides { least: 2, most: 8, most_of_side: 4, but: FORCADA },
            limit_moves: 20,
            ..KINGS_ONLY
        },
    ],
    ..NONE
};

/// Men and kings of the stronger side in article 3.8 a.
const FORCADA: &[Army] = &[Army { men: 0, kings: 3 }];
