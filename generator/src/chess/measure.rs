//! The distances that tables of chess hold, as one kind of value.

use peatee_chess::Position;
use peatee_chess::cozy_chess::Move;
use peatee_probe::chess::{ClockRule, Depth, ProbeError, Tables, Value as ClockValue};
use peatee_table::{Metric, Value};

/// A distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// DTZ, under a draw rule.
    Clock(ClockRule),
    /// DTM or DTC.
    Depth(Depth),
}

impl Measure {
    /// The distance where none is named: DTZ under the 50-move rule.
    pub const DEFAULT: Measure = Measure::Clock(ClockRule::FiftyMoves);

    /// All of them.
    pub const ALL: [Measure; 4] = [
        Measure::DEFAULT,
        Measure::Clock(ClockRule::SeventyFiveMoves),
        Measure::Depth(Depth::Mate),
        Measure::Depth(Depth::Conversion),
    ];

    /// The metric of its tables.
    pub fn metric(self) -> Metric {
        match self {
            Measure::Clock(rule) => rule.dtz(),
            Measure::Depth(depth) => depth.metric(),
        }
    }

    /// The distance of a metric.
    pub fn of_metric(metric: Metric) -> Option<Measure> {
        Measure::ALL.into_iter().find(|measure| measure.metric() == metric)
    }

    /// What users of chess call it.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Clock(_) => "DTZ",
            Measure::Depth(depth) => depth.name(),
        }
    }

    /// The value of a position, with its distance where there is a table of it.
    ///
    /// # Errors
    /// A table is missing or damaged.
    pub fn value(self, tables: &Tables, position: &Position) -> Result<Value, ProbeError> {
        match self {
            Measure::Clock(rule) => {
                let value = tables.probe_under(position, rule)?;
                Ok(Value { wdl: value.wdl, plies: value.dtz_plies })
            }
            Measure::Depth(depth) => tables.probe_depth(position, depth),
        }
    }

    /// What a move to a position of value `after` is worth to the player who makes it.
    pub fn before_move(self, after: Value, position: &Position, mv: Move) -> Value {
        match self {
            Measure::Clock(rule) => {
                let after = ClockValue { wdl: after.wdl, dtz_plies: after.plies, rule };
                let value = after.before_move(position.is_zeroing(mv));
                Value { wdl: value.wdl, plies: value.dtz_plies }
            }
            Measure::Depth(depth) => {
                let before = |plies| depth.before_move(plies, position.is_conversion(mv));
                Value { wdl: after.wdl.reversed(), plies: after.plies.map(before) }
            }
        }
    }

    /// All moves with their values, the best first.
    ///
    /// # Errors
    /// A table is missing or damaged.
    pub fn rated_moves(self, tables: &Tables, position: &Position) -> Result<Vec<(Move, Value)>, ProbeError> {
        match self {
            Measure::Clock(rule) => {
                let rated = tables.moves_under(position, rule)?.into_iter();
                Ok(rated
                    .map(|rated| (rated.mv, Value { wdl: rated.value.wdl, plies: rated.value.dtz_plies }))
                    .collect())
            }
            Measure::Depth(depth) => {
                let rate = |mv| Ok((mv, tables.depth_of_move(position, mv, depth)?));
                let mut rated = position.moves().into_iter().map(rate).collect::<Result<Vec<_>, ProbeError>>()?;
                rated.sort_by_key(|(_, value)| value.order());
                Ok(rated)
            }
        }
    }

    /// A value in words.
    pub fn words(self, value: Value) -> String {
        let Value { wdl, plies } = value;
        match plies {
            Some(plies) => format!("{wdl}, {} {plies} {}", self.name(), if plies == 1 { "ply" } else { "plies" }),
            None => wdl.to_string(),
        }
    }
}
