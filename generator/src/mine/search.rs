//! What a kind of position is.

use peatee_probe::Tables;
use peatee_rules::{Game, Position};
use peatee_table::{Slice, Value};

use super::found::Detail;
use super::top::Top;
use crate::error::Error;

/// A position that a search looks at.
#[derive(Debug)]
pub struct Seen<'a> {
    /// All tables.
    pub tables: &'a Tables,
    /// The slice of the position.
    pub slice: Slice,
    /// The position.
    pub position: &'a Position,
    /// Its value by the metric of the run, for the side to move.
    pub value: Value,
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

/// A kind of position that tables are searched for.
pub trait Search: Sync {
    /// The kind, as commands and counts name it.
    fn name(&self) -> &'static str;

    /// The order of the list.
    fn order(&self) -> Order {
        Order::OfTables
    }

    /// Whether the values must come with distances.
    fn needs_distances(&self) -> bool {
        false
    }

    /// Whether a slice can hold such positions: others are not read.
    fn may_be_in(&self, _game: &Game, _slice: Slice) -> bool {
        true
    }

    /// Whether a position of this value can be one. The others are not looked at.
    fn wants(&self, value: Value) -> bool;

    /// Looks at a position.
    ///
    /// # Errors
    /// When a table that is needed is missing or damaged.
    fn look(&self, seen: &Seen) -> Result<Option<Finding>, Error>;
}
