//! The figures of the report.

use serde::Serialize;

/// The report on one variant under one rule code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    pub variant: String,
    /// The code with its readings, such as `FMJD-100+together`.
    pub rules: String,
    /// Most pieces of an examined position.
    pub pieces: u8,
    /// Number of examined positions, including those without a deciding count.
    pub positions: u64,
    pub counts: Vec<CountReport>,
    /// Slices with a deciding count.
    pub slices: Vec<SliceReport>,
    pub slices_asked: usize,
    /// Slices left out because a table is missing.
    pub missing: Vec<MissingTable>,
}

/// A count of the code and its effect in all slices together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CountReport {
    pub article: String,
    /// The text of the article.
    pub text: String,
    /// Totals; `None` if the count decides in no examined slice.
    pub total: Option<CountTotal>,
    /// Number of omitted slices in which the count decides.
    pub slices_missing: usize,
}

/// Effect of a count in all slices in which it decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CountTotal {
    /// Plies that the count allows from its start.
    pub limit_plies: u32,
    /// The event up to which plies are counted.
    pub counted_to: CountedTo,
    /// Number of slices in which the count decides.
    pub slices: usize,
    /// Positions won for the side to move without the rule.
    pub wins: u64,
    /// Positions lost for the side to move without the rule.
    pub losses: u64,
    /// Most plies of the count that a win or loss in time needs.
    pub longest_plies: u32,
    /// Wins that the rule turns into draws with a fresh count.
    pub cursed_wins: u64,
    /// Losses that the rule turns into draws with a fresh count.
    pub blessed_losses: u64,
}

/// The event up to which the plies of a count are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountedTo {
    /// The end of the game: no move resets the count.
    End,
    /// The next move that resets or ends the count with the win kept under the rules, or the end of
    /// the game.
    Reset,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissingTable {
    pub slice: String,
    pub metric: String,
    /// Article of the deciding count of the slice.
    pub article: String,
}

/// Article shown when no count runs yet and a later one draws.
pub const NO_COUNT_YET: &str = "none yet";

/// One slice and its deciding count, or one of several deciding counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SliceReport {
    /// The slice; the side to move is named first.
    pub slice: String,
    /// The index of the count in the code; `None` if no count runs yet.
    #[serde(skip)]
    pub count: Option<usize>,
    pub article: String,
    pub limit_plies: u32,
    pub counted_to: CountedTo,
    pub positions: u64,
    pub wins: u64,
    pub losses: u64,
    /// Most plies of the count that a win in time needs.
    pub longest_win: Option<LongestWin>,
    /// Most plies of the count that a loss in time needs.
    pub longest_loss: Option<LongestWin>,
    pub cursed_wins: u64,
    pub blessed_losses: u64,
    /// One cursed win and one blessed loss, if there are any.
    pub too_late_examples: Vec<TooLate>,
    /// Number of positions that need the last ply of the count or the last but one.
    pub tight_positions: u64,
    /// Some of these positions.
    pub tight_examples: Vec<Tight>,
}

/// The longest win or loss in time of a slice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LongestWin {
    /// Plies of the count.
    pub plies: u32,
    /// Number of positions that need this many plies.
    pub positions: u64,
    /// The first of these positions.
    pub fen: String,
}

/// A decided position that a fresh count turns into a draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TooLate {
    pub fen: String,
    /// True when the side to move wins without the rule.
    pub is_win: bool,
    /// Plies of the count that the winner needs. `None` when no number is enough, because every way
    /// to win leads to an ending that is a draw under the rules.
    pub needed_plies: Option<u32>,
    /// Plies to the end of the game without the rule, if there is a DTW table.
    pub dtw_plies: Option<u32>,
}

/// A position that needs almost the whole count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tight {
    pub fen: String,
    /// Plies of the count that the winner needs.
    pub needed_plies: u32,
    /// True when the side to move wins.
    pub is_win: bool,
}

impl SliceReport {
    /// Most plies that a win or loss in time needs.
    pub fn longest_plies(&self) -> u32 {
        [&self.longest_win, &self.longest_loss].into_iter().flatten().map(|l| l.plies).max().unwrap_or(0)
    }
}
