//! The figures of the report.

use serde::Serialize;

/// The report on one variant under one rule code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The variant's id.
    pub variant: String,
    /// The code with its readings, as `FMJD-100`.
    pub rules: String,
    /// The most pieces of a position that was looked at.
    pub pieces: u8,
    /// How many positions were looked at, those in which no count binds included.
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
    /// In how many slices it binds that were not looked at.
    pub slices_missing: usize,
}

/// What a count does in all slices in which it binds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CountTotal {
    /// Plies that the count allows from its start.
    pub limit_plies: u32,
    /// What the plies of it are counted to.
    pub counted_to: CountedTo,
    /// How many slices.
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

/// What the plies of a count are counted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountedTo {
    /// The end of the game: nothing sets the count back.
    End,
    /// The next move that sets the count back or ends it, with the win kept under the rules; or the
    /// end of the game.
    Reset,
}

/// A table that the report would need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissingTable {
    /// The slice.
    pub slice: String,
    /// The metric.
    pub metric: String,
    /// The article of the count that binds in the slice.
    pub article: String,
}

/// One slice against the count that binds in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SliceReport {
    /// The slice; the side to move is named first.
    pub slice: String,
    /// The article of the count.
    pub article: String,
    /// Plies that the count allows from its start.
    pub limit_plies: u32,
    /// What the plies of the count are counted to.
    pub counted_to: CountedTo,
    /// How many positions.
    pub positions: u64,
    /// Won for the side to move without the rule.
    pub wins: u64,
    /// Lost for the side to move without the rule.
    pub losses: u64,
    /// The most plies of the count that a win in time needs.
    pub longest_win: Option<Longest>,
    /// The most plies of the count that a loss in time takes.
    pub longest_loss: Option<Longest>,
    /// Wins that the rule turns into draws with a fresh count.
    pub cursed_wins: u64,
    /// Losses that the rule turns into draws with a fresh count.
    pub blessed_losses: u64,
    /// Examples of these: a win and a loss, where there is one.
    pub too_late_examples: Vec<TooLate>,
    /// Of positions that need the last ply of the count or the last but one: how many.
    pub tight_positions: u64,
    /// Some of them.
    pub tight_examples: Vec<Tight>,
}

/// The farthest of a slice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Longest {
    /// Plies of the count.
    pub plies: u32,
    /// How many positions need as many.
    pub positions: u64,
    /// The first of them.
    pub fen: String,
}

/// A decided position that a fresh count turns into a draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TooLate {
    /// The position.
    pub fen: String,
    /// Whether the side to move wins it without the rule.
    pub is_win: bool,
    /// Plies of the count it needs; `None` when no number would do, since every way to win leads to
    /// an ending in which the rules make a draw of it.
    pub needed_plies: Option<u32>,
    /// Plies to the end of the game without the rule, where there is a DTW table.
    pub dtw_plies: Option<u32>,
}

/// A position that needs almost the whole count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tight {
    /// The position.
    pub fen: String,
    /// Plies of the count it needs.
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
