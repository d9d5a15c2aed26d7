//! Traits with which each family of games describes its slices and table files.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use peatee_table::format::TableIdentity;
use peatee_table::{FileError, Manifest, Metric};

use crate::game::Game;
use crate::table::Table;

/// A game that has tables: its slices, and the required contents of the headers of its tables. Each
/// family of games (draughts, chess) implements this trait. This interface may change with every
/// version.
#[doc(hidden)]
pub trait Tabled: Game {
    /// A slice: the pieces of both sides and the side to move. `Display` writes its name, as in
    /// file names.
    type Slice: Debug + Display + Copy + Ord + Hash + Send + Sync + 'static;
    /// Type of the order in which a table stores its cells. It is `()` if the finder already
    /// numbers positions in that order.
    type Order: Debug + Send + Sync;
    /// Type that finds the index of a slice in the list of slices that have tables.
    type Finder: Finder<Self>;

    /// Returns the slice of a position. May return `None` for a position with more pieces than
    /// tables have.
    fn slice_of(&self, position: &Self::Position) -> Option<Self::Slice>;

    /// Parses the name of a slice.
    ///
    /// # Errors
    /// The reason why the text is not the name of a slice.
    fn parse_slice(&self, name: &str) -> Result<Self::Slice, String>;

    /// Returns the number of pieces of both sides in each position of a slice.
    fn pieces(slice: Self::Slice) -> u32;

    /// Returns the identity (game, slice, metric and rules) that the header of a table must have.
    fn identity(&self, slice: Self::Slice, metric: Metric) -> TableIdentity;

    /// Returns a manifest of this game that lists no tables yet.
    fn manifest(&self) -> Manifest;

    /// Checks that the header of a table is right for its slice and metric. Returns the order in
    /// which the file stores the cells.
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

/// Finds the index of a slice in a list of slices. `G` is the family of games.
#[doc(hidden)]
pub trait Finder<G: Tabled>: Debug + Send + Sync + Sized {
    /// Creates a finder for distinct slices. Also returns the number of positions of each slice.
    fn new(game: &G, slices: &[G::Slice]) -> (Self, Vec<u64>);

    /// Returns the index of a slice in the list that was passed to [`Finder::new`]; `None` if the
    /// list lacks the slice.
    fn place(&self, slice: G::Slice) -> Option<usize>;

    /// Makes the finder number positions in the order in which the tables store their cells. Called
    /// after all tables are open.
    fn follow(&mut self, _game: &G, _tables: &[(G::Slice, Vec<&Table>)]) {}
}
