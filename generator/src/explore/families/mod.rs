//! Families of games: operations for commands that read values.

pub mod chess;
pub mod draughts;

use std::fmt::Debug;

use peatee_probe::any::Tables;
use peatee_probe::{Notation, Probed};
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, Value, Wdl};

use crate::error::Error;
use crate::jobs::family::Family;

/// A family of games whose tables can be searched, exported and drawn.
pub trait Explored: Family + Probed + Notation {
    /// An open slice.
    type Blocks<'a>: SliceBlocks<Position = Self::Position>;

    /// Name of the column with the distances under draw rules.
    const RULE_PLIES: &'static str;

    /// Returns the metric from which distances are read if the user requests none.
    fn default_distance() -> Metric;

    /// Returns the distance that is read of a position with the other side to move. `metric` is
    /// that of the run.
    fn other_distance(metric: Metric) -> Metric;

    /// Returns the metric from which the values of a slice are read: the requested one, or that of
    /// the game if none is requested. WDL replaces it when the slice has no table of these
    /// distances; in draughts only if no metric is requested.
    ///
    /// # Errors
    /// When a table is missing or damaged.
    fn read_metric(tables: &Tables<Self>, slice: Self::Slice, requested: Option<Metric>) -> Result<Metric, Error>;

    /// Returns the name of the distances of a metric.
    fn distance_name(metric: Metric) -> String;

    /// Opens the tables of a slice that the metric needs.
    ///
    /// # Errors
    /// When a table is missing or damaged.
    fn open(tables: &Tables<Self>, slice: Self::Slice, metric: Metric) -> Result<Self::Blocks<'_>, Error>;

    /// Returns the position with this number, which must be the number of a position.
    fn position(&self, slice: Self::Slice, number: u64) -> Self::Position;

    /// Returns the value of a position, with the plies of [`Explored::other_distance`] if there is
    /// a table of them. `metric` is that of the run.
    ///
    /// # Errors
    /// When a table is missing or damaged.
    fn other_value(tables: &Tables<Self>, position: &Self::Position, metric: Metric) -> Result<Value, Error>;

    /// Returns the position with the other side to move; `None` if it is not legal.
    fn with_other_side_to_move(position: &Self::Position) -> Option<Self::Position>;

    /// Returns true when fresh counts may turn a won or lost position of the slice into a draw.
    fn may_bind(_rules: &DrawRules, _slice: Self::Slice) -> bool {
        true
    }

    /// Returns all moves, best first: quick wins, slow losses. `metric` is that of the run.
    ///
    /// # Errors
    /// When a table is missing or damaged, or there are no distances. Without distances the longest
    /// defence is unknown, and a line could repeat positions.
    fn best_moves(
        tables: &Tables<Self>,
        position: &Self::Position,
        metric: Metric,
    ) -> Result<Vec<BestMove<Self>>, Error>;
}

#[derive(Debug)]
pub struct BestMove<F: Explored> {
    pub mv: F::Move,
    /// The position after the move.
    pub position: F::Position,
    /// The value of the move for the player who makes it.
    pub wdl: Wdl,
}

/// A slice that several threads may read block by block.
pub trait SliceBlocks: Sync {
    type Position;

    fn blocks(&self) -> u64;

    /// Calls `each` with the positions of a block whose WDL value is wanted, in order.
    ///
    /// # Errors
    /// When a table is missing or damaged, and errors of `each`.
    fn wanted_positions(
        &self,
        block: u64,
        is_wanted: &dyn Fn(Wdl) -> bool,
        each: &mut EachWanted<Self::Position>,
    ) -> Result<BlockSize, Error>;

    /// Calls `each` like [`SliceBlocks::wanted_positions`], but with numbers and values only.
    /// Override it in games whose positions are costly to generate.
    ///
    /// # Errors
    /// When a table is missing or damaged.
    fn wanted_values(
        &self,
        block: u64,
        is_wanted: &dyn Fn(Wdl) -> bool,
        each: &mut dyn FnMut(u64, Value),
    ) -> Result<BlockSize, Error> {
        self.wanted_positions(block, is_wanted, &mut |wanted| {
            each(wanted.number, (wanted.value)()?);
            Ok(())
        })
    }
}

/// Called with each wanted position of a block.
pub type EachWanted<'a, P> = dyn FnMut(&WantedPosition<P>) -> Result<(), Error> + 'a;

pub struct WantedPosition<'a, P> {
    /// The number in table order.
    pub number: u64,
    pub position: &'a P,
    /// WDL for the side to move.
    pub wdl: Wdl,
    /// Reads the whole value. A function, because distances are costly to read in some games.
    pub value: &'a dyn Fn() -> Result<Value, Error>,
}

impl<P: Debug> Debug for WantedPosition<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let WantedPosition { number, position, wdl, .. } = self;
        write!(f, "{number} {position:?} {wdl}")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockSize {
    /// Position numbers.
    pub numbers: u64,
    /// Legal positions.
    pub positions: u64,
}
