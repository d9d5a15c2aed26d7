use peatee_probe::RuleValue;
use peatee_probe::any::Tables;
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, Wdl};

use super::found::Detail;
use super::top::Top;
use crate::error::Error;
use crate::explore::families::Explored;

/// A position that a search examines.
#[derive(Debug)]
pub struct Seen<'a, F: Explored> {
    pub tables: &'a Tables<F>,
    pub slice: F::Slice,
    pub position: &'a F::Position,
    /// The metric of the run.
    pub metric: Metric,
    /// WDL for the side to move.
    pub wdl: Wdl,
}

impl<F: Explored> Seen<'_, F> {
    /// Returns the value under draw rules with fresh counts.
    ///
    /// # Errors
    /// When a table that decides it is missing or damaged.
    pub fn rule_value(&self, rules: &DrawRules) -> Result<RuleValue<F::Slice>, Error> {
        let fresh = self.tables.game().counters(rules, self.position);
        let value = self.tables.rule_value(self.position, rules, &fresh)?;
        match value.lacking.filter(|_| value.outcome.wdl().is_none()) {
            None => Ok(value),
            Some(lacking) => Err(self.tables.missing(lacking.slice, lacking.metric).into()),
        }
    }
}

/// The result of a search for one position.
#[derive(Debug)]
pub struct Finding {
    /// The type of the position within its kind, as named in lines and counts.
    pub name: &'static str,
    pub detail: Detail,
}

/// The listed positions and their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// All, slice by slice in the order of their numbers.
    OfTables,
    /// Positions with the most plies; equal ones in table order.
    LongestFirst {
        /// The number of listed positions.
        count: u64,
        /// All positions at the maximum are listed up to this number, if it is larger than `count`.
        at_most_count: u64,
        /// List each slice separately instead of all slices together.
        is_per_slice: bool,
    },
}

impl Order {
    /// Allocates a sorted list of these positions.
    pub(super) fn top(self) -> Top {
        match self {
            Order::OfTables => Top::new(0),
            Order::LongestFirst { count, at_most_count, .. } => Top::new(count.max(at_most_count)),
        }
    }
}

/// A kind of position that the tables of a game are searched for.
pub trait Search<F: Explored>: Sync {
    /// Returns the name of the kind in commands and counts.
    fn name(&self) -> &'static str;

    fn order(&self) -> Order {
        Order::OfTables
    }

    /// Returns the metric that the values must have, if only one is suitable.
    fn metric(&self) -> Option<Metric> {
        None
    }

    /// True when the values must have distances; positions without a distance are left out.
    fn needs_distances(&self) -> bool {
        false
    }

    /// True when a slice can hold such positions; other slices are not read.
    fn may_be_in(&self, _slice: F::Slice) -> bool {
        true
    }

    /// True when a position of this WDL value can be of this kind; other positions are not
    /// examined.
    fn wants(&self, wdl: Wdl) -> bool;

    /// Examines a position.
    ///
    /// # Errors
    /// When a required table is missing or damaged.
    fn look(&self, seen: &Seen<F>) -> Result<Option<Finding>, Error>;
}
