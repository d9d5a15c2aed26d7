use super::prelude::*;

/// Draw rules of Brazilian draughts by the national federation. When three kings face a lone king
/// off the main road (the long diagonal), only article 97 b (moves with kings only) limits the
/// number of moves.
pub static CBD_64: RuleCode = RuleCode {
    id: "CBD-64",
    title: "CBD, Brazilian national rules, 64 squares",
    year: "undated",
    standing: "the national rules of Brazil, for its own tournaments",
    sources: &[
        "Confederacao Brasileira de Jogo de Damas, Regras Oficiais, annex I, articles 97 to 100, as an open project \
         cites them, 2026",
        "printed summaries of the same rules, items 16 and 18",
    ],
    certainty: Certainty::TwoSources,
    not_confirmed: &[
        "the wording of the articles, and article 101",
        "whether 99 means 5 moves by each side, as the later wording says",
        "whose moves 100 counts; read as in 7.2.7 of FMJD section 64",
        "whether a draw has to be claimed; the text says that the game is drawn",
    ],
    repetition: Some(Repetition { article: "98", ..THIRD_TIME }),
    main_road: ROAD_A1_H8,
    ambiguous_points: &[AmbiguousPoint::OwnMoves, AmbiguousPoint::RoadHolder, AmbiguousPoint::RoadLeft],
    site_half_moves: Some(SiteHalfMoves { article: "97 b", ..SITE_COUNT_OF_KING_MOVES }),
    counts: &[
        CountRule {
            article: "97 b",
            text: "20 moves by each side with kings only and no capture",
            limit_moves: 20,
            ..KINGS_ONLY
        },
        CountRule {
            article: "99",
            text: "2 kings against 2 kings, a king and a man, or a king; a king against a king and a man, or a king: \
                   5 moves by each side",
            material: MaterialClass::Pairs(&[
                [Army { men: 0, kings: 2 }, Army { men: 0, kings: 2 }],
                [Army { men: 0, kings: 2 }, Army { men: 1, kings: 1 }],
                [Army { men: 0, kings: 2 }, Army { men: 0, kings: 1 }],
                [Army { men: 0, kings: 1 }, Army { men: 1, kings: 1 }],
                [Army { men: 0, kings: 1 }, Army { men: 0, kings: 1 }],
            ]),
            limit_moves: 5,
            ..LONE_KING
        },
        CountRule { article: "100", ..THREE_AGAINST_ROAD },
    ],
    ..NONE
};
