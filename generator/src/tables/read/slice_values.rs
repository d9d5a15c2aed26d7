//! Reads the values of a draughts slice in one metric, with WDL, and their positions, block by
//! block.

use std::ops::Range;

use peatee_probe::internals::Resolved;
use peatee_probe::{RuleOutcome, RulePlies, Tables};
use peatee_rules::variant::Goal;
use peatee_rules::{Position, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::run_pattern::RunStates;
use peatee_table::{Metric, Slice, Value, Wdl};

use super::cells::{TableReader, table};
use crate::error::Error;
use crate::solver::draughts::metrics::has_table;

/// Reader of a slice, which several threads can use to read block by block.
#[derive(Debug)]
pub struct SliceValues<'a> {
    tables: &'a Tables,
    slice: Slice,
    metric: Metric,
    values: TableReader<'a>,
    /// Reader of the WDL table; `None` if the metric tells who wins.
    winners: Option<TableReader<'a>>,
}

#[derive(Debug)]
pub struct BlockValues {
    pub numbers: Range<u64>,
    /// Values of the positions. A win or loss without plies has no distance in the metric, for
    /// example because the draw rules make it a draw. Under draw rules with several counts, the
    /// plies are the plies of the deciding count that the winner needs with all counters at zero.
    pub values: Vec<Value>,
}

impl<'a> SliceValues<'a> {
    /// Creates the reader of a slice. The WDL table must exist too, unless the metric tells who
    /// wins.
    ///
    /// # Errors
    /// When a table is missing or damaged, or the slice has no table of the metric.
    pub fn new(tables: &'a Tables, slice: Slice, metric: Metric) -> Result<Self, Error> {
        if !has_table(tables.game(), slice, metric) {
            return Err(Error::NoSuchTable { slice: slice.name(), metric });
        }
        let values = match metric {
            // Its table has several cells for each position. The values are probed; the WDL table
            // divides the slice into blocks.
            Metric::RuleDtw(_) => table(tables, slice, metric).and(TableReader::new(tables, slice, Metric::Wdl))?,
            _ => TableReader::new(tables, slice, metric)?,
        };
        let tells_who_wins = metric.tells_who_wins() || RunStates::of(slice, metric).is_some();
        let winners = if tells_who_wins { None } else { Some(TableReader::new(tables, slice, Metric::Wdl)?) };
        Ok(SliceValues { tables, slice, metric, values, winners })
    }

    pub fn blocks(&self) -> u64 {
        self.values.header().blocks()
    }

    /// Returns the values of a block.
    ///
    /// # Errors
    /// When the block, or a table that captures lead to, is missing or damaged.
    pub fn block(&self, block: u64) -> Result<BlockValues, Error> {
        let header = self.values.header();
        if header.cell.has_list() || header.metric != self.metric {
            return self.fresh_values(block);
        }
        let cells = self.values.cells(block, Resolved::All)?;
        let signs =
            self.winners.as_ref().map(|winners| Ok::<_, Error>((winners.cells(block, Resolved::All)?, winners)));
        let signs = signs.transpose()?;
        let goal: Goal = self.tables.game().variant().goal;
        let value = |place: usize| {
            let cell = header.cell.read(&cells, place);
            match &signs {
                None => Value::of_cell(cell, self.metric, goal),
                Some((signs, winners)) => {
                    let wdl = Wdl::of_cell(winners.header().cell.read(signs, place));
                    Value { wdl, plies: cell.checked_sub(1).filter(|_| wdl != Wdl::Draw) }
                }
            }
        };
        let first = block * header.block_positions as u64;
        let positions = header.positions_in_block(block);
        let values = (0..positions as usize).map(value).collect();
        Ok(BlockValues { numbers: first..first + positions as u64, values })
    }

    /// Returns the values of a block for positions with all counters at zero and without previous
    /// moves in a row with one king. Used for draw rules under which several counts decide
    /// together, or which limit moves in a row with one king.
    fn fresh_values(&self, block: u64) -> Result<BlockValues, Error> {
        let header = self.values.header();
        let first = block * header.block_positions as u64;
        let numbers = first..first + u64::from(header.positions_in_block(block));
        let mut all = BlockValues { values: vec![Value::DRAW; (numbers.end - numbers.start) as usize], numbers };
        let Some(set) = self.metric.rule_set() else { return Ok(all) };
        let rules = set.rules();
        let has_runs = RunStates::of(self.slice, self.metric).is_some();
        let mut values = Vec::with_capacity(all.values.len());
        self.each_position(
            &all,
            |_| true,
            |_, position, _| {
                let fresh = rules.start(position);
                values.push(if has_runs {
                    let found = self.tables.exact_rule_value(position, &rules, &fresh)?;
                    let plies = found.plies.and_then(RulePlies::exact).filter(|_| self.metric.counts_plies());
                    Value { wdl: found.outcome.wdl().expect("an exact value has a result"), plies }
                } else {
                    let found = self.tables.rule_value_by_counts(position, &rules, &fresh)?;
                    let is_in_time = matches!(found.outcome, RuleOutcome::Win | RuleOutcome::Loss);
                    Value { plies: found.needed_plies.filter(|_| is_in_time), ..found.value }
                });
                Ok(())
            },
        )?;
        all.values = values;
        Ok(all)
    }

    /// Calls `each` for those positions of a block whose values `is_wanted` accepts, in the order
    /// of their numbers. The arguments are the number, the position and the value.
    ///
    /// # Errors
    /// Errors of `each`.
    pub fn each_position(
        &self,
        block: &BlockValues,
        is_wanted: impl Fn(Value) -> bool,
        mut each: impl FnMut(u64, &Position, Value) -> Result<(), Error>,
    ) -> Result<(), Error> {
        with_kernel!(self.tables.game(), kernel => {
            let index = SliceIndex::new(kernel, self.slice);
            let mut cursor = index.cursor();
            for (number, &value) in block.numbers.clone().zip(&block.values) {
                if is_wanted(value) {
                    let setup = cursor.seek(number).convert();
                    each(number, &Position { setup, side: self.slice.side }, value)?;
                }
            }
            Ok(())
        })
    }
}
