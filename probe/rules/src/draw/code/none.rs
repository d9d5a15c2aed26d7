use super::prelude::*;

/// No draw rules: a game ends when somebody has lost.
pub static NONE: RuleCode = RuleCode {
    id: "none",
    title: "No draw rules",
    sources: &[],
    no_move_article: None,
    no_pieces_article: None,
    illegal_moves: IllegalMoveArticles::all(None),
    repetition: None,
    counts: &[],
};
