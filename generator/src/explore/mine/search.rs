use peatee_probe::RuleValue;
use peatee_probe::any::Tables;
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, Wdl};

use super::found::Detail;
use super::top::Top;
use crate::error::Error;
use crate::explore::families::Explored;

/// A position that a search examines, with its slice, its WDL value and the metric of the search.
#[derive(Debug)]
pub struct ExaminedPosition<'a, F: Explored> {
    pub tables: &'a Tables<F>,
    pub slice: F::Slice,
    pub position: &'a F::Position,
    pub metric: Metric,
    pub wdl: Wdl,
}

impl<F: Explored> ExaminedPosition<'_, F> {
    /// Returns the value of the position under draw rules, with counters at zero.
    ///
    /// # Errors
    /// A table that is needed to decide the outcome is missing or damaged.
    pub fn rule_value(&self, rules: &DrawRules) -> Result<RuleValue<F::Slice>, Error> {
        let fresh = self.tables.game().counters(rules, self.position);
        let value = self.tables.rule_value(self.position, rules, &fresh)?;
        match value.lacking.filter(|_| value.outcome.wdl().is_none()) {
            None => Ok(value),
            Some(lacking) => Err(self.tables.missing(lacking.slice, lacking.metric).into()),
        }
    }
}

/// Result of [`Search::examine`] for a position of the kind that is searched for.
#[derive(Debug)]
pub struct Finding {
    /// Type under which the position is counted, such as `mutual` for a mutual zugzwang.
    pub name: &'static str,
    pub detail: Detail,
}

/// Selection of the positions that are listed, and their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// All found positions, slice by slice, in the order of their position numbers.
    AsFound,
    /// The positions with the most plies. Positions with equally many plies are in the order of the
    /// slices and of their position numbers.
    LongestFirst {
        count: u64,
        /// Positions that share the largest number of plies are all listed, even if there are more
        /// than `count`, but at most this many.
        at_most_count: u64,
        /// True to list the longest positions of each slice; false to list those of all slices
        /// together.
        is_per_slice: bool,
    },
}

impl Order {
    /// Creates an empty list for the positions with the most plies. With [`Order::AsFound`], the
    /// list cannot hold any position, because positions are then written as they are found.
    pub(super) fn top(self) -> Top {
        match self {
            Order::AsFound => Top::new(0),
            Order::LongestFirst { count, at_most_count, .. } => Top::new(count.max(at_most_count)),
        }
    }
}

pub trait Search<F: Explored>: Sync {
    /// Returns the name of the kind of position that is searched for, such as `zugzwang`. Commands
    /// and output use this name.
    fn name(&self) -> &'static str;

    fn order(&self) -> Order {
        Order::AsFound
    }

    /// Returns the metric in which values must be read; `None` if any metric will do.
    fn metric(&self) -> Option<Metric> {
        None
    }

    /// Returns true if the search needs distances. Then positions without a distance are left out.
    fn needs_distances(&self) -> bool {
        false
    }

    /// Returns true if a slice may contain positions of the kind that is searched for. Other slices
    /// are not read.
    fn may_be_in(&self, _slice: F::Slice) -> bool {
        true
    }

    /// Returns true if a position with this WDL may be of the kind that is searched for. Other
    /// positions are not examined.
    fn wants(&self, wdl: Wdl) -> bool;

    /// Examines a position. Returns the finding if the position is of the kind that is searched
    /// for, otherwise `None`.
    ///
    /// # Errors
    /// A table that is needed is missing or damaged.
    fn examine(&self, examined: &ExaminedPosition<F>) -> Result<Option<Finding>, Error>;
}
