//! Makes the tables that depend on draw rules: depth to reset.

use std::sync::Arc;

use peatee_probe::Clock;
use peatee_probe::internals::{end_plies, one_count_decides};
use peatee_rules::draw::DrawRules;
use peatee_rules::draw::code::MaterialClass;
use peatee_rules::{Bitboard, Kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, RuleSet, Slice, Wdl};

use crate::directory::TableDirectory;
use crate::error::Error;
use crate::metrics::resettable;
use crate::plan::Job;
use crate::read::each_cell;
use crate::solved_slices::{SolvedSlices, tables};
use crate::solver::lookup::SliceArray;
use crate::solver::plain::dtr::{RuleSuccessors, fresh_left_plies, in_time, solve_dtr};
use crate::solver::{Known, Solution};

/// Solves a slice and its opposite under draw rules. The list is empty where no count binds, or the
/// count that binds runs to the end of the game: there WDL and DTW tables are enough.
///
/// # Errors
/// When WDL or DTW tables of the slices, or any table of their successors, is missing or damaged.
pub fn solve_job<W: Bitboard>(
    kernel: &Kernel<W>,
    directory: &TableDirectory,
    solved: &mut SolvedSlices<W>,
    job: &Job,
    set: RuleSet,
) -> Result<Vec<Solution>, Error> {
    let rules = set.rules();
    if !one_count_decides(&rules) {
        return Err(Error::TwoCounts { metric: Metric::Dtr(set) });
    }
    let Some(rule) = resettable(&rules, job.slice) else { return Ok(Vec::new()) };
    let mut source = Source { kernel, directory, solved, job, set, rules };
    let mut successors = RuleSuccessors { fresh: Vec::new(), running: Vec::new() };
    for &slice in &job.needs {
        successors.fresh.push(Arc::new(source.fresh(slice)?));
        let is_of_same_ending = rule.material != MaterialClass::Any && rule.material.contains(&slice.material);
        if is_of_same_ending && resettable(&rules, slice) == Some(rule) {
            successors.running.push(Arc::new(source.distances(slice)?));
        }
    }
    let mut slices = vec![job.slice, job.opposite];
    slices.dedup();
    let own = slices.into_iter().map(|slice| source.without_rules(slice)).collect::<Result<Vec<_>, _>>()?;
    Ok(solve_dtr(kernel, &rules, rule, own, successors)?)
}

/// Reads the values of slices.
struct Source<'a, W> {
    kernel: &'a Kernel<W>,
    directory: &'a TableDirectory,
    solved: &'a mut SolvedSlices<W>,
    job: &'a Job,
    set: RuleSet,
    rules: DrawRules,
}

impl<W: Bitboard> Source<'_, W> {
    /// Win, draw or loss without rules.
    fn without_rules(&mut self, slice: Slice) -> Result<SliceArray<W, Vec<Wdl>>, Error> {
        let tables = tables(self.directory, self.job, slice, Metric::Wdl)?;
        let index = SliceIndex::new(self.kernel, slice);
        let mut entries = Vec::with_capacity(index.size() as usize);
        each_cell(&tables, slice, Metric::Wdl, |_, cell| {
            entries.push(Wdl::of_cell(cell));
        })?;
        Ok(SliceArray { index, entries })
    }

    /// The value under the rules with fresh counts.
    fn fresh(&mut self, slice: Slice) -> Result<SliceArray<W, Vec<Wdl>>, Error> {
        match Clock::fresh(&self.rules, &slice.material, slice.side) {
            Clock::None => self.without_rules(slice),
            Clock::ToEnd(count) => {
                let values = self.solved.values(self.kernel, self.directory, self.job, slice, Metric::Dtw)?;
                let left = count.left_plies().checked_sub(end_plies(&self.rules, count.rule));
                let entries = values.entries.iter().map(|known| left.map_or(Wdl::Draw, |l| in_time(known, Some(l))));
                Ok(SliceArray { index: values.index.clone(), entries: entries.collect() })
            }
            Clock::ToReset(_) => {
                let left = fresh_left_plies(&self.rules, slice);
                let distances = self.distances(slice)?;
                let entries = distances.entries.iter().map(|&known| in_time(known, left)).collect();
                Ok(SliceArray { index: distances.index, entries })
            }
        }
    }

    /// The distances to a reset.
    fn distances(&mut self, slice: Slice) -> Result<SliceArray<W, Vec<Known>>, Error> {
        let signs = self.without_rules(slice)?;
        let metric = Metric::Dtr(self.set);
        let tables = tables(self.directory, self.job, slice, metric)?;
        let mut entries = Vec::with_capacity(signs.entries.len());
        let each = |number: u64, cell: u32| {
            entries.push(match (cell.checked_sub(1), signs.entries[number as usize]) {
                (Some(plies), Wdl::Win) => Known::won(plies as u16),
                (Some(plies), Wdl::Loss) => Known::lost(plies as u16),
                _ => Known::DRAW,
            });
        };
        each_cell(&tables, slice, metric, each)?;
        Ok(SliceArray { index: signs.index, entries })
    }
}
