/// The count of a draw rule (a number of plies after which the game is drawn), as a solver sees it.
/// Every capture and every promotion resets this count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResetCount {
    /// Plies that the count has left just after a reset, indexed by the side to move. The sides are
    /// those of the slice that is being solved.
    pub left_plies: [u32; 2],
    /// True when quiet moves of men do not reset the draw count.
    pub runs_over_men: bool,
    /// Plies that the count must have left in the final position so that the game is not a draw: 0
    /// or 1.
    pub end_plies: u16,
}
