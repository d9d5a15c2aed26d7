//! What a kind of position is.

use peatee_table::{Metric, Wdl};

use super::found::Detail;
use super::game_tables::GameTables;
use super::top::Top;
use crate::error::Error;

/// A position that a search looks at.
#[derive(Debug)]
pub struct Seen<'a, T: GameTables> {
    /// All tables.
    pub tables: &'a T,
    /// The slice of the position.
    pub slice: T::Slice,
    /// The position.
    pub position: &'a T::Position,
    /// The metric of the run.
    pub metric: Metric,
    /// Win, draw or loss for the side to move.
    pub wdl: Wdl,
}

/// What a search says of a position that it has found.
#[derive(Debug)]
pub struct Finding {
    /// Which type of its kind the position is of, as lines and counts name it.
    pub name: &'static str,
    /// What else there is to say.
    pub detail: Detail,
}

/// Which positions are listed, and in which order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// All, slice by slice in the order of their numbers.
    OfTables,
    /// Those with the most plies; among equals in the order of tables.
    LongestFirst {
        /// How many are listed.
        count: u64,
        /// All positions at the maximum are listed up to this number, if it is more.
        at_most_count: u64,
        /// Of each slice, instead of all slices together.
        is_per_slice: bool,
    },
}

impl Order {
    /// Room for the positions of a list that is sorted.
    pub(super) fn top(self) -> Top {
        match self {
            Order::OfTables => Top::new(0),
            Order::LongestFirst { count, at_most_count, .. } => Top::new(count.max(at_most_count)),
        }
    }
}

/// A kind of position that the tables of a game are searched for.
pub trait Search<T: GameTables>: Sync {
    /// The kind, as commands and counts name it.
    fn name(&self) -> &'static str;

    /// The order of the list.
    fn order(&self) -> Order {
        Order::OfTables
    }

    /// The metric that the values must have, if it is one alone.
    fn metric(&self) -> Option<Metric> {
        None
    }

    /// Whether the values must come with distances: positions without one are left out.
    fn needs_distances(&self) -> bool {
        false
    }

    /// Whether a slice can hold such positions: others are not read.
    fn may_be_in(&self, _slice: T::Slice) -> bool {
        true
    }

    /// Whether a position that is won, drawn or lost can be one. The others are not looked at.
    fn wants(&self, wdl: Wdl) -> bool;

    /// Looks at a position.
    ///
    /// # Errors
    /// When a table that is needed is missing or damaged.
    fn look(&self, seen: &Seen<T>) -> Result<Option<Finding>, Error>;
}
