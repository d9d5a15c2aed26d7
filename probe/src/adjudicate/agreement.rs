//! Whether the result that was written down stands.

/// Agreement of the written result with the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// The rules give this very result.
    Confirmed,
    /// The rules give another result.
    Contradicted,
    /// The game was not over by the rules, and the result is what best play would bring: a draw
    /// agreed on, a resignation.
    Plausible,
    /// The game was not over by the rules, and best play would bring another result than the draw
    /// agreed on or the resignation.
    AgainstValue,
    /// The game was not over by the rules, and whether best play would bring the result is not
    /// known. No play leads to the result 0-0, so it is never against the value. In chess also: the
    /// record does not say which move was played.
    Unknown,
    /// No result was written down.
    NoResult,
    /// A move is illegal; no result follows.
    IllegalMove,
    /// The game was not over by the rules, and its tag `Termination` says that the time of a side
    /// was: draw rules say nothing of that.
    ByTime,
}

impl Agreement {
    /// All values, in the order of their declaration.
    pub const ALL: [Agreement; 8] = [
        Agreement::Confirmed,
        Agreement::Contradicted,
        Agreement::Plausible,
        Agreement::AgainstValue,
        Agreement::Unknown,
        Agreement::NoResult,
        Agreement::IllegalMove,
        Agreement::ByTime,
    ];

    /// The name in a word or two: `against-value`.
    pub const fn name(self) -> &'static str {
        match self {
            Agreement::Confirmed => "confirmed",
            Agreement::Contradicted => "contradicted",
            Agreement::Plausible => "plausible",
            Agreement::AgainstValue => "against-value",
            Agreement::Unknown => "unknown",
            Agreement::NoResult => "no-result",
            Agreement::IllegalMove => "illegal-move",
            Agreement::ByTime => "by-time",
        }
    }

    /// Returns true where a move is illegal, or the result is not that of the rules. A draw agreed
    /// on and a resignation are lawful, whatever best play would bring. An arbiter should look at
    /// more: see [`Verdict::asks_arbiter`](super::Verdict::asks_arbiter).
    pub const fn is_disagreement(self) -> bool {
        matches!(self, Agreement::Contradicted | Agreement::IllegalMove)
    }
}
