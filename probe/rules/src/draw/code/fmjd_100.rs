use super::prelude::*;

/// Draw rules of the FMJD for international draughts on 100 squares.
pub static FMJD_100: RuleCode = RuleCode {
    id: "FMJD-100",
    title: "FMJD, 100 squares",
    year: "before 2024",
    standing: "the rules of the federation in the edition whose text was read",
    sources: &["FMJD rules, Estonian Draughts Federation code part 1, articles 6 and 7"],
    site_half_moves: Some(SiteHalfMoves { article: "6.2", least_pieces: 5, kings_on_both_sides: false }),
    counts: &[KINGS, SIXTEEN, FIVE],
    ..FMJD
};

/// Article 6.2: the count of moves with kings only.
pub const KINGS: CountRule = CountRule {
    article: "6.2",
    text: "25 moves by each side with kings only and no capture",
    limit_moves: 25,
    ..KINGS_ONLY
};

/// Article 6.3: the count of 16 moves against a lone king.
pub const SIXTEEN: CountRule = CountRule {
    article: "6.3",
    text: "3 kings, 2 kings and a man, or a king and 2 men against a lone king: 16 moves by each side; \
           a capture on the way does not start another count",
    material: THREE_AGAINST_KING,
    leaving: Leaving::RunsOn,
    limit_moves: 16,
    ..LONE_KING
};

/// Article 6.4: the count of 5 moves against a lone king.
pub const FIVE: CountRule = CountRule {
    article: "6.4",
    text: "2 kings, a king and a man, or a king against a lone king: 5 moves by each side",
    material: TWO_AGAINST_KING,
    barred_by: Some("6.3"),
    limit_moves: 5,
    ..LONE_KING
};
