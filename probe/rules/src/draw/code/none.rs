use super::columns::RuleCode;
use super::shared;

/// No draw rules: a game ends only with a loss.
pub static NONE: RuleCode =
    RuleCode { id: "none", title: "No draw rules", standing: "the game without counts", ..shared::NONE };
