//! Reading of the tables of one slice for the report.

use peatee_probe::internals::{end_plies, one_count_decides};
use peatee_probe::{Clock, ProbeError, Tables};
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, RuleSet, Slice, Wdl};

use super::from_cells::gather_from_cells;
use super::gathered::{CountRow, Gathered};
use super::model::{CountedTo, SliceReport};
use crate::error::Error;
use crate::progress::watch::Watched;
use crate::tables::positions::positions;
use crate::tables::read::cells::{each_cell_watched, table};

/// Result of the report for one slice and one count of the draw rules.
pub enum SliceFindings {
    /// In this slice no count of the draw rules can prevent a win.
    NoCount { positions: u64 },
    /// A table that the report on the slice needs is missing. `metric` is the metric of this table.
    Missing { metric: Metric, article: &'static str },
    /// The needed tables exist; the report says how the count affects the slice.
    Report(Box<SliceReport>),
}

pub fn positions_read(tables: &Tables, rules: &DrawRules, slice: Slice) -> u64 {
    match Clock::fresh(rules, &slice.material, slice.side) {
        Clock::None if one_count_decides(rules) => 0,
        Clock::None => 2 * positions(tables.game(), slice),
        Clock::ToEnd(_) | Clock::ToReset(_) => 2 * positions(tables.game(), slice),
    }
}

/// Returns the findings about one slice under draw rules with at most one deciding count per slice.
///
/// # Errors
/// A table is damaged, or the work must stop.
pub fn slice_report(
    tables: &Tables,
    rules: &DrawRules,
    slice: Slice,
    watched: &Watched,
) -> Result<SliceFindings, Error> {
    let clock = Clock::fresh(rules, &slice.material, slice.side);
    let (count, metric, end, counted_to) = match &clock {
        Clock::None => return Ok(SliceFindings::NoCount { positions: positions(tables.game(), slice) }),
        Clock::ToEnd(count) => (count, Metric::Dtw, end_plies(rules, count.rule), CountedTo::End),
        Clock::ToReset(count) => (count, Metric::Dtr(RuleSet::new(rules)), 0, CountedTo::Reset),
    };
    for metric in [Metric::Wdl, metric] {
        match tables.need(slice, metric) {
            Err(ProbeError::MissingTable { .. }) => {
                return Ok(SliceFindings::Missing { metric, article: count.rule.article });
            }
            found => found?,
        };
    }
    let limit_plies = count.left_plies();
    let from_cells = match counted_to {
        CountedTo::Reset => gather_from_cells(tables, rules, slice, (metric, limit_plies), watched)?,
        CountedTo::End => None,
    };
    let gathered = match from_cells {
        Some(gathered) => gathered,
        None => gather_from_values(tables, slice, metric, (end, limit_plies), watched)?,
    };
    let row = CountRow { count: rules.code.place_of(count.rule), article: count.rule.article, limit_plies, counted_to };
    let positions = table(tables, slice, metric)?.header().positions;
    Ok(SliceFindings::Report(Box::new(gathered.report(tables, slice, positions, &row))))
}

/// Gathers the figures of a slice for the report from the values of all its positions, including
/// positions with captures.
///
/// `limit` is the number of plies that the count allows. `end` is the number of plies that the
/// count must have left when the distance in `metric` has been played, or else the win becomes a
/// draw.
///
/// # Errors
/// A table is damaged, or the work must stop.
pub fn gather_from_values(
    tables: &Tables,
    slice: Slice,
    metric: Metric,
    (end, limit): (u32, u32),
    watched: &Watched,
) -> Result<Gathered, Error> {
    let mut values = Vec::new();
    each_cell_watched(tables, slice, Metric::Wdl, watched, |_, cell| values.push(Wdl::of_cell(cell)))?;
    let mut gathered = Gathered::default();
    let each = |number: u64, cell: u32| {
        let needed = cell.checked_sub(1).map(|plies| plies + end);
        gathered.add(number, values[number as usize], needed, limit);
    };
    each_cell_watched(tables, slice, metric, watched, each)?;
    Ok(gathered)
}
