//! Inputs for solving under draw rules. The solvers find one of these:
//!
//! * values by moves in a row with one king;
//! * distances to a reset, if one count decides;
//! * requirements, if several counts run side by side. A requirement says how many plies the counts
//!   must have left for the win.

use std::collections::BTreeMap;
use std::sync::Arc;

use peatee_probe::internals::{Resolved, end_plies};
use peatee_probe::{Clock, OpenOptions, RuleOutcome};
use peatee_rules::draw::DrawRules;
use peatee_rules::draw::code::{CountRule, KingMovesRule, MaterialClass};
use peatee_rules::{Bitboard, Budget, Kernel, Position};
use peatee_table::format::CaptureCells;
use peatee_table::index::SliceIndex;
use peatee_table::requirement::Requirement;
use peatee_table::run_pattern::{RunStates, value_of_cell};
use peatee_table::{FileError, Metric, RuleSet, Slice, Wdl};

use super::solved_slices::{SolvedSlices, distance_of_cell, load, require, tables};
use crate::error::Error;
use crate::jobs::files::directory::TableDirectory;
use crate::jobs::job::Job;
use crate::parallel;
use crate::solver::draughts::Solution;
use crate::solver::draughts::king_runs::{put_captures, solve_king_runs};
use crate::solver::draughts::lookup::{Lookup, SliceArray};
use crate::solver::draughts::metrics::{has_men, has_table, resettable};
use crate::solver::draughts::plain::dtr::{RuleSuccessors, in_time, solve_dtr};
use crate::solver::draughts::requirements::{RequirementSolution, Successor, solve_requirements};
use crate::solver::draughts::run_values::{RunCells, RunDistances, RunSuccessor, RunSuccessors};
use crate::solver::values::known::Known;
use crate::solver::values::{Values, WdlArray};
use crate::spill::spill_vec::Backing;
use crate::tables::read::cells::{each_cell, each_cell_resolved};

/// Reads the values that a job needs to make its tables under draw rules.
#[derive(Debug)]
pub struct RuleSource<'a, W> {
    kernel: &'a Kernel<W>,
    directory: &'a TableDirectory,
    solved: &'a SolvedSlices<W>,
    job: &'a Job,
    set: RuleSet,
    rules: DrawRules,
}

impl<'a, W: Bitboard> RuleSource<'a, W> {
    pub fn new(
        kernel: &'a Kernel<W>,
        directory: &'a TableDirectory,
        solved: &'a SolvedSlices<W>,
        job: &'a Job,
        set: RuleSet,
    ) -> Self {
        RuleSource { kernel, directory, solved, job, set, rules: set.rules() }
    }

    /// Returns the values of the slices to which moves lead, under the draw rules and with counters
    /// at zero. Also checks that the WDL tables of the job itself exist, because the tables to be
    /// made do not say who wins.
    ///
    /// # Errors
    /// A table of the job or of the slices to which moves lead is missing or damaged.
    pub fn successors(&self) -> Result<Lookup<W, Values>, Error> {
        for slice in [self.job.slice, self.job.opposite] {
            require(self.directory, self.job, slice, Metric::Wdl)?;
        }
        Ok(Lookup::new(self.all_fresh()?))
    }

    /// Finds the distances of the slices of the job under draw rules with the plain solver, which
    /// processes one position at a time.
    ///
    /// # Errors
    /// The errors of [`RuleSource::successors`]; [`Error::TooLong`] if a distance is too long for a
    /// table.
    pub fn distances(&self, rule: &'static CountRule) -> Result<Vec<Solution>, Error> {
        let mut successors = RuleSuccessors { fresh: self.all_fresh()?, running: Vec::new() };
        for &slice in &self.job.needs {
            let is_of_same_ending = rule.material != MaterialClass::Any && rule.material.contains(&slice.material);
            if is_of_same_ending && resettable(&self.rules, slice) == Some(rule) {
                successors.running.push(Arc::new(self.plies_to_reset(slice)?));
            }
        }
        let mut own = vec![self.job.slice, self.job.opposite];
        own.dedup();
        let load = |slice| self.solved.values(self.kernel, self.directory, self.job, slice, Metric::Wdl);
        let own = own.into_iter().map(load).collect::<Result<_, Error>>()?;
        Ok(solve_dtr(self.kernel, &self.rules, rule, own, successors)?)
    }

