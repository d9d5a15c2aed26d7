use super::fide_50::FIDE_50;
use super::prelude::*;

/// The 75-move rule of chess: a draw without a claim after 75 moves by each side. `MAN_MOVE` means
/// a pawn move here.
pub static FIDE_75: RuleCode = RuleCode {
    id: "FIDE-75",
    title: "FIDE, chess, 75 moves",
    standing: "the draw that nobody has to claim",
    counts: &[CountRule {
        article: "9.6.2",
        text: "75 moves by each side without a capture and without a move of a pawn",
        limit_moves: 75,
        ending: CountEnding::Automatic,
        ..FIDE_50.counts[0]
    }],
    ..FIDE_50
};
