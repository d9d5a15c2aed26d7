//! Findings about a slice with men under rules that limit the moves in a row with one king.

use std::cmp::Ordering;

use peatee_probe::{ProbeError, Tables};
use peatee_rules::draw::DrawRules;
use peatee_rules::draw::code::KingMovesRule;
use peatee_table::{Metric, RuleSet, Slice, Value, Wdl};

use super::gather::SliceFindings;
use super::gathered::{CountRow, Gathered};
use super::model::{ChangedPlies, CountedTo};
use crate::error::Error;
use crate::progress::watch::Watched;
use crate::tables::read::cells::in_order;
use crate::tables::read::slice_values::SliceValues;

/// Returns the findings about one slice: the positions whose result the rules change if neither
/// side has moved a king before, and those that take more or fewer plies to the end, if tables hold
/// these plies. Counts take part in these values too, where they start later.
///
/// # Errors
/// A table is damaged, or the work must stop.
pub fn slice_report(
    tables: &Tables,
    rules: &DrawRules,
    limit: &KingMovesRule,
    slice: Slice,
    watched: &Watched,
) -> Result<SliceFindings, Error> {
    let set = RuleSet::new(rules);
    let of_plies = [Metric::Dtw, Metric::RuleDtw(set)];
    let has_plies = of_plies.iter().all(|metric| tables.metrics(slice).contains(metric));
    let metrics = if has_plies { of_plies } else { [Metric::Wdl, Metric::RuleWdl(set)] };
    for metric in metrics {
        match tables.need(slice, metric) {
            Err(ProbeError::MissingTable { .. }) => {
                return Ok(SliceFindings::Missing { metric, article: limit.article });
            }
            found => found?,
        };
    }
    let [without_rules, under_rules] = metrics.map(|metric| SliceValues::new(tables, slice, metric));
    let (without_rules, under_rules) = (without_rules?, under_rules?);
    let (mut gathered, mut changed, mut positions) = (Gathered::default(), ChangedPlies::default(), 0);
    let read = |block: u64| Ok((without_rules.block(block)?, under_rules.block(block)?));
    in_order(without_rules.blocks(), &read, |(before, after)| {
        for (number, (before, after)) in before.numbers.zip(before.values.iter().zip(&after.values)) {
            let is_kept = before.wdl == after.wdl;
            // The limit is not a number of plies: a win is kept, or no number of plies is enough.
            gathered.add(number, before.wdl, is_kept.then_some(0), u32::MAX);
            changed.add(*before, *after);
            if !is_kept && after.wdl != Wdl::Draw {
                gathered.newly_decided[(after.wdl == Wdl::Win) as usize] += 1;
            }
            positions += 1;
        }
        watched.advance(2 * after.values.len() as u64)
    })?;
    gathered.changed_plies = has_plies.then_some(changed);
    // The limit comes after the counts of the draw rules.
    let count = Some(rules.code.counts.len());
    let row = CountRow { count, article: limit.article, limit_plies: 0, counted_to: CountedTo::End };
    Ok(SliceFindings::Report(Box::new(gathered.report(tables, slice, positions, &row))))
}

impl ChangedPlies {
    /// Adds a position with its values without the rules and under them.
    fn add(&mut self, before: Value, after: Value) {
        let number = match (before.wdl, after.wdl, after.plies.cmp(&before.plies)) {
            (Wdl::Win, Wdl::Win, Ordering::Greater) => &mut self.longer_wins,
            (Wdl::Win, Wdl::Win, Ordering::Less) => &mut self.shorter_wins,
            (Wdl::Loss, Wdl::Loss, Ordering::Greater) => &mut self.longer_losses,
            (Wdl::Loss, Wdl::Loss, Ordering::Less) => &mut self.shorter_losses,
            _ => return,
        };
        *number += 1;
    }
}
