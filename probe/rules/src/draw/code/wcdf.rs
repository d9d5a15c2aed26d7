use super::prelude::*;

/// Draw rules of the WCDF for English draughts. Both draws, by repetition and after 40 moves, must
/// be claimed, because the articles let a player "demonstrate" a draw.
pub static WCDF: RuleCode = RuleCode {
    id: "WCDF",
    title: "WCDF, English draughts",
    sources: &["World Checkers Draughts Federation, rules of draughts, 1.32; 1.27 in another edition"],
    year: "undated",
    standing: "the rules of the federation, whose text was read",
    repetition: Some(Repetition {
        article: "1.32.1",
        text: "the next move would bring about the same position for the third time, on claim (1.27.1 in another \
               edition)",
        occurrences: 3,
        ending: RepetitionEnding::Claim { in_answer: false, before_move: true },
    }),
    other_numbers: &[("1.32.1", "1.27.1"), ("1.32.2", "1.27.2")],
    counts: &[CountRule {
        article: "1.32.2",
        text: "40 moves by each side without a capture and without an advance of a man, on claim (1.27.2 in another \
               edition)",
        limit_moves: 40,
        ending: CountEnding::ClaimByEither,
        last_move: LastMoveRule::Lost,
        ..KINGS_ONLY
    }],
    ..NONE
};
