//! Access to draughts tables for searches, exports and pictures.

use peatee_probe::internals::one_count_decides;
use peatee_probe::{Clock, ProbeError, Tables};
use peatee_rules::draw::DrawRules;
use peatee_rules::{Draughts, Position, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice, Value, Wdl};

use super::{BestMove, BlockSize, EachWanted, Explored, SliceBlocks, WantedPosition};
use crate::error::Error;
use crate::tables::read::slice_values::{BlockValues, SliceValues};

pub fn default_metric(tables: &Tables, slice: Slice) -> Metric {
    let has_none = matches!(tables.need(slice, Metric::Dtw), Err(ProbeError::MissingTable { .. }));
    if has_none { Metric::Wdl } else { Metric::Dtw }
}

impl Explored for Draughts {
    type Blocks<'a> = SliceValues<'a>;

    const RULE_PLIES: &'static str = "dtr_plies";

    fn default_distance() -> Metric {
        Metric::Dtw
    }

    fn other_distance(_metric: Metric) -> Metric {
        Metric::Dtw
    }

    fn read_metric(tables: &Tables, slice: Slice, requested: Option<Metric>) -> Result<Metric, Error> {
        Ok(requested.unwrap_or_else(|| default_metric(tables, slice)))
    }

    fn distance_name(metric: Metric) -> String {
        metric.name()
    }

    fn open(tables: &Tables, slice: Slice, metric: Metric) -> Result<SliceValues<'_>, Error> {
        SliceValues::new(tables, slice, metric)
    }

    fn position(&self, slice: Slice, number: u64) -> Position {
        let setup = with_kernel!(self, kernel => SliceIndex::new(kernel, slice).unrank(number).convert());
        Position { setup, side: slice.side }
    }

    fn other_value(tables: &Tables, position: &Position, _metric: Metric) -> Result<Value, Error> {
        Ok(tables.probe(position)?)
    }

    fn with_other_side_to_move(position: &Position) -> Option<Position> {
        Some(Position { side: position.side.other(), ..*position })
    }

    fn may_change_outcome(rules: &DrawRules, slice: Slice) -> bool {
        // If counts run side by side, a count that starts later may decide.
        !one_count_decides(rules) || Clock::fresh(rules, &slice.material, slice.side).count().is_some()
    }

    fn best_moves(tables: &Tables, position: &Position, _metric: Metric) -> Result<Vec<BestMove<Draughts>>, Error> {
        let moves = tables.moves(position)?;
        if let Some(unknown) = moves.iter().find(|mv| mv.value.wdl != Wdl::Draw && mv.value.plies.is_none()) {
            return Err(tables.missing(Slice::of(tables.game(), &unknown.position), Metric::Dtw).into());
        }
        let best =
            moves.into_iter().map(|rated| BestMove { mv: rated.mv, position: rated.position, wdl: rated.value.wdl });
        Ok(best.collect())
    }
}

impl SliceBlocks for SliceValues<'_> {
    type Position = Position;

    fn blocks(&self) -> u64 {
        SliceValues::blocks(self)
    }

    fn wanted_positions(
        &self,
        block: u64,
        is_wanted: &dyn Fn(Wdl) -> bool,
        each: &mut EachWanted<Position>,
    ) -> Result<BlockSize, Error> {
        let block = self.block(block)?;
        self.each_position(
            &block,
            |value| is_wanted(value.wdl),
            |number, position, value| each(&WantedPosition { number, position, wdl: value.wdl, value: &|| Ok(value) }),
        )?;
        Ok(size(&block))
    }

    fn wanted_values(
        &self,
        block: u64,
        is_wanted: &dyn Fn(Wdl) -> bool,
        each: &mut dyn FnMut(u64, Value),
    ) -> Result<BlockSize, Error> {
        let block = self.block(block)?;
        let all = block.numbers.clone().zip(&block.values);
        all.filter(|(_, value)| is_wanted(value.wdl)).for_each(|(number, &value)| each(number, value));
        Ok(size(&block))
    }
}

/// Returns the size of a block: the number of position numbers and the number of positions. Both
/// are equal, because in draughts every position number has a position.
fn size(block: &BlockValues) -> BlockSize {
    let positions = block.values.len() as u64;
    BlockSize { numbers: positions, positions }
}
