//! Data of the report.

use std::ops::AddAssign;

use serde::Serialize;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    pub variant: String,
    /// Name of the draw rules: the rule code with its readings (interpretations), such as
    /// `FMJD-100+together`.
    pub rules: String,
    pub pieces: u8,
    /// Number of examined positions, including those in slices in which no count can make a win a
    /// draw.
    pub positions: u64,
    pub counts: Vec<CountReport>,
    /// Reports on the slices in which a count may turn wins into draws.
    pub slices: Vec<SliceReport>,
    pub slices_asked: usize,
    pub missing: Vec<MissingTable>,
}

/// A count of the draw rules, and its effect in all slices together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CountReport {
    pub article: String,
    pub text: String,
    pub total: Option<CountTotal>,
    /// Number of slices that the report leaves out because a table is missing, although this count
    /// may turn their wins into draws.
    pub slices_missing: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CountTotal {
    pub limit_plies: u32,
    pub counted_to: CountedTo,
    pub slices: usize,
    pub wins: u64,
    pub losses: u64,
    /// Largest number of plies of the count that a win or loss needs. Wins and losses that need
    /// more plies than the count allows are left out.
    pub longest_plies: u32,
    pub cursed_wins: u64,
    pub blessed_losses: u64,
    /// Numbers of positions that the rules turn into wins and losses. Counts never do; a limit on
    /// moves in a row with one king can.
    pub new_wins: u64,
    pub new_losses: u64,
    /// `None` if the report on a slice has none.
    pub changed_plies: Option<ChangedPlies>,
}

/// Numbers of positions that stay won or lost under the rules, but take more or fewer plies to the
/// end of the game than without them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ChangedPlies {
    pub longer_wins: u64,
    pub shorter_wins: u64,
    pub longer_losses: u64,
    pub shorter_losses: u64,
}

/// Numbers of positions whose plies to the end of the game depend on the plies left of the counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Depending {
    pub wins: u64,
    pub losses: u64,
    /// Number of positions in which the search for plies has ended early.
    pub unknown: u64,
}

/// Event up to which the plies of a count are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountedTo {
    /// The end of the game, because no move resets the count.
    End,
    /// A move that resets or ends the count and keeps the win under the rules, or the end of the
    /// game.
    Reset,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissingTable {
    pub slice: String,
    pub metric: String,
    /// Article of the count that may turn the wins in the slice into draws.
    pub article: String,
}

/// Text instead of the article of a count, for positions in which no count runs yet. A count that
/// starts later may still make a win a draw.
pub const NO_COUNT_YET: &str = "none yet";

/// Report on one slice and one draw count. If several counts run side by side in a slice, the slice
/// has a report for each of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SliceReport {
    pub slice: String,
    /// Index of the count in the list of counts of the draw rules. The limit on moves in a row with
    /// one king comes after them. `None` in a report on the positions in which no count runs yet.
    #[serde(skip)]
    pub count: Option<usize>,
    pub article: String,
    pub limit_plies: u32,
    pub counted_to: CountedTo,
    pub positions: u64,
    pub wins: u64,
    pub losses: u64,
    /// Win that needs the most plies of the count, among the wins that are possible within the
    /// count. `None` if there is no such win.
    pub longest_win: Option<LongestWin>,
    /// Loss that takes the most plies of the count, among the losses that are possible within the
    /// count. `None` if there is no such loss.
    pub longest_loss: Option<LongestWin>,
    pub cursed_wins: u64,
    pub blessed_losses: u64,
    /// Numbers of positions that the rules turn into wins and losses.
    pub new_wins: u64,
    pub new_losses: u64,
    /// `None` without tables of DTW and of distances under the rules, and for counts.
    pub changed_plies: Option<ChangedPlies>,
    /// `None` if they were not counted.
    pub depending: Option<Depending>,
    /// The first cursed win and the first blessed loss, if there are any.
    pub too_late_examples: Vec<TooLate>,
    /// Number of positions in which the winner needs all plies that the count allows, or one ply
    /// less.
    pub tight_positions: u64,
    /// The first positions in which the winner needs all plies that the count allows, or one ply
    /// less.
    pub tight_examples: Vec<Tight>,
}

/// The win or loss of a slice that needs the most plies of a count. Wins and losses that need more
/// plies than the count allows are left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LongestWin {
    pub plies: u32,
    /// Number of positions in which the winner needs exactly `plies` plies of the count.
    pub positions: u64,
    /// FEN of the first position in which the winner needs exactly `plies` plies of the count.
    pub fen: String,
}

/// A position, won or lost without draw rules, that a count turns into a draw even if its counter
/// is at zero.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TooLate {
    pub fen: String,
    pub is_win: bool,
    /// Number of plies of the count that the winner needs. `None` if no number is enough, because
    /// all ways to win lead to endings that are draws under the rules.
    pub needed_plies: Option<u32>,
    /// Plies to the end of the game without the count; `None` if there is no DTW table.
    pub dtw_plies: Option<u32>,
}

/// A position in which the winner needs nearly all plies that the count allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tight {
    pub fen: String,
    pub needed_plies: u32,
    pub is_win: bool,
}

impl AddAssign for ChangedPlies {
    fn add_assign(&mut self, other: ChangedPlies) {
        self.longer_wins += other.longer_wins;
        self.shorter_wins += other.shorter_wins;
        self.longer_losses += other.longer_losses;
        self.shorter_losses += other.shorter_losses;
    }
}

impl AddAssign for Depending {
    fn add_assign(&mut self, other: Depending) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.unknown += other.unknown;
    }
}

impl SliceReport {
    pub fn longest_plies(&self) -> u32 {
        [&self.longest_win, &self.longest_loss].into_iter().flatten().map(|l| l.plies).max().unwrap_or(0)
    }
}
