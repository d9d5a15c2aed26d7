//! The figures of the report.

use serde::Serialize;

/// The report on one variant under one rule code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The variant's id.
    pub variant: String,
    /// The code with its readings, such as `FMJD-100+together`.
    pub rules: String,
    /// The most pieces of a position that was looked at.
    pub pieces: u8,
    /// How many positions were looked at, including those in which no count binds.
    pub positions: u64,
    /// The counts of the code.
    pub counts: Vec<CountReport>,
    /// The slices in which a count binds.
    pub slices: Vec<SliceReport>,
    /// The number of slices that the report was asked for.
    pub slices_asked: usize,
    /// Slices that were not looked at, since a table of them is missing.
    pub missing: Vec<MissingTable>,
}

/// A count of the code and what it does in all slices together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CountReport {
    /// Its article.
    pub article: String,
    /// What the article says.
    pub text: String,
    /// The sums; `None` where the count binds in no slice that was looked at.
    pub total: Option<CountTotal>,
    /// The number of slices that were not looked at and in which the count binds.
    pub slices_missing: usize,
}

/// What a count does in all slices in which it binds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CountTotal {
    /// Plies that the count allows from its start.
    pub limit_plies: u32,
    /// The end up to which its plies are counted.
    pub counted_to: CountedTo,
    /// The number of slices in which the count binds.
    pub slices: usize,
    /// Positions that are won for the side to move without the rule.
    pub wins: u64,
    /// Positions that are lost for the side to move without the rule.
    pub losses: u64,
    /// The most plies of the count that a win or loss in time needs.
    pub longest_plies: u32,
    /// Wins that the rule turns into draws with a fresh count.
    pub cursed_wins: u64,
    /// Losses that the rule turns into draws with a fresh count.
    pub blessed_losses: u64,
}

/// The end up to which the plies of a count are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountedTo {
    /// The end of the game: nothing sets the count back.
    End,
    /// The next move that sets the count back or ends it, with the win kept under the rules; or the
    /// end of the game.
    Reset,
}

/// A missing table that the report needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissingTable {
    /// The slice.
    pub slice: String,
    /// The metric.
    pub metric: String,
    /// The article of the count that binds in the slice.
    pub article: String,
}

/// The article that stands where no count runs yet, and one that starts later makes a draw.
pub const NO_COUNT_YET: &str = "none yet";

/// One slice against the count that binds in it, or, where counts run side by side, against one of
/// them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SliceReport {
    /// The slice; the side to move is named first.
    pub slice: String,
    /// The place of the count in the code; `None` where no count runs yet.
    #[serde(skip)]
    pub count: Option<usize>,
    /// The article of the count.
    pub article: String,
    /// Plies that the count allows from its start.
    pub limit_plies: u32,
    /// The end up to which the plies of the count are counted.
    pub counted_to: CountedTo,
    /// How many positions the slice has.
    pub positions: u64,
    /// Positions that are won for the side to move without the rule.
    pub wins: u64,
    /// Positions that are lost for the side to move without the rule.
    pub losses: u64,
    /// The most plies of the count that a win in time needs.
    pub longest_win: Option<Longest>,
    /// The most plies of the count that a loss in time takes.
    pub longest_loss: Option<Longest>,
    /// Wins that the rule turns into draws with a fresh count.
    pub cursed_wins: u64,
    /// Losses that the rule turns into draws with a fresh count.
    pub blessed_losses: u64,
    /// One cursed win and one blessed loss, where there are any.
    pub too_late_examples: Vec<TooLate>,
    /// How many positions need the last ply of the count or the last but one.
    pub tight_positions: u64,
    /// Some of these positions.
    pub tight_examples: Vec<Tight>,
}

/// The longest win or loss in time of a slice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Longest {
    /// Plies of the count.
    pub plies: u32,
    /// How many positions need this many plies.
    pub positions: u64,
    /// The first of these positions.
    pub fen: String,
}

/// A decided position that a fresh count turns into a draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TooLate {
    /// The position.
    pub fen: String,
    /// Whether the side to move wins it without the rule.
    pub is_win: bool,
    /// Plies of the count that it needs. `None` when no number is enough, since every way to win
    /// leads to an ending that is a draw under the rules.
    pub needed_plies: Option<u32>,
    /// Plies to the end of the game without the rule, where there is a DTW table.
    pub dtw_plies: Option<u32>,
}

/// A position that needs almost the whole count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tight {
    /// The position.
    pub fen: String,
    /// Plies of the count that it needs.
    pub needed_plies: u32,
    /// Whether the side to move wins it.
    pub is_win: bool,
}

impl SliceReport {
    /// The most plies that any win or loss in time needs.
    pub fn longest_plies(&self) -> u32 {
        [&self.longest_win, &self.longest_loss].into_iter().flatten().map(|l| l.plies).max().unwrap_or(0)
    }
}
