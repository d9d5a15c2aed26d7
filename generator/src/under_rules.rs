//! Makes the tables that depend on draw rules: depth to reset where one count decides, requirements
//! where several run side by side.

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
use crate::solver::requirements::{RequirementSolution, Successor, solve_requirements};
use crate::solver::{Known, Solution};

/// What was found of a job under draw rules.
#[derive(Debug)]
pub enum RuleSolutions {
    /// Depth to reset. The list is empty where no count binds, or the count that binds runs to the
    /// end of the game: there WDL and DTW tables are enough.
    Distances(Vec<Solution>),
    /// What wins take of counts that run side by side.
    Requirements(Vec<RequirementSolution>),
}

/// Solves a slice and its opposite under draw rules.
///
/// # Errors
/// When WDL or DTW tables of the slices, or any table of their successors, is missing or damaged;
/// when there are more requirements than a table can list.
pub fn solve_job<W: Bitboard>(
    kernel: &Kernel<W>,
    directory: &TableDirectory,
    solved: &mut SolvedSlices<W>,
    job: &Job,
    set: RuleSet,
) -> Result<RuleSolutions, Error> {
    let rules = set.rules();
    let mut source = Source { kernel, directory, solved, job, set, rules };
    if !one_count_decides(&rules) {
        return source.requirements().map(RuleSolutions::Requirements);
    }
    let Some(rule) = resettable(&rules, job.slice) else { return Ok(RuleSolutions::Distances(Vec::new())) };
    let mut successors = RuleSuccessors { fresh: Vec::new(), running: Vec::new() };
    for &slice in &job.needs {
        successors.fresh.push(Arc::new(source.fresh(slice)?));
        let is_of_same_ending = rule.material != MaterialClass::Any && rule.material.contains(&slice.material);
        if is_of_same_ending && resettable(&rules, slice) == Some(rule) {
            successors.running.push(Arc::new(source.distances(slice)?));
        }
    }
    let own = source.own()?;
    Ok(RuleSolutions::Distances(solve_dtr(kernel, &rules, rule, own, successors)?))
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
    /// The slice and its opposite without rules.
    fn own(&mut self) -> Result<Vec<SliceArray<W, Vec<Wdl>>>, Error> {
        let mut slices = vec![self.job.slice, self.job.opposite];
        slices.dedup();
        slices.into_iter().map(|slice| self.without_rules(slice)).collect()
    }

    /// The requirements of the slice and its opposite.
    fn requirements(&mut self) -> Result<Vec<RequirementSolution>, Error> {
        let metric = Metric::Dtr(self.set);
        let (mut values, mut successors) = (Vec::new(), Vec::new());
        for &slice in &self.job.needs {
            values.push(Arc::new(self.without_rules(slice)?));
            let tables = tables(self.directory, self.job, slice, metric)?;
            let table = tables.need(slice, metric)?;
            let damaged = |error| Error::File { path: table.path().to_owned(), error };
            let list = table.requirements().map_err(damaged)?.to_vec();
            let mut cells = Vec::with_capacity(table.header().positions as usize);
            table.each_cell(|_, cell| cells.push(cell as u16)).map_err(damaged)?;
            if let Some(&wrong) = cells.iter().find(|&&cell| cell as usize > list.len()) {
                table.requirement(wrong.into()).map_err(damaged)?;
            }
            successors.push(Successor { list, cells });
        }
        let own = self.own()?;
        let slice = self.job.slice;
        solve_requirements(self.kernel, &self.rules, own, values, successors)
            .ok_or(Error::TooManyRequirements { slice: slice.name(), metric })
    }

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
