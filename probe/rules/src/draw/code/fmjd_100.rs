use super::prelude::*;

/// International draughts on 100 squares.
pub static FMJD_100: RuleCode = RuleCode {
    id: "FMJD-100",
    title: "FMJD, 100 squares",
    year: "before 2024",
    sources: &["FMJD rules, Estonian Draughts Federation code part 1, articles 6 and 7"],
    counts: &[
        CountRule {
            article: "6.2",
            text: "25 moves by each side with kings only and no capture",
            limit_moves: 25,
            ..KINGS_ONLY
        },
        CountRule {
            article: "6.3",
            text: "3 kings, 2 kings and a man, or a king and 2 men against a lone king: 16 moves by each side; \
                   a capture on the way does not start another count",
            material: MaterialClass::LoneKing(&[
                Army { men: 0, kings: 3 },
                Army { men: 1, kings: 2 },
                Army { men: 2, kings: 1 },
            ]),
            leaving: Leaving::RunsOn,
            limit_moves: 16,
            ..LONE_KING
        },
        CountRule {
            article: "6.4",
            text: "2 kings, a king and a man, or a king against a lone king: 5 moves by each side",
            material: MaterialClass::LoneKing(&[
                Army { men: 0, kings: 2 },
                Army { men: 1, kings: 1 },
                Army { men: 0, kings: 1 },
            ]),
            barred_by: Some("6.3"),
            limit_moves: 5,
            ..LONE_KING
        },
    ],
    ..FMJD
};
