//! What the search asks of the tables of a game.

use std::fmt::Debug;

use peatee_table::{Metric, Value, Wdl};

use crate::error::Error;

/// The tables of a game that can be mined.
pub trait GameTables: Debug + Sync + Sized + 'static {
    /// A unit of storing: some pieces, and whose turn it is.
    type Slice: Debug + Copy + Sync + 'static;
    /// A position.
    type Position: Debug + 'static;
    /// A legal move.
    type Move: Debug;
    /// A slice that is read.
    type Blocks<'a>: SliceBlocks<Position = Self::Position>
    where
        Self: 'a;

    /// The column of the plies of the other side, were it to move, in a run by a metric.
    fn other_plies(metric: Metric) -> &'static str;

    /// The variant's id.
    fn variant(&self) -> &'static str;

    /// The name of a slice.
    fn slice_name(slice: Self::Slice) -> String;

    /// How many numbers a slice has.
    fn numbers(&self, slice: Self::Slice) -> u64;

    /// The metric of a slice where none was asked for: WDL where it has no distances.
    ///
    /// # Errors
    /// When a table is missing or damaged.
    fn default_metric(&self, slice: Self::Slice) -> Result<Metric, Error>;

    /// The error that a slice has no distances.
    fn no_distances(&self, slice: Self::Slice) -> Error;

    /// Opens the tables of a slice that the metric needs.
    ///
    /// # Errors
    /// When one is missing or damaged.
    fn open(&self, slice: Self::Slice, metric: Metric) -> Result<Self::Blocks<'_>, Error>;

    /// The position with a number that belongs to one.
    fn position(&self, slice: Self::Slice, number: u64) -> Self::Position;

    /// Its FEN.
    fn fen(&self, position: &Self::Position) -> String;

    /// Win, draw or loss of a position.
    ///
    /// # Errors
    /// When a table is missing or damaged.
    fn wdl(&self, position: &Self::Position) -> Result<Wdl, Error>;

    /// The value of a position with the plies of [`GameTables::other_plies`], where there is a
    /// table of them. `metric` is that of the run.
    ///
    /// # Errors
    /// When a table is missing or damaged.
    fn other_value(&self, position: &Self::Position, metric: Metric) -> Result<Value, Error>;

    /// The position with the other side to move; none where that is not legal.
    fn with_other_side_to_move(position: &Self::Position) -> Option<Self::Position>;

    /// All legal moves.
    ///
    /// # Errors
    /// When they are too many.
    fn moves(&self, position: &Self::Position) -> Result<Vec<Self::Move>, Error>;

    /// The position after a move.
    fn after(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// A move as text.
    fn move_text(&self, position: &Self::Position, mv: &Self::Move) -> String;

    /// All moves, the best first: quick wins, slow losses. `metric` is that of the run.
    ///
    /// # Errors
    /// When a table is missing or damaged, and where there are no distances: nobody knows then
    /// which defence holds out longest, and a line could go round.
    fn best_moves(&self, position: &Self::Position, metric: Metric) -> Result<Vec<BestMove<Self>>, Error>;
}

/// A move and what it leads to.
#[derive(Debug)]
pub struct BestMove<T: GameTables> {
    /// The move.
    pub mv: T::Move,
    /// The position after it.
    pub position: T::Position,
    /// What it is worth to the player who makes it.
    pub wdl: Wdl,
}

/// A slice that is read block by block, by any number of threads.
pub trait SliceBlocks: Sync {
    /// A position.
    type Position;

    /// How many blocks there are.
    fn blocks(&self) -> u64;

    /// Calls `each` with the positions of a block of which it is wanted who wins, in order.
    ///
    /// # Errors
    /// When a table is missing or damaged, or as `each`.
    fn wanted_positions(
        &self,
        block: u64,
        is_wanted: &dyn Fn(Wdl) -> bool,
        each: &mut EachWanted<Self::Position>,
    ) -> Result<BlockSize, Error>;

    /// Calls `each` with their numbers and values alone: a game whose positions cost time does
    /// without them.
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

/// What is done with each position of a block.
pub type EachWanted<'a, P> = dyn FnMut(&Wanted<P>) -> Result<(), Error> + 'a;

/// A position of a slice that is read.
pub struct Wanted<'a, P> {
    /// Its number in table order.
    pub number: u64,
    /// The position.
    pub position: &'a P,
    /// Win, draw or loss for the side to move.
    pub wdl: Wdl,
    /// Reads the whole value: distances cost time in some games.
    pub value: &'a dyn Fn() -> Result<Value, Error>,
}

impl<P: Debug> Debug for Wanted<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Wanted { number, position, wdl, .. } = self;
        write!(f, "{number} {position:?} {wdl}")
    }
}

/// The size of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockSize {
    /// Its numbers.
    pub numbers: u64,
    /// Its legal positions.
    pub positions: u64,
}
