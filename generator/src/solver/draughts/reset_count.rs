/// The count of a draw rule, as a solver sees it. Every capture and every promotion resets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResetCount {
    /// Plies that a fresh count leaves, by side to move on the board of the solved slice.
    pub left_plies: [u32; 2],
    /// Quiet moves of men leave the count running.
    pub runs_over_men: bool,
    /// Plies of the count that a position without a move uses: 0 or 1.
    pub end_plies: u16,
}
