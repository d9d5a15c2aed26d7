//! Makes tables of draughts searchable.

use peatee_probe::Tables;
use peatee_rules::{Draughts, Move, Position};
use peatee_table::{Metric, Slice, Value, Wdl};

use super::{BestMove, BlockSize, EachWanted, GameTables, SliceBlocks, WantedPosition};
use crate::error::Error;
use crate::explore::stats::{default_metric, position_of};
use crate::tables::read::cells::missing;
use crate::tables::read::slice_values::{BlockValues, SliceValues};

impl GameTables for Tables {
    type Slice = Slice;
    type Position = Position;
    type Move = Move;
    type Family = Draughts;
    type Blocks<'a> = SliceValues<'a>;

    const RULE_PLIES: &'static str = "dtr_plies";

    fn tables(&self) -> &Tables {
        self
    }

    fn other_plies(_metric: Metric) -> &'static str {
        "other_dtw_plies"
    }

    fn metric(&self, slice: Slice, requested: Option<Metric>) -> Result<Metric, Error> {
        Ok(requested.unwrap_or_else(|| default_metric(self, slice)))
    }

    fn distance_name(metric: Metric) -> String {
        metric.name()
    }

    fn no_distances(&self, slice: Slice) -> Error {
        missing(self, slice, Metric::Dtw)
    }

    fn open(&self, slice: Slice, metric: Metric) -> Result<SliceValues<'_>, Error> {
        SliceValues::new(self, slice, metric)
    }

    fn position(&self, slice: Slice, number: u64) -> Position {
        position_of(self, slice, number)
    }

    fn fen(&self, position: &Position) -> String {
        self.game().fen(position)
    }

    fn other_value(&self, position: &Position, _metric: Metric) -> Result<Value, Error> {
        Ok(self.probe(position)?)
    }

    fn with_other_side_to_move(position: &Position) -> Option<Position> {
        Some(Position { side: position.side.other(), ..*position })
    }

    fn move_text(&self, position: &Position, mv: &Move) -> String {
        self.game().move_text(position, mv)
    }

    fn best_moves(&self, position: &Position, _metric: Metric) -> Result<Vec<BestMove<Tables>>, Error> {
        let moves = Tables::moves(self, position)?;
        if let Some(unknown) = moves.iter().find(|mv| mv.value.wdl != Wdl::Draw && mv.value.plies.is_none()) {
            return Err(missing(self, Slice::of(self.game(), &unknown.position), Metric::Dtw));
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

/// Every number belongs to a position.
fn size(block: &BlockValues) -> BlockSize {
    let positions = block.values.len() as u64;
    BlockSize { numbers: positions, positions }
}
