//! The proof report: the tables checked against the counts of a rule code.
//!
//! For every slice: which count binds, the most plies of it that any win needs, how many wins the rule turns into draws
//! although the count is fresh, and the positions that use the count up to its last ply or the last but one.

mod page;
mod plot;

pub use page::{markdown, text};
pub use plot::svg;

use peatee_probe::clock::{Clock, end_plies};
use peatee_probe::{Metric, RuleSet, Slice, Table, Tables, Wdl, slices};
use peatee_rules::draw::{DrawRules, Material};
use serde::Serialize;

use crate::error::Error;
use crate::stats::fen_of;

/// The report on one variant under one rule code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The variant's id.
    pub variant: String,
    /// The code with its readings, as `FMJD-100`.
    pub rules: String,
    /// The counts of the code.
    pub counts: Vec<Count>,
    /// The slices in which a count binds.
    pub slices: Vec<SliceReport>,
}

/// A count of the code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Its article.
    pub article: String,
    /// What the article says.
    pub text: String,
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
    /// One of these wins, as FEN.
    pub cursed_example: Option<String>,
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

/// So many tight positions of a slice are listed.
const EXAMPLES: usize = 6;

/// Makes the report from tables: WDL and DTW, and DTR of these rules where a count binds that moves set back.
///
/// # Errors
/// When a table is missing or damaged.
pub fn report(tables: &Tables, rules: &DrawRules, pieces: u8) -> Result<Report, Error> {
    let mut reports = Vec::new();
    for slice in slices(tables.game(), pieces) {
        reports.extend(slice_report(tables, rules, slice)?);
    }
    let count = |rule: &peatee_rules::draw::code::CountRule| Count {
        article: rule.article.to_owned(),
        text: rule.text.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    Ok(Report {
        variant: tables.game().variant().id.to_owned(),
        rules: rules.name(),
        counts: rules.code.counts.iter().map(count).collect(),
        slices: reports,
    })
}

/// What is gathered while the cells go by.
#[derive(Default)]
struct Gathered {
    /// Plies, how many, first number; for wins and losses.
    longest: [Option<(u32, u64, u64)>; 2],
    decided: [u64; 2],
    too_late: [u64; 2],
    first_too_late_win: Option<u64>,
    tight: Vec<(u64, u32, bool)>,
    tight_positions: u64,
}

impl Gathered {
    fn add(&mut self, number: u64, wdl: Wdl, needed: Option<u32>, limit: u32) {
        let is_win = match wdl {
            Wdl::Win => true,
            Wdl::Loss => false,
            Wdl::Draw => return,
        };
        self.decided[is_win as usize] += 1;
        let Some(needed) = needed.filter(|&needed| needed <= limit) else {
            self.too_late[is_win as usize] += 1;
            if is_win {
                self.first_too_late_win.get_or_insert(number);
            }
            return;
        };
        match &mut self.longest[is_win as usize] {
            Some((most, positions, _)) if *most == needed => *positions += 1,
            Some((most, ..)) if *most > needed => {}
            record => *record = Some((needed, 1, number)),
        }
        if needed + 1 >= limit {
            self.tight_positions += 1;
            if self.tight.len() < EXAMPLES {
                self.tight.push((number, needed, is_win));
            }
        }
    }
}

fn slice_report(tables: &Tables, rules: &DrawRules, slice: Slice) -> Result<Option<SliceReport>, Error> {
    let material = Material { counts: slice.material.counts };
    let clock = Clock::fresh(rules, &material, slice.side);
    let (count, metric, end) = match &clock {
        Clock::None => return Ok(None),
        Clock::ToEnd(count) => (*count, Metric::Dtw, end_plies(rules, count.rule)),
        Clock::ToReset(count) => (*count, Metric::Dtr(RuleSet::new(rules)), 0),
    };
    let values = outcomes(tables, slice)?;
    let table = table(tables, slice, metric)?;
    let limit = count.left_plies();
    let mut gathered = Gathered::default();
    let each = |number: u64, cell: u32| {
        let needed = cell.checked_sub(1).map(|plies| plies + end);
        gathered.add(number, values[number as usize], needed, limit);
    };
    table.each_cell(each).map_err(|source| Error::File { path: table.path().to_owned(), source })?;
    let fen = |number: u64| fen_of(tables, slice, number);
    let longest = |record: Option<(u32, u64, u64)>| {
        record.map(|(plies, positions, number)| Longest { plies, positions, fen: fen(number) })
    };
    let [longest_loss, longest_win] = gathered.longest.map(longest);
    Ok(Some(SliceReport {
        slice: slice.name(),
        article: count.rule.article.to_owned(),
        limit_plies: limit,
        wins: gathered.decided[1],
        losses: gathered.decided[0],
        longest_win,
        longest_loss,
        cursed_wins: gathered.too_late[1],
        blessed_losses: gathered.too_late[0],
        cursed_example: gathered.first_too_late_win.map(fen),
        tight_positions: gathered.tight_positions,
        tight_examples: gathered
            .tight
            .iter()
            .map(|&(number, needed_plies, is_win)| Tight { fen: fen(number), needed_plies, is_win })
            .collect(),
    }))
}

fn outcomes(tables: &Tables, slice: Slice) -> Result<Vec<Wdl>, Error> {
    let table = table(tables, slice, Metric::Wdl)?;
    let mut values = Vec::with_capacity(table.header().positions as usize);
    let each = |_, cell: u32| values.push(Wdl::from_cell(cell as u8).unwrap_or(Wdl::Draw));
    table.each_cell(each).map_err(|source| Error::File { path: table.path().to_owned(), source })?;
    Ok(values)
}

fn table(tables: &Tables, slice: Slice, metric: Metric) -> Result<&Table, Error> {
    tables.table(slice, metric).ok_or_else(|| Error::MissingDependency {
        slice: "the report".to_owned(),
        missing: slice.name(),
        metric,
        directory: tables.directory().to_owned(),
    })
}

impl Report {
    /// Wins that the rules turn into draws with fresh counts, by article.
    pub fn cursed_by_article(&self) -> Vec<(&str, u64)> {
        let of = |article: &str| self.slices.iter().filter(|s| s.article == article).map(|s| s.cursed_wins).sum();
        self.counts.iter().map(|count| (count.article.as_str(), of(&count.article))).collect()
    }

    /// The most plies any win or loss in time needs of each count, with its limit; `None` where the count never binds.
    pub fn longest_by_article(&self) -> Vec<(&str, Option<(u32, u32)>)> {
        let of = |article: &str| {
            let slices = self.slices.iter().filter(|s| s.article == article);
            slices.map(|s| (s.longest_plies(), s.limit_plies)).max()
        };
        self.counts.iter().map(|count| (count.article.as_str(), of(&count.article))).collect()
    }
}

impl SliceReport {
    /// The most plies that any win or loss in time needs.
    pub fn longest_plies(&self) -> u32 {
        [&self.longest_win, &self.longest_loss].into_iter().flatten().map(|l| l.plies).max().unwrap_or(0)
    }
}
