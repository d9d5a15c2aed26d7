//! The interface between commands that read values and the tables of a game.

pub mod chess;
pub mod draughts;

use std::fmt::{Debug, Display};

use peatee_probe::any::Tables;
use peatee_probe::{Game, ProbeError, Probed};
use peatee_table::{Metric, Value, Wdl};

use crate::error::Error;
use crate::jobs::family::Family;
use crate::tables::indexed::Indexed;

/// The tables of a game that can be searched.
pub trait GameTables: Debug + Sync + Sized + 'static {
    /// A unit of storage: some pieces and the side to move.
    type Slice: Debug + Display + Copy + Sync + 'static;
    type Position: Debug + 'static;
    type Move: Debug;
    type Family: Family<Slice = Self::Slice, Position = Self::Position, Move = Self::Move> + Probed;
    /// An open slice.
    type Blocks<'a>: SliceBlocks<Position = Self::Position>
    where
        Self: 'a;

    /// The column of distances under draw rules.
    const RULE_PLIES: &'static str;

    /// Returns the name of the column for the plies if the other side were to move, in a run by
    /// this metric.
    fn other_plies(metric: Metric) -> &'static str;

    fn tables(&self) -> &Tables<Self::Family>;

    fn variant(&self) -> &'static str {
        self.tables().game().id()
    }

    fn slice_name(slice: Self::Slice) -> String {
        slice.to_string()
    }

    /// Returns the number of position numbers of a slice.
    fn numbers(&self, slice: Self::Slice) -> u64 {
        self.tables().game().positions(slice)
    }

    /// Returns the metric by which positions of a slice are read: the requested one, or that of the
    /// game. In chess, and if none is requested, WDL if the slice has no such distances.
    ///
    /// # Errors
    /// When a table is missing or damaged.
    fn metric(&self, slice: Self::Slice, requested: Option<Metric>) -> Result<Metric, Error>;

    /// Returns the name of the distances of a metric.
    fn distance_name(metric: Metric) -> String;

    /// Returns the error for a slice without distances.
    fn no_distances(&self, slice: Self::Slice) -> Error;

    /// Opens the tables of a slice that the metric needs.
    ///
    /// # Errors
    /// When a table is missing or damaged.
    fn open(&self, slice: Self::Slice, metric: Metric) -> Result<Self::Blocks<'_>, Error>;

    /// Returns the position with a number that belongs to a position.
    fn position(&self, slice: Self::Slice, number: u64) -> Self::Position;

    fn fen(&self, position: &Self::Position) -> String;

    /// # Errors
    /// When a table is missing or damaged.
    fn wdl(&self, position: &Self::Position) -> Result<Wdl, Error> {
        Ok(self.tables().probe_wdl(position)?)
    }

    /// Returns the value of a position with the plies of [`GameTables::other_plies`], if there is a
    /// table of them. `metric` is that of the run.
    ///
    /// # Errors
    /// When a table is missing or damaged.
    fn other_value(&self, position: &Self::Position, metric: Metric) -> Result<Value, Error>;

    /// Returns the position with the other side to move; `None` if it is not legal.
    fn with_other_side_to_move(position: &Self::Position) -> Option<Self::Position>;

    /// Returns all legal moves.
    ///
    /// # Errors
    /// When there are too many moves.
    fn moves(&self, position: &Self::Position) -> Result<Vec<Self::Move>, Error> {
        Ok(self.tables().game().moves(position).map_err(ProbeError::from)?)
    }

    fn after(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position {
        self.tables().game().after(position, mv)
    }

    fn move_text(&self, position: &Self::Position, mv: &Self::Move) -> String;

    /// Returns all moves, best first: quick wins, slow losses. `metric` is that of the run.
    ///
    /// # Errors
    /// When a table is missing or damaged, or there are no distances. Without distances the longest
    /// defence is unknown, and a line could repeat positions.
    fn best_moves(&self, position: &Self::Position, metric: Metric) -> Result<Vec<BestMove<Self>>, Error>;
}

#[derive(Debug)]
pub struct BestMove<T: GameTables> {
    pub mv: T::Move,
    /// The position after the move.
    pub position: T::Position,
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

    /// Like [`SliceBlocks::wanted_positions`], but with numbers and values only. Override it in
    /// games whose positions are costly to generate.
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
    /// Reads the whole value: in some games distances are costly.
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
