//! Slices of a game, and the identity of their table files.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use peatee_table::format::TableIdentity;
use peatee_table::{FileError, Manifest, Metric};

use crate::game::Game;
use crate::table::Table;

/// A game with tables: slices, and the content of table headers. The interface is for families and
/// may change with every version.
#[doc(hidden)]
pub trait Tabled: Game {
    /// A slice: the pieces of both sides and the side to move. Displays as the name in file names.
    type Slice: Debug + Display + Copy + Ord + Hash + Send + Sync + 'static;
    /// The order of the cells of a table, for families whose tables differ in it.
    type Order: Debug + Send + Sync;
    /// Finds the slice of a position.
    type Finder: Finder<Self>;

    /// Returns the slice of a position. `None` is possible for positions with more pieces than any
    /// table.
    fn slice_of(&self, position: &Self::Position) -> Option<Self::Slice>;

    /// Parses the name of a slice.
    ///
    /// # Errors
    /// The reason why the text is not the name of a slice.
    fn parse_slice(&self, name: &str) -> Result<Self::Slice, String>;

    /// Returns the number of pieces on the board.
    fn pieces(slice: Self::Slice) -> u32;

    /// Returns the identity that the header of a table must have.
    fn identity(&self, slice: Self::Slice, metric: Metric) -> TableIdentity;

    /// Returns the manifest of a directory without tables.
    fn manifest(&self) -> Manifest;

    /// Checks the header of a table against its slice and metric. Returns the order of the cells.
    ///
    /// # Errors
    /// The reason why the header does not fit.
    fn order_of(
        &self,
        slice: Self::Slice,
        metric: Metric,
        positions: u64,
        table: &Table,
    ) -> Result<Self::Order, FileError>;
}

/// Finds slices by the pieces on the board.
#[doc(hidden)]
pub trait Finder<G: Tabled>: Debug + Send + Sync + Sized {
    /// Creates a finder for distinct slices. Also returns the number of positions of each slice.
    fn new(game: &G, slices: &[G::Slice]) -> (Self, Vec<u64>);

    /// Returns the index of a slice in the list given to [`Finder::new`].
    fn place(&self, slice: G::Slice) -> Option<usize>;

    /// Numbers positions in the order of the stored cells. Called when all tables are open.
    fn follow(&mut self, _game: &G, _tables: &[(G::Slice, Vec<&Table>)]) {}
}
