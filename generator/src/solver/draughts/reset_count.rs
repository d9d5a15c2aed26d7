/// The count of a draw rule for a solver. Every capture and every promotion resets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResetCount {
    /// Limit of the count in plies, by side to move on the board of the solved slice.
    pub left_plies: [u32; 2],
    /// True when quiet moves of men do not reset the count.
    pub runs_over_men: bool,
    /// Plies of the count that a position without a move uses: 0 or 1.
    pub end_plies: u16,
}
