//! Goes through the cells of one slice.

use peatee_probe::internals::{end_plies, one_count_decides};
use peatee_probe::{Clock, ProbeError, Tables};
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, RuleSet, Slice, Wdl};

use super::model::{CountedTo, Longest, SliceReport, Tight, TooLate};
use crate::error::Error;
use crate::positions::positions;
use crate::read::each_cell_watched;
use crate::stats::{fen_of, position_of};
use crate::watch::Watched;

/// What the report can say about a slice.
pub enum Found {
    /// No count binds: wins are wins.
    NoCount {
        /// How many positions the slice has.
        positions: u64,
    },
    /// Nothing: the table of this metric is missing.
    Missing {
        /// The metric.
        metric: Metric,
        /// The article of the count that binds.
        article: &'static str,
    },
    /// What the count does in the slice.
    Report(Box<SliceReport>),
}

/// How many positions are read for the report on a slice.
pub fn positions_read(tables: &Tables, rules: &DrawRules, slice: Slice) -> u64 {
    match Clock::fresh(rules, &slice.material, slice.side) {
        Clock::None if one_count_decides(rules) => 0,
        Clock::None => 2 * positions(tables.game(), slice),
        Clock::ToEnd(_) | Clock::ToReset(_) => 2 * positions(tables.game(), slice),
    }
}

/// The most tight positions of a slice that are listed.
const EXAMPLES: usize = 6;

/// Looks through one slice.
///
/// # Errors
/// When a table is damaged, or the work is to stop.
pub fn slice_report(tables: &Tables, rules: &DrawRules, slice: Slice, watched: &Watched) -> Result<Found, Error> {
    let clock = Clock::fresh(rules, &slice.material, slice.side);
    let (count, metric, end, counted_to) = match &clock {
        Clock::None => return Ok(Found::NoCount { positions: positions(tables.game(), slice) }),
        Clock::ToEnd(count) => (count, Metric::Dtw, end_plies(rules, count.rule), CountedTo::End),
        Clock::ToReset(count) => (count, Metric::Dtr(RuleSet::new(rules)), 0, CountedTo::Reset),
    };
    for metric in [Metric::Wdl, metric] {
        match tables.need(slice, metric) {
            Err(ProbeError::MissingTable { .. }) => return Ok(Found::Missing { metric, article: count.rule.article }),
            found => found?,
        };
    }
    let mut values = Vec::new();
    each_cell_watched(tables, slice, Metric::Wdl, watched, |_, cell| values.push(Wdl::of_cell(cell)))?;
    let mut gathered = Gathered::default();
    let each = |number: u64, cell: u32| {
        let needed = cell.checked_sub(1).map(|plies| plies + end);
        gathered.add(number, values[number as usize], needed, count.left_plies());
    };
    each_cell_watched(tables, slice, metric, watched, each)?;
    let row = Row {
        count: rules.code.place_of(count.rule),
        article: count.rule.article,
        limit_plies: count.left_plies(),
        counted_to,
    };
    Ok(Found::Report(Box::new(gathered.report(tables, slice, values.len() as u64, &row))))
}

/// What the count of a row is.
pub struct Row {
    /// Its place in the code; `None` where no count runs yet.
    pub count: Option<usize>,
    /// Its article.
    pub article: &'static str,
    /// Plies that it allows from its start.
    pub limit_plies: u32,
    /// The end up to which its plies are counted.
    pub counted_to: CountedTo,
}

/// What is gathered while the cells are read. In each pair the first entry is for losses, the
/// second for wins.
#[derive(Default)]
pub struct Gathered {
    decided: [u64; 2],
    /// Plies, how many positions need as many, and the number of the first of them.
    longest: [Option<(u32, u64, u64)>; 2],
    too_late: [u64; 2],
    /// The number of the position, and the plies that it needs.
    first_too_late: [Option<(u64, Option<u32>)>; 2],
    tight: Vec<(u64, u32, bool)>,
    tight_positions: u64,
}

impl Gathered {
    /// Adds a position whose winner needs `needed` plies of the `limit` plies of the count; `None`:
    /// no number of plies is enough.
    pub fn add(&mut self, number: u64, wdl: Wdl, needed: Option<u32>, limit: u32) {
        let is_win = match wdl {
            Wdl::Win => true,
            Wdl::Loss => false,
            Wdl::Draw => return,
        };
        let place = is_win as usize;
        self.decided[place] += 1;
        let Some(in_time) = needed.filter(|&needed| needed <= limit) else {
            self.too_late[place] += 1;
            self.first_too_late[place].get_or_insert((number, needed));
            return;
        };
        match &mut self.longest[place] {
            Some((most, positions, _)) if *most == in_time => *positions += 1,
            Some((most, ..)) if *most > in_time => {}
            record => *record = Some((in_time, 1, number)),
        }
        if in_time + 1 >= limit {
            self.tight_positions += 1;
            if self.tight.len() < EXAMPLES {
                self.tight.push((number, in_time, is_win));
            }
        }
    }

    /// Adds a position that another count makes a draw of.
    pub fn add_other(&mut self, wdl: Wdl) {
        self.decided[(wdl == Wdl::Win) as usize] += 1;
    }

    /// True when a won or lost position was added.
    pub fn has_decided(&self) -> bool {
        self.decided != [0, 0]
    }

    /// True when one of them is too late.
    pub fn has_too_late(&self) -> bool {
        self.too_late != [0, 0]
    }

    /// The report on a slice that has `positions` positions, from the positions added.
    pub fn report(self, tables: &Tables, slice: Slice, positions: u64, row: &Row) -> SliceReport {
        let fen = |number: u64| fen_of(tables, slice, number);
        let longest = |record: Option<(u32, u64, u64)>| {
            record.map(|(plies, positions, number)| Longest { plies, positions, fen: fen(number) })
        };
        let too_late = |is_win: bool| {
            let (number, needed_plies) = self.first_too_late[is_win as usize]?;
            let dtw_plies = tables.probe(&position_of(tables, slice, number)).ok().and_then(|value| value.plies);
            Some(TooLate { fen: fen(number), is_win, needed_plies, dtw_plies })
        };
        let tight =
            |&(number, needed_plies, is_win): &(u64, u32, bool)| Tight { fen: fen(number), needed_plies, is_win };
        let [losses, wins] = self.decided;
        let [blessed_losses, cursed_wins] = self.too_late;
        let [longest_loss, longest_win] = self.longest.map(longest);
        SliceReport {
            slice: slice.name(),
            count: row.count,
            article: row.article.to_owned(),
            limit_plies: row.limit_plies,
            counted_to: row.counted_to,
            positions,
            wins,
            losses,
            longest_win,
            longest_loss,
            cursed_wins,
            blessed_losses,
            too_late_examples: [true, false].into_iter().filter_map(too_late).collect(),
            tight_positions: self.tight_positions,
            tight_examples: self.tight.iter().map(tight).collect(),
        }
    }
}
