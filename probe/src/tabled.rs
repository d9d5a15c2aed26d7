//! Slices of a game, and the files of their tables.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use peatee_table::format::TableIdentity;
use peatee_table::{FileError, Manifest, Metric};

use crate::game::Game;
use crate::table::Table;

/// A game that there can be tables of: slices, and what files of tables say. The interface is for
/// families and may change with every version.
#[doc(hidden)]
pub trait Tabled: Game {
    /// The pieces of both sides and the side to move. Its text is its name in file names.
    type Slice: Debug + Display + Copy + Ord + Hash + Send + Sync + 'static;
    /// The order of the cells of one table, in families where tables differ in it.
    type Order: Debug + Send + Sync;
    /// The way from a position to its slice.
    type Finder: Finder<Self>;

    /// Returns the slice of a position. Positions of more pieces than any table has may have none.
    fn slice_of(&self, position: &Self::Position) -> Option<Self::Slice>;

    /// Reads the name of a slice.
    ///
    /// # Errors
    /// What is wrong with the name.
    fn parse_slice(&self, name: &str) -> Result<Self::Slice, String>;

    /// Returns the number of pieces on the board.
    fn pieces(slice: Self::Slice) -> u32;

    /// Returns what the header of a table must say.
    fn identity(&self, slice: Self::Slice, metric: Metric) -> TableIdentity;

    /// Returns the manifest of a directory without tables.
    fn manifest(&self) -> Manifest;

    /// Checks that a table is the one it is taken for.
    ///
    /// # Errors
    /// What is wrong with its header.
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
    /// Creates the finder of these slices, each of which occurs once, and counts the positions of
    /// each.
    fn new(game: &G, slices: &[G::Slice]) -> (Self, Vec<u64>);

    /// Returns the place of a slice among them.
    fn place(&self, slice: G::Slice) -> Option<usize>;

    /// Numbers positions as the tables store them, once all tables are open.
    fn follow(&mut self, _game: &G, _tables: &[(G::Slice, Vec<&Table>)]) {}
}