    /// Finds the requirements of the slices of the job: the plies that a win needs of each draw
    /// count.
    ///
    /// # Errors
    /// The errors of [`RuleSource::successors`]; [`Error::TooManyRequirements`] if there are more
    /// than a table can list.
    pub fn requirements(&self) -> Result<Vec<RequirementSolution>, Error> {
        let metric = Metric::Dtr(self.set);
        let (mut values, mut successors) = (Vec::new(), Vec::new());
        for &slice in &self.job.needs {
            values.push(Arc::new(self.without_rules(slice)?));
            let (list, cells) = self.requirement_cells(slice)?;
            successors.push(Successor { list, cells });
        }
        let mut own = vec![self.job.slice, self.job.opposite];
        own.dedup();
        let own = own.into_iter().map(|slice| self.without_rules(slice)).collect::<Result<_, Error>>()?;
        let slice = self.job.slice;
        solve_requirements(self.kernel, &self.rules, own, values, successors)
            .ok_or(Error::TooManyRequirements { slice: slice.name(), metric })
    }

    /// Reads the table of a slice under the draw rules. Returns its list of requirements (the plies
    /// that a win needs of each draw count) and its cells. A cell is 0 if the position has no
    /// requirement, otherwise the index of the requirement in the list plus 1.
    fn requirement_cells(&self, slice: Slice) -> Result<(Vec<Requirement>, Vec<u16>), Error> {
        let metric = Metric::Dtr(self.set);
        let tables = tables(self.directory, self.job, slice, metric)?;
        let table = tables.need(slice, metric)?;
        let damaged = |error| Error::File { path: table.path().to_owned(), error };
        let list = table.requirements().map_err(damaged)?.to_vec();
        let mut cells = Vec::with_capacity(table.header().positions as usize);
        table.each_cell(|_, cell| cells.push(cell as u16)).map_err(damaged)?;
        if let Some(&wrong) = cells.iter().find(|&&cell| cell as usize > list.len()) {
            table.requirement(wrong.into()).map_err(damaged)?;
        }
        Ok((list, cells))
    }

    /// Finds the values of the slices of the job for each state of the king runs. The state says
    /// which king each side has moved in a row, and how often. The plies of the values have a
    /// meaning only `with_distances`.
    ///
    /// # Errors
    /// A table of the slices to which moves lead is missing or damaged; [`Error::TooLong`] if a
    /// value takes more plies than a table can hold.
    ///
    /// # Panics
    /// Panics when the draw rules do not limit moves in a row with one king.
    pub fn king_runs(&self, with_distances: bool) -> Result<Vec<RunDistances>, Error> {
        let limit = self.rules.code.king_moves.expect("the name of the metric was checked");
        let mut solved = BTreeMap::new();
        for &slice in &self.job.needs {
            match with_distances {
                true => {
                    solved.insert(slice, self.read_run_distances(slice, &limit)?);
                }
                false => self.read_run_values(slice, &limit, &mut solved)?,
            }
        }
        let successors = RunSuccessors::new(self.job.needs.iter().map(|slice| solved[slice].clone()));
        let mut own = vec![self.job.slice, self.job.opposite];
        own.dedup();
        Ok(solve_king_runs(self.kernel, &limit, &own, &successors)?)
    }

    /// Reads the distances of a slice, for each state of the king runs (moves in a row with one
    /// king).
    fn read_run_distances(&self, slice: Slice, limit: &KingMovesRule) -> Result<RunSuccessor<W>, Error> {
        let metric = Metric::RuleDtw(self.set);
        let values = match has_table(self.directory.game(), slice, metric) {
            true => {
                let tables = tables(self.directory, self.job, slice, metric)?;
                let mut values = Vec::new();
                each_cell(&tables, slice, metric, |_, cell| {
                    values.push(distance_of_cell(cell, self.kernel.goal).0);
                })?;
                values
            }
            false => self.distances_by_counts(slice)?,
        };
        let cells = Arc::new(SliceArray { index: SliceIndex::new(self.kernel, slice), entries: values });
        let states = RunStates::new(limit, &slice.material, slice.side);
        Ok(RunSuccessor { states, cells: RunCells::Distances(cells) })
    }

