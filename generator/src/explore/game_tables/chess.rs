//! The tables of chess, as they are mined.

use std::cmp::Reverse;

use peatee_chess::cozy_chess::Move;
use peatee_chess::{Index, Position, Slice};
use peatee_probe::chess::{Chess, Tables};
use peatee_table::{Metric, Value, Wdl};

use super::{BestMove, BlockSize, EachWanted, GameTables, SliceBlocks, WantedPosition};
use crate::error::Error;
use crate::solver::chess::metrics::{before_move, default_distance, distance};
use crate::tables::read::chess::{ChessValues, missing, value};

/// Returns the metric itself where it is a distance, else DTZ.
fn distance_of(metric: Metric) -> Metric {
    distance(metric).unwrap_or_else(default_distance)
}

impl GameTables for Tables {
    type Slice = Slice;
    type Position = Position;
    type Move = Move;
    type Family = Chess;
    type Blocks<'a> = ChessValues<'a>;

    const RULE_PLIES: &'static str = "dtz_plies";

    fn tables(&self) -> &Tables {
        self
    }

    fn other_plies(metric: Metric) -> &'static str {
        match metric {
            Metric::Dtw => "other_dtw_plies",
            Metric::Dtc => "other_dtc_plies",
            _ => "other_dtz_plies",
        }
    }

    fn metric(&self, slice: Slice, requested: Option<Metric>) -> Result<Metric, Error> {
        let metric = requested.unwrap_or_else(default_distance);
        self.need(slice, Metric::Wdl)?;
        Ok(if self.find(slice, metric)?.is_some() { metric } else { Metric::Wdl })
    }

    fn distance_name(metric: Metric) -> String {
        Chess::metric_name(metric).to_lowercase()
    }

    fn no_distances(&self, slice: Slice) -> Error {
        missing(self.directory(), slice, default_distance())
    }

    fn open(&self, slice: Slice, metric: Metric) -> Result<ChessValues<'_>, Error> {
        self.need(slice, Metric::Wdl)?;
        self.need(slice, metric)?;
        Ok(ChessValues::new(self, slice, distance(metric)))
    }

    fn position(&self, slice: Slice, number: u64) -> Position {
        Index::new(slice).position(number).expect("the number was that of a position")
    }

    fn fen(&self, position: &Position) -> String {
        position.fen()
    }

    fn other_value(&self, position: &Position, metric: Metric) -> Result<Value, Error> {
        value(self, position, Some(distance_of(metric)))
    }

    fn with_other_side_to_move(position: &Position) -> Option<Position> {
        position.with_other_side_to_move()
    }

    fn move_text(&self, position: &Position, mv: &Move) -> String {
        position.san(*mv)
    }

    fn best_moves(&self, position: &Position, metric: Metric) -> Result<Vec<BestMove<Tables>>, Error> {
        let metric = distance_of(metric);
        let mut rated = Vec::new();
        for mv in position.moves() {
            let after = position.after(mv);
            let value_after = value(self, &after, Some(metric))?;
            let mut value = before_move(metric, value_after, position, mv);
            if metric == Metric::Dtc && position.is_conversion(mv) && value.wdl != Wdl::Draw {
                value.plies = Some(1);
            }
            if value.wdl != Wdl::Draw && value.plies.is_none() {
                return Err(missing(self.directory(), after.setup().slice()?, metric));
            }
            // All captures and pawn moves have DTZ 1: those come first that win soonest again.
            let order_after = if matches!(metric, Metric::Dtr(_)) { value_after.order() } else { (0, 0) };
            let best = BestMove { mv, position: after, wdl: value.wdl };
            rated.push(((value.order(), Reverse(order_after)), best));
        }
        rated.sort_by_key(|(order, _)| *order);
        Ok(rated.into_iter().map(|(_, best)| best).collect())
    }
}

impl SliceBlocks for ChessValues<'_> {
    type Position = Position;

    fn blocks(&self) -> u64 {
        ChessValues::blocks(self)
    }

    fn wanted_positions(
        &self,
        block: u64,
        is_wanted: &dyn Fn(Wdl) -> bool,
        each: &mut EachWanted<Position>,
    ) -> Result<BlockSize, Error> {
        let numbers = self.numbers(block);
        let mut size = BlockSize { numbers: numbers.end - numbers.start, positions: 0 };
        self.each(block, &mut |number, position| {
            size.positions += 1;
            let wdl = self.wdl(&position)?;
            if !is_wanted(wdl) {
                return Ok(());
            }
            each(&WantedPosition { number, position: &position, wdl, value: &|| self.value(&position) })
        })?;
        Ok(size)
    }
}
