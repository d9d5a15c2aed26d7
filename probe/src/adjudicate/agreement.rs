//! Comparison of the result that a record states (the written result) with the verdict on the game.

/// Outcome of the comparison of the result written in a record with the verdict on the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// The rules give the result that the record states.
    Confirmed,
    /// The rules give another result than the record states.
    Contradicted,
    /// The game was not over on the board. The result in the record, a draw by agreement or a
    /// resignation, is the result of best play from the last position.
    Plausible,
    /// The game was not over on the board. The result in the record, a draw by agreement or a
    /// resignation, is not the result of best play from the last position.
    AgainstValue,
    /// The result cannot be compared for one of three reasons. The game was not over on the board,
    /// and the result of best play is unknown. The written result is 0-0. The record does not show
    /// which move was played.
    Unknown,
    /// The record states no result.
    NoResult,
    /// A move is illegal, so that no result follows.
    IllegalMove,
    /// The game was not over on the board. According to the tag `Termination` a side ran out of
    /// time, which draw rules do not cover.
    ByTime,
}

impl Agreement {
    /// All outcomes of the comparison.
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

    /// Returns the name of this outcome of the comparison, such as `against-value`.
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

    /// Returns true when a move is illegal, or the written result differs from the result that the
    /// rules give. A draw by agreement or a resignation is no disagreement, whatever the result of
    /// best play. [`Verdict::asks_arbiter`](super::Verdict::asks_arbiter) covers more cases.
    pub const fn is_disagreement(self) -> bool {
        matches!(self, Agreement::Contradicted | Agreement::IllegalMove)
    }
}
