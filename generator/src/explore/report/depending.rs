//! Counts the positions whose plies to the end of the game depend on the plies left of the counts.

use peatee_probe::internals::{SharedPlies, end_plies};
use peatee_probe::{RuleOutcome, RulePlies, Tables};
use peatee_rules::draw::DrawRules;
use peatee_rules::draw::code::MAX_COUNTS;
use peatee_rules::{Budget, Position};
use peatee_table::{Metric, Slice, Value, Wdl};

use super::model::{Depending, Report, SliceReport};
use crate::error::Error;
use crate::progress::watch::{Watch, Watched};
use crate::tables::read::cells::in_order;
use crate::tables::read::slice_values::SliceValues;

/// Numbers of steps that searches for plies may take, tried in this order.
const STEPS: [u64; 4] = [1 << 10, 1 << 14, 1 << 18, u64::MAX];

/// Adds to each slice of a report the number of positions whose plies to the end of the game depend
/// on the plies left of the count. Needs DTW tables of these slices and of all to which moves lead.
///
/// A position depends if it takes more plies when the running counts have used as many plies as the
/// win allows than when they have used none. In between, more used plies never end the game sooner.
///
/// # Errors
/// A table is missing or damaged, or the work must stop.
pub fn add_depending(tables: &Tables, rules: &DrawRules, report: &mut Report, watch: &dyn Watch) -> Result<(), Error> {
    let has_count = |row: &&mut SliceReport| row.count.is_some_and(|count| count < rules.code.counts.len());
    let rows_of = report.slices.chunk_by_mut(|row, next| row.slice == next.slice);
    let mut slices: Vec<Vec<&mut SliceReport>> =
        rows_of.map(|rows| rows.iter_mut().filter(has_count).collect()).collect();
    slices.retain(|rows| !rows.is_empty());
    let watched = Watched::start(watch, slices.iter().map(|rows| rows[0].positions).sum());
    for rows in slices {
        let slice = Slice::parse(tables.game(), &rows[0].slice).expect("a report names slices of its variant");
        watched.slice(&slice.name());
        let mut of_count = [Depending::default(); MAX_COUNTS];
        let values = SliceValues::new(tables, slice, Metric::Dtw)?;
        let in_block = |block: u64| {
            let block = values.block(block)?;
            let mut found = [Depending::default(); MAX_COUNTS];
            let budget = Budget::unlimited();
            let mut search = SharedPlies::new(tables, rules, &budget);
            values.each_position(
                &block,
                |value| value.wdl != Wdl::Draw,
                |_, position, value| {
                    if let Some((count, depends)) = depends(tables, rules, &mut search, position, value)? {
                        found[count].add(value.wdl, depends);
                    }
                    Ok(())
                },
            )?;
            Ok((found, block.values.len() as u64))
        };
        in_order(values.blocks(), &in_block, |(found, positions)| {
            of_count.iter_mut().zip(found).for_each(|(all, found)| *all += found);
            watched.advance(positions)
        })?;
        for row in rows {
            row.depending = row.count.map(|count| of_count[count]);
        }
    }
    Ok(())
}

/// Returns whether the plies to the end of the game from a won or lost position depend on the plies
/// left of the counts, with the index of the count that decides; `None` if no number of used plies
/// can matter. The answer itself is `None` if the search for plies has ended early.
fn depends(
    tables: &Tables,
    rules: &DrawRules,
    search: &mut SharedPlies<'_>,
    position: &Position,
    value: Value,
) -> Result<Option<(usize, Option<bool>)>, Error> {
    let fresh = tables.exact_rule_value(position, rules, &rules.start(position))?;
    let (Some(deciding), Some(needed), Some(dtw)) = (fresh.clock.count(), fresh.needed_plies, value.plies) else {
        return Ok(None);
    };
    let is_in_time = matches!(fresh.outcome, RuleOutcome::Win | RuleOutcome::Loss);
    if !is_in_time || needed >= dtw + end_plies(rules, deciding.rule) {
        return Ok(None);
    }
    let Some(count) = rules.code.place_of(deciding.rule) else { return Ok(None) };
    let situation = rules.situation(position);
    let mut plies = |used: u32, steps: u64| search.plies(position, &rules.with_used_plies(&situation, used), steps);
    // Other counts may end the game before the deciding one does.
    for used in (1..=deciding.left_plies().saturating_sub(needed)).rev() {
        // Few steps tell a lower bound, and most bounds tell that the plies are more.
        for steps in STEPS {
            let Some(last) = plies(used, steps)? else { break };
            let first = match fresh.plies {
                Some(first @ RulePlies::Exact(_)) => first,
                _ => plies(0, steps)?.unwrap_or(last),
            };
            let depends = is_more(last, first);
            if depends.is_some() || steps == u64::MAX {
                return Ok(Some((count, depends)));
            }
        }
    }
    Ok(None)
}

/// Returns whether a number of plies is greater than another, if their bounds tell it. It is not
/// smaller.
fn is_more(plies: RulePlies, than: RulePlies) -> Option<bool> {
    match (plies, than) {
        (RulePlies::Exact(plies), than) if plies <= than.number() => Some(false),
        (plies, RulePlies::Exact(than)) if plies.number() > than => Some(true),
        _ => None,
    }
}

impl Depending {
    fn add(&mut self, wdl: Wdl, depends: Option<bool>) {
        let number = match depends {
            None => &mut self.unknown,
            Some(_) if wdl == Wdl::Win => &mut self.wins,
            Some(_) => &mut self.losses,
        };
        *number += u64::from(depends != Some(false));
    }
}
