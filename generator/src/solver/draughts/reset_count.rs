/// The count of a draw rule, as a solver sees it. Every capture and every promotion resets this
/// count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResetCount {
    /// Plies that the fresh count has left, indexed by the side to move on the board of the solved
    /// slice.
    pub left_plies: [u32; 2],
    /// True when quiet moves of men do not reset the count.
    pub runs_over_men: bool,
    /// Plies that the count must have left in the lost position at the end of a game: 0 or 1.
    pub end_plies: u16,
}
