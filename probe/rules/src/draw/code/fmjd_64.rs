use super::prelude::*;

/// Draw rules of the FMJD for international draughts on 64 squares. For king and man against king,
/// only article 6.2 (moves with kings only) limits the moves.
pub static FMJD_64: RuleCode = RuleCode {
    id: "FMJD-64",
    title: "FMJD, 64 squares",
    year: "before 2024",
    standing: "the rules of the federation, whose text was read",
    sources: &["Estonian Draughts Federation code part 1b, article 6; all else as in part 1"],
    site_half_moves: Some(SiteHalfMoves { article: "6.2", ..SITE_COUNT_OF_KING_MOVES }),
    counts: &[
        CountRule {
            article: "6.2",
            text: "15 moves by each side with kings only and no capture",
            limit_moves: 15,
            ..KINGS_ONLY
        },
        CountRule {
            article: "6.3",
            text: "one or two kings against a lone king: 5 moves by each side",
            material: MaterialClass::LoneKing(&[Army { men: 0, kings: 1 }, Army { men: 0, kings: 2 }]),
            limit_moves: 5,
            ..LONE_KING
        },
    ],
    ..FMJD
};
