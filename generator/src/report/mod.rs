//! The proof report: the tables checked against the counts of a rule code.
//!
//! For every slice: which count binds, the most plies of it that any win needs, how many wins the rule turns into draws
//! although the count is fresh, and the positions that use the count up to its last ply or the last but one.

mod gather;
mod page;
mod plot;

pub use page::{markdown, not_looked_at, text};
pub use plot::svg;

use peatee_probe::Tables;
use peatee_rules::draw::DrawRules;
use peatee_table::{Slice, slices};
use serde::Serialize;

use crate::error::Error;
use crate::watch::{Watch, Watched};
use gather::Found;

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
    /// How many slices there are of so many pieces.
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
    /// The next move that sets the count back or ends it, with the win kept under the rules; or the end of the game.
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
    /// Plies of the count it needs; `None` when no number would do, since every way to win leads to an ending in which
    /// the rules make a draw of it.
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

/// Makes the report from tables of 2 to `pieces` pieces: WDL, DTW where a count runs to the end of the game, and DTR of
/// these rules where moves set it back. Slices that lack one of them are listed as missing.
///
/// # Errors
/// When there is no slice to report on, a table is damaged, or the work is to stop.
pub fn report(tables: &Tables, rules: &DrawRules, pieces: u8, watch: &dyn Watch) -> Result<Report, Error> {
    let slices = slices(tables.game(), pieces);
    let to_read = |&slice: &Slice| gather::positions_read(tables, rules, slice);
    let watched = Watched::start(watch, slices.iter().map(to_read).sum());
    let mut found = Report {
        variant: tables.game().variant().id.to_owned(),
        rules: rules.name(),
        pieces: 0,
        positions: 0,
        counts: Vec::new(),
        slices: Vec::new(),
        slices_asked: slices.len(),
        missing: Vec::new(),
    };
    let mut first_missing = None;
    for slice in slices {
        watched.slice(slice);
        let positions = match gather::slice_report(tables, rules, slice, &watched)? {
            Found::NoCount { positions } => positions,
            Found::Missing { metric, article } => {
                first_missing.get_or_insert((slice, metric));
                let (slice, metric, article) = (slice.name(), metric.name(), article.to_owned());
                found.missing.push(MissingTable { slice, metric, article });
                continue;
            }
            Found::Report(report) => {
                let positions = report.positions;
                found.slices.push(*report);
                positions
            }
        };
        found.positions += positions;
        found.pieces = found.pieces.max(slice.material.pieces());
    }
    match first_missing {
        Some((slice, metric)) if found.positions == 0 => Err(Error::MissingDependency {
            slice: "the report".to_owned(),
            missing: slice.name(),
            metric,
            directory: tables.directory().to_owned(),
        }),
        _ => {
            found.counts = rules.code.counts.iter().map(|rule| found.count(rule.article, rule.text)).collect();
            Ok(found)
        }
    }
}

impl Report {
    fn count(&self, article: &str, text: &str) -> CountReport {
        let of_count = || self.slices.iter().filter(|slice| slice.article == article);
        let total = of_count().next().map(|first| CountTotal {
            limit_plies: of_count().map(|slice| slice.limit_plies).max().unwrap_or(first.limit_plies),
            counted_to: first.counted_to,
            slices: of_count().count(),
            wins: of_count().map(|slice| slice.wins).sum(),
            losses: of_count().map(|slice| slice.losses).sum(),
            longest_plies: of_count().map(SliceReport::longest_plies).max().unwrap_or(0),
            cursed_wins: of_count().map(|slice| slice.cursed_wins).sum(),
            blessed_losses: of_count().map(|slice| slice.blessed_losses).sum(),
        });
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let slices_missing = self.missing.iter().filter(|table| table.article == article).count();
        CountReport { article: article.to_owned(), text, total, slices_missing }
    }
}

impl SliceReport {
    /// The most plies that any win or loss in time needs.
    pub fn longest_plies(&self) -> u32 {
        [&self.longest_win, &self.longest_loss].into_iter().flatten().map(|l| l.plies).max().unwrap_or(0)
    }
}