    /// Reads the values of a slice into `solved`, for each state of the king runs (moves in a row
    /// with one king). First reads the slices to which captures lead, because the table of the
    /// slice may leave out values that captures give.
    fn read_run_values(
        &self,
        slice: Slice,
        limit: &KingMovesRule,
        solved: &mut BTreeMap<Slice, RunSuccessor<W>>,
    ) -> Result<(), Error> {
        if solved.contains_key(&slice) {
            return Ok(());
        }
        let (game, metric) = (self.directory.game(), Metric::RuleWdl(self.set));
        let states = RunStates::new(limit, &slice.material, slice.side);
        let successor = |list, entries| {
            let cells = Arc::new(SliceArray { index: SliceIndex::new(self.kernel, slice), entries });
            RunSuccessor { states, cells: RunCells::Patterns(Arc::new(list), cells) }
        };
        if !has_table(game, slice, metric) {
            solved.insert(slice, successor(Vec::new(), self.values_by_counts(slice)?));
            return Ok(());
        }
        let mut by_captures = slice.successors(game);
        by_captures.retain(|after| after.material.pieces() < slice.material.pieces());
        for &after in &by_captures {
            self.read_run_values(after, limit, solved)?;
        }
        let tables = tables(self.directory, self.job, slice, metric)?;
        let table = tables.need(slice, metric)?;
        let damaged = |error| Error::File { path: table.path().to_owned(), error };
        let list = table.run_patterns(states.count()).map_err(damaged)?.to_vec();
        let mut cells = Vec::with_capacity(table.header().positions as usize);
        table.each_cell(|_, cell| cells.push(cell as u16)).map_err(damaged)?;
        if let Some(&largest) = cells.iter().max() {
            value_of_cell(&list, largest.into(), 0).map_err(damaged)?;
        }
        if table.header().captures == CaptureCells::LeftOut {
            let successors = RunSuccessors::new(by_captures.iter().map(|after| solved[after].clone()));
            put_captures(self.kernel, limit, slice, (&list, &mut cells), &successors)
                .ok_or(FileError::Header { reason: "its list lacks a run pattern" })
                .map_err(damaged)?;
        }
        solved.insert(slice, successor(list, cells));
        Ok(())
    }

    /// Returns the distance of each position of a slice without men under the draw rules, as the
    /// number of a [`Known`]. Every draw count that applies to the position starts at 0.
    fn distances_by_counts(&self, slice: Slice) -> Result<Vec<u16>, Error> {
        let metrics = [Metric::Wdl, Metric::Dtw, Metric::Dtr(self.set)];
        metrics.iter().try_for_each(|&metric| require(self.directory, self.job, slice, metric))?;
        let is_wanted = |other: Slice, metric| {
            metrics.contains(&metric) && !has_men(other) && other.material.pieces() <= slice.material.pieces()
        };
        let tables = OpenOptions::new().open_some(self.directory.path(), is_wanted)?.whole()?;
        let index = SliceIndex::new(self.kernel, slice);
        let value = |number: u64| {
            let position = Position { setup: index.unrank(number).convert(), side: slice.side };
            let fresh = self.rules.start(&position);
            let found = tables.rule_value_until(&position, &self.rules, &fresh, &Budget::unlimited())?;
            let plies = found.plies.map(|plies| plies.exact().expect("a count ends within few plies") as u16);
            Ok::<_, Error>(match (found.outcome, plies) {
                (RuleOutcome::Win, Some(plies)) => Known::won(plies).0,
                (RuleOutcome::Loss, Some(plies)) => Known::lost(plies).0,
                _ => Known::DRAW.0,
            })
        };
        parallel::try_map(0..index.size(), &value)
    }

