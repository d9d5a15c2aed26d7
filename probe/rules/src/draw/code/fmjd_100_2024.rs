use super::fmjd_100::{FIVE, KINGS, SIXTEEN};
use super::prelude::*;

/// Draw rules of the FMJD for international draughts on 100 squares, edition of 2024. This edition
/// adds to article 6.3 a sentence on a lone king on the long diagonal. The rule code reads this
/// sentence as a second count, of 5 moves by each side. The game is drawn when this count or the
/// count of 16 moves is exhausted.
pub static FMJD_100_2024: RuleCode = RuleCode {
    id: "FMJD-100-2024",
    title: "FMJD, 100 squares, Annexes 2024",
    year: "2024",
    standing: "the present rules of the federation, with one sentence that only one source has",
    sources: &["FMJD, Annexes 2024, annex 1, articles 6.1 to 6.4, as three open projects and a forum quote them"],
    certainty: Certainty::TwoSources,
    not_confirmed: &[
        "the exact sentence on the long diagonal: one source has it; read as 5 moves by each side from the move that \
         occupies it, within the 16; another reading, 5 moves after the 16, is not offered",
        "whether a draw has to be claimed; the text says that the game is drawn",
    ],
    main_road: ROAD_46_5,
    ambiguous_points: &[AmbiguousPoint::RoadHolder, AmbiguousPoint::RoadLeft],
    site_half_moves: Some(SiteHalfMoves { article: "6.2", least_pieces: 5, kings_on_both_sides: false }),
    counts: &[
        KINGS,
        SIXTEEN,
        CountRule {
            article: "6.3 diagonal",
            text: "3 kings, 2 kings and a man, or a king and 2 men against a lone king on the long diagonal: 5 moves by \
                   each side",
            material: THREE_AGAINST_KING,
            road: Road::LoneKingOn,
            limit_moves: 5,
            ..LONE_KING
        },
        FIVE,
    ],
    ..FMJD
};
