//! Compares the result in a record (the written result) with the verdict on the game.

/// Outcome of the comparison between the result in a record and the verdict on the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// The written result is right under the rules.
    Confirmed,
    /// The written result is wrong under the rules.
    Contradicted,
    /// The game had not ended on the board, so the players agreed on a draw or one resigned. The
    /// result in the record is the result of best play from the last position.
    Plausible,
    /// The game had not ended on the board, so the players agreed on a draw or one resigned. The
    /// result in the record is not the result of best play from the last position.
    AgainstValue,
    /// The results cannot be compared, for one of these reasons:
    ///
    /// * The game had not ended on the board, and the result of best play is unknown.
    /// * The written result is 0-0.
    /// * The record does not show which move was played.
    Unknown,
    /// The record states no result.
    NoResult,
    /// A move is illegal, so the game has no result.
    IllegalMove,
    /// The game had not ended on the board, and the tag `Termination` says that a side ran out of
    /// time. Draw rules say nothing about time.
    ByTime,
}

impl Agreement {
    /// All variants of this enum.
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

    /// Returns the name of the variant, such as `against-value`.
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
