//! Families of games: all that differs between games for commands that read values.

pub mod chess;
pub mod draughts;

use std::fmt::Debug;

use peatee_probe::any::Tables;
use peatee_probe::{Notation, Probed};
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, Value, Wdl};

use crate::error::Error;
use crate::jobs::family::Family;

pub trait Explored: Family + Probed + Notation {
    type Blocks<'a>: SliceBlocks<Position = Self::Position>;

    /// Name of the output column (or JSON field) for distances under draw rules, such as
    /// `dtr_plies`.
    const RULE_PLIES: &'static str;

    /// Returns the metric of the distances that are read if the user names none.
    fn default_distance() -> Metric;

    /// Returns the metric that a search for zugzwangs uses for a position with the other side to
    /// move. `metric` is the metric that it uses for the position itself.
    fn other_distance(metric: Metric) -> Metric;

    /// Returns the metric in which the values of a slice are read: the requested one, or the
    /// default of the game. If the slice has no such table, WDL is used instead. In draughts, this
    /// fallback applies only if no metric was requested.
    ///
    /// # Errors
    /// A table is missing or damaged.
    fn read_metric(tables: &Tables<Self>, slice: Self::Slice, requested: Option<Metric>) -> Result<Metric, Error>;

    fn distance_name(metric: Metric) -> String;

    /// Opens those tables of a slice that are needed for the metric.
    ///
    /// # Errors
    /// A table is missing or damaged.
    fn open(tables: &Tables<Self>, slice: Self::Slice, metric: Metric) -> Result<Self::Blocks<'_>, Error>;

    /// Returns the position with the position number `number` in the slice. This must be the number
    /// of a legal position.
    fn position(&self, slice: Self::Slice, number: u64) -> Self::Position;

    /// Returns the value of `position`, the position that a search for zugzwangs examines but with
    /// the other side to move. `metric` is the metric of the search. The value has plies if there
    /// is a table of the metric that [`Explored::other_distance`] returns.
    ///
    /// # Errors
    /// A table is missing or damaged.
    fn other_value(tables: &Tables<Self>, position: &Self::Position, metric: Metric) -> Result<Value, Error>;

    /// Returns the same position with the other side to move; `None` if it is not legal.
    fn with_other_side_to_move(position: &Self::Position) -> Option<Self::Position>;

    /// Returns true if draw counts may make a won or lost position of the slice a draw, even with
    /// counters at zero.
    fn may_change_outcome(_rules: &DrawRules, _slice: Self::Slice) -> bool {
        true
    }

    /// Returns an error for a metric that can be neither exported nor counted.
    ///
    /// # Errors
    /// The errors of [`Family::check_read`](crate::jobs::family::Family::check_read).
    fn check_exported(&self, metric: Metric) -> Result<(), Error> {
        self.check_read(metric)
    }

    /// Returns the plies to mate with every half-move clock, in a metric of chess that has them, as
    /// an export writes them; `None` in other metrics.
    ///
    /// # Errors
    /// A table is missing or damaged.
    fn stairs_text(
        _tables: &Tables<Self>,
        _position: &Self::Position,
        _metric: Metric,
    ) -> Result<Option<String>, Error> {
        Ok(None)
    }

    /// Returns all moves, best first: the quickest win or the slowest loss. `metric` is the metric
    /// of the search.
    ///
    /// # Errors
    /// A table is missing or damaged, or there are no distances. Without distances, the longest
    /// defence is unknown, and a line could repeat positions without end.
    fn best_moves(
        tables: &Tables<Self>,
        position: &Self::Position,
        metric: Metric,
    ) -> Result<Vec<BestMove<Self>>, Error>;
}

#[derive(Debug)]
pub struct BestMove<F: Explored> {
    pub mv: F::Move,
    pub position: F::Position,
    /// WDL after the move, for the player who makes the move.
    pub wdl: Wdl,
}

/// A slice whose blocks several threads may read at the same time.
pub trait SliceBlocks: Sync {
    type Position;

    fn blocks(&self) -> u64;

    /// Calls `each` for those positions of a block whose WDL value `is_wanted` accepts, in the
    /// order of the position numbers.
    ///
    /// # Errors
    /// A table is missing or damaged, or `each` fails.
    fn wanted_positions(
        &self,
        block: u64,
        is_wanted: &dyn Fn(Wdl) -> bool,
        each: &mut EachWanted<Self::Position>,
    ) -> Result<BlockSize, Error>;

    /// Calls `each` for those positions of a block whose WDL value `is_wanted` accepts, in the
    /// order of the position numbers. The arguments are the position number and the value. Games
    /// override this method if they can read values without generating the positions.
    ///
    /// # Errors
    /// A table is missing or damaged.
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

pub type EachWanted<'a, P> = dyn FnMut(&WantedPosition<P>) -> Result<(), Error> + 'a;

pub struct WantedPosition<'a, P> {
    pub number: u64,
    pub position: &'a P,
    pub wdl: Wdl,
    /// Function that reads the value with its plies. It is called only when needed, because reading
    /// distances takes long in some games.
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
    /// Number of position numbers in the block, including numbers without a legal position.
    pub numbers: u64,
    /// Number of legal positions in the block.
    pub positions: u64,
}
