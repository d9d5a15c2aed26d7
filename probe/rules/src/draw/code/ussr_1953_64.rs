use super::prelude::*;

/// Soviet draw rules of 1953 for Russian draughts. Article 16 a, draw by agreement, needs no count.
pub static USSR_1953_64: RuleCode = RuleCode {
    id: "USSR-1953-64",
    title: "Soviet rules of 1953, 64 squares",
    year: "1953",
    standing: "historic, for games of its time",
    sources: &["Soviet rules of 1953 (Estonian edition, Tallinn 1955), sections 15 and 16"],
    counts: &[
        USSR_1953_UNCHANGED,
        CountRule {
            article: "16 c",
            text: "three kings against a lone king: not taken by the 18th move of the side with three",
            material: MaterialClass::LoneKing(&[Army { men: 0, kings: 3 }]),
            ..USSR_1953_KINGS
        },
    ],
    ..USSR_1953
};
