use super::prelude::*;

/// Soviet draw rules of 1953 for draughts on 100 squares. Article 31 replaces article 16 c; the
/// rest of article 16 applies.
pub static USSR_1953_100: RuleCode = RuleCode {
    id: "USSR-1953-100",
    title: "Soviet rules of 1953, 100 squares",
    year: "1953",
    standing: "historic, for games of its time",
    sources: &["Soviet rules of 1953 (Estonian edition, Tallinn 1955), sections 30 and 31"],
    counts: &[
        USSR_1953_UNCHANGED,
        CountRule {
            article: "31",
            text: "four kings against a lone king: not taken by the 18th move of the side with four",
            material: MaterialClass::LoneKing(&[Army { men: 0, kings: 4 }]),
            ..USSR_1953_KINGS
        },
    ],
    ..USSR_1953
};
