//! Findings about a slice under rules with counts that run side by side. Each count that runs in
//! some position when all counters are at zero has findings of its own.

use peatee_probe::internals::runs_to_the_end;
use peatee_probe::{Clock, ProbeError, Tables};
use peatee_rules::draw::DrawRules;
use peatee_rules::draw::code::MAX_COUNTS;
use peatee_rules::{Position, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::requirement::Requirement;
use peatee_table::{Metric, RuleSet, Slice, Wdl};

use super::gather::SliceFindings;
use super::gathered::{CountRow, Gathered};
use super::model::{CountedTo, NO_COUNT_YET};
use crate::error::Error;
use crate::progress::watch::Watched;
use crate::tables::read::cells::each_cell_watched;

/// Returns the findings about one slice, one for each count.
///
/// # Errors
/// A table is damaged, or the work must stop.
pub fn slice_reports(
    tables: &Tables,
    rules: &DrawRules,
    slice: Slice,
    watched: &Watched,
) -> Result<Vec<SliceFindings>, Error> {
    let ruled = Metric::Dtr(RuleSet::new(rules));
    for metric in [Metric::Wdl, ruled] {
        match tables.need(slice, metric) {
            Err(ProbeError::MissingTable { .. }) => {
                let clock = Clock::fresh(rules, &slice.material, slice.side);
                let article = clock.count().map_or(NO_COUNT_YET, |count| count.rule.article);
                return Ok(vec![SliceFindings::Missing { metric, article }]);
            }
            found => found?,
        };
    }
    let mut values = Vec::new();
    each_cell_watched(tables, slice, Metric::Wdl, watched, |_, cell| values.push(Wdl::of_cell(cell)))?;
    let table = tables.need(slice, ruled)?;
    let damaged = |error| Error::File { path: table.path().to_owned(), error };
    let list = table.requirements().map_err(damaged)?;
    let mut rows =
        CountRows { rules, limits: [0; MAX_COUNTS], of_count: Default::default(), without: Gathered::default() };
    let mut wrong_cell = None;
    with_kernel!(tables.game(), kernel => {
        let index = SliceIndex::new(kernel, slice);
        let mut cursor = index.cursor();
        each_cell_watched(tables, slice, ruled, watched, |number, cell| {
            let wdl = values[number as usize];
            if wdl == Wdl::Draw {
                return;
            }
            let never = Requirement::default();
            let requirement = match (cell as usize).checked_sub(1) {
                None => &never,
                Some(place) => match list.get(place) {
                    Some(requirement) => requirement,
                    None => {
                        wrong_cell = Some(cell);
                        return;
                    }
                },
            };
            let position = Position { setup: cursor.seek(number).convert(), side: slice.side };
            rows.add(number, &position, wdl, requirement);
        })?;
    });
    if let Some(cell) = wrong_cell {
        table.requirement(cell).map_err(damaged)?;
    }
    Ok(rows.reports(tables, slice, values.len() as u64))
}

/// Figures of one slice for the report, kept separately for each count.
struct CountRows<'a> {
    rules: &'a DrawRules,
    limits: [u32; MAX_COUNTS],
    of_count: [Gathered; MAX_COUNTS],
    /// Figures of the positions in which no count runs.
    without: Gathered,
}

impl CountRows<'_> {
    fn add(&mut self, number: u64, position: &Position, wdl: Wdl, requirement: &Requirement) {
        let rules = self.rules;
        let fresh = rules.start(position);
        let left_plies = rules.left_plies(&fresh, position.side);
        let is_in_time = requirement.is_met(&left_plies);
        let clock = Clock::of(rules, &fresh, position.side);
        let Some(binding) = clock.count() else {
            let needed = is_in_time.then_some(0);
            // No count runs, so no number of plies is too large.
            return self.without.add(number, wdl, needed, u32::MAX);
        };
        let binding_place = rules.code.place_of(binding.rule);
        let needed = |count: usize| requirement.needed_plies(&left_plies, count);
        let running = || (0..rules.code.counts.len()).filter(|&count| left_plies[count].is_some());
        // True if more plies of a single running count, no matter which, would let the win come in
        // time.
        let is_ones_fault = !is_in_time && running().any(|count| needed(count).is_some());
        for count in running() {
            let limit = left_plies[count].unwrap_or(0);
            self.limits[count] = limit;
            let gathered = &mut self.of_count[count];
            match needed(count) {
                None if is_ones_fault || binding_place != Some(count) => gathered.add_other(wdl),
                needed => gathered.add(number, wdl, needed, limit),
            }
        }
    }

    fn reports(self, tables: &Tables, slice: Slice, positions: u64) -> Vec<SliceFindings> {
        let CountRows { rules, limits, of_count, without } = self;
        let mut found = Vec::new();
        for (count, gathered) in of_count.into_iter().enumerate().filter(|(_, gathered)| gathered.has_decided()) {
            let rule = &rules.code.counts[count];
            let counted_to = if runs_to_the_end(rules, rule) { CountedTo::End } else { CountedTo::Reset };
            let row = CountRow { count: Some(count), article: rule.article, limit_plies: limits[count], counted_to };
            found.push(SliceFindings::Report(Box::new(gathered.report(tables, slice, positions, &row))));
        }
        if without.has_too_late() {
            let row = CountRow { count: None, article: NO_COUNT_YET, limit_plies: 0, counted_to: CountedTo::Reset };
            found.push(SliceFindings::Report(Box::new(without.report(tables, slice, positions, &row))));
        }
        if found.is_empty() {
            found.push(SliceFindings::NoCount { positions });
        }
        found
    }
}
