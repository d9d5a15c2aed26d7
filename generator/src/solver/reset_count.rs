//! A count of moves whose resets are to be found.

/// The count of a draw rule, as a solver sees it. Every capture and every promotion sets it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResetCount {
    /// The plies that a fresh count leaves, by the side to move on the board of the slice
    /// that is solved.
    pub left_plies: [u32; 2],
    /// Quiet moves of men leave it running.
    pub runs_over_men: bool,
    /// The plies of the count that a position without a move uses: 0 or 1.
    pub end_plies: u16,
}