    /// Returns the value of each position of a slice without men under the draw rules, as a WDL
    /// cell. Every draw count that applies to the position starts at 0. This is also the case after
    /// a move from another slice.
    fn values_by_counts(&self, slice: Slice) -> Result<Vec<u16>, Error> {
        let without_rules = self.without_rules(slice)?.entries;
        let (list, cells) = self.requirement_cells(slice)?;
        let index = SliceIndex::new(self.kernel, slice);
        let mut cursor = index.cursor();
        let value = |(number, (wdl, cell)): (usize, (Wdl, u16))| {
            let position = Position { setup: cursor.seek(number as u64).convert(), side: slice.side };
            let left = self.rules.left_plies(&self.rules.start(&position), slice.side);
            let requirement = (cell as usize).checked_sub(1).map(|place| &list[place]);
            let is_in_time = requirement.is_some_and(|requirement| requirement.is_met(&left));
            (if is_in_time { wdl } else { Wdl::Draw }) as u16
        };
        Ok(without_rules.into_iter().zip(cells).enumerate().map(value).collect())
    }

    fn without_rules(&self, slice: Slice) -> Result<SliceArray<W, Vec<Wdl>>, Error> {
        let tables = tables(self.directory, self.job, slice, Metric::Wdl)?;
        let index = SliceIndex::new(self.kernel, slice);
        let mut entries = Vec::with_capacity(index.size() as usize);
        each_cell(&tables, slice, Metric::Wdl, |_, cell| {
            entries.push(Wdl::of_cell(cell));
        })?;
        Ok(SliceArray { index, entries })
    }

    fn all_fresh(&self) -> Result<Vec<Arc<SliceArray<W, Values>>>, Error> {
        self.job.needs.iter().map(|&slice| self.fresh(slice)).collect()
    }

    fn fresh(&self, slice: Slice) -> Result<Arc<SliceArray<W, Values>>, Error> {
        let RuleSource { kernel, directory, job, ref rules, set, .. } = *self;
        let metric = Metric::Dtr(set);
        let room = self.solved.room().clone();
        match Clock::fresh(rules, &slice.material, slice.side) {
            Clock::None => self.solved.values(kernel, directory, job, slice, Metric::Wdl),
            Clock::ToEnd(count) => self.solved.values_or(job, slice, metric, |wanted| {
                let tables = tables(directory, job, slice, Metric::Dtw)?;
                let SliceArray { index, entries } =
                    load(kernel, &tables, slice, Metric::Dtw, (wanted, &Backing::Memory))?;
                let left = count.left_plies().checked_sub(end_plies(rules, count.rule));
                let fresh = |known| left.map_or(Known::DRAW, |left| in_time(known, Some(left)));
                let entries: Vec<Known> = entries.iter().map(fresh).collect();
                Ok(SliceArray { index, entries: Values::Wdl(WdlArray::of(&entries)) })
            }),
            Clock::ToReset(count) => self.solved.values_or(job, slice, metric, |wanted| {
                read_fresh_values(kernel, directory, (job, slice), metric, (count.left_plies(), wanted, &room))
            }),
        }
    }

    /// Returns, for each position of a slice, its value with the number of plies to the next reset
    /// of the count.
    fn plies_to_reset(&self, slice: Slice) -> Result<SliceArray<W, Vec<Known>>, Error> {
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

/// Returns the `wanted` values of a slice under draw rules, with counters at zero. Computes them
/// from the WDL table and the DTR table of the slice.
fn read_fresh_values<W: Bitboard>(
    kernel: &Kernel<W>,
    directory: &TableDirectory,
    (job, slice): (&Job, Slice),
    metric: Metric,
    (left_plies, wanted, room): (u32, Resolved, &Backing),
) -> Result<SliceArray<W, Values>, Error> {
    let wdl = tables(directory, job, slice, Metric::Wdl)?;
    let SliceArray { index, entries } = load(kernel, &wdl, slice, Metric::Wdl, (wanted, room))?;
    let Values::Wdl(mut fresh) = entries else { unreachable!("a WDL table holds no distances") };
    let distances = tables(directory, job, slice, metric)?;
    each_cell_resolved(&distances, slice, metric, wanted, room, |number, cell| {
        // A cell of 0 means a draw and wraps to the largest number; any other cell is the plies
        // plus 1.
        if cell.wrapping_sub(1) >= left_plies.saturating_add(1) {
            fresh.set_draw(number as usize);
        }
    })?;
    Ok(SliceArray { index, entries: Values::Wdl(fresh) })
}
