//! Access to chess tables for searches, exports and pictures.

use std::cmp::Reverse;

use peatee_chess::{Index, Position, Slice};
use peatee_probe::chess::{Chess, Tables};
use peatee_table::{Metric, Value, Wdl};

use super::{BestMove, BlockSize, EachWanted, Explored, SliceBlocks, WantedPosition};
use crate::error::Error;
use crate::jobs::family::Family as _;
use crate::solver::chess::metrics::{before_move, default_distance, distance, plies_under_rules};
use crate::tables::read::chess::{ChessValues, value};
use crate::verify::chess::staircases::stairs_text;

impl Explored for Chess {
    type Blocks<'a> = ChessValues<'a>;

    const RULE_PLIES: &'static str = "dtz_plies";

    fn default_distance() -> Metric {
        default_distance()
    }

    fn other_distance(metric: Metric) -> Metric {
        distance(metric).unwrap_or_else(default_distance)
    }

    fn read_metric(tables: &Tables, slice: Slice, requested: Option<Metric>) -> Result<Metric, Error> {
        let metric = requested.unwrap_or_else(default_distance);
        tables.need(slice, Metric::Wdl)?;
        Ok(if tables.find(slice, metric)?.is_some() { metric } else { Metric::Wdl })
    }

    fn distance_name(metric: Metric) -> String {
        Chess::metric_name(metric).to_lowercase()
    }

    fn open(tables: &Tables, slice: Slice, metric: Metric) -> Result<ChessValues<'_>, Error> {
        tables.need(slice, Metric::Wdl)?;
        tables.need(slice, metric)?;
        Ok(ChessValues::new(tables, slice, distance(metric)))
    }

    fn position(&self, slice: Slice, number: u64) -> Position {
        Index::new(slice).position(number).expect("the number was that of a position")
    }

    fn other_value(tables: &Tables, position: &Position, metric: Metric) -> Result<Value, Error> {
        value(tables, position, Some(Chess::other_distance(metric)))
    }

    fn with_other_side_to_move(position: &Position) -> Option<Position> {
        position.with_other_side_to_move()
    }

    fn check_exported(&self, metric: Metric) -> Result<(), Error> {
        if plies_under_rules().contains(&metric) { Ok(()) } else { self.check_read(metric) }
    }

    fn stairs_text(tables: &Tables, position: &Position, metric: Metric) -> Result<Option<String>, Error> {
        match metric {
            Metric::RuleDtw(set) => Ok(Some(stairs_text(&tables.stairs(position, &set.rules())?))),
            _ => Ok(None),
        }
    }

    fn best_moves(tables: &Tables, position: &Position, metric: Metric) -> Result<Vec<BestMove<Chess>>, Error> {
        let metric = Chess::other_distance(metric);
        let mut rated = Vec::new();
        for mv in position.moves() {
            let after = position.after(mv);
            let value_after = value(tables, &after, Some(metric))?;
            let mut value = before_move(metric, value_after, position, mv);
            if metric == Metric::Dtc && position.is_conversion(mv) && value.wdl != Wdl::Draw {
                value.plies = Some(1);
            }
            if value.wdl != Wdl::Draw && value.plies.is_none() {
                return Err(tables.missing(after.setup().slice()?, metric).into());
            }
            // Captures and pawn moves that win all have DTZ 1. They are sorted by the DTZ of the
            // position after the move, the smallest first.
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
