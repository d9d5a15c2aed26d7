use super::prelude::*;

/// The 50-move rule of chess: a draw on claim after 50 moves by each side. `MAN_MOVE` means a pawn
/// move here.
pub static FIDE_50: RuleCode = RuleCode {
    id: "FIDE-50",
    title: "FIDE, chess, 50 moves",
    sources: &["FIDE, Laws of Chess, in force from 1 January 2023"],
    year: "2023",
    standing: "the draw that a player of chess can claim",
    certainty: Certainty::Text,
    counts: &[CountRule {
        article: "9.3",
        text: "50 moves by each side without a capture and without a move of a pawn, on claim",
        limit_moves: 50,
        ending: CountEnding::ClaimByEither,
        last_move: LastMoveRule::Lost,
        ..KINGS_ONLY
    }],
    ..NONE
};
