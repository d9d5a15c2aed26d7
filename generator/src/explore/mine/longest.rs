use peatee_table::Wdl;

use super::found::Detail;
use super::search::{ExaminedPosition, Finding, Order, Search};
use crate::error::Error;
use crate::explore::families::Explored;

/// Search for the won or the lost positions with the most plies in a metric.
#[derive(Debug, Clone, Copy)]
pub struct Longest {
    /// Value that the positions have for the side to move: [`Wdl::Win`] or [`Wdl::Loss`].
    pub wdl: Wdl,
    pub count: u64,
    /// Positions that share the largest number of plies are all listed, even if there are more than
    /// `count`, but at most this many.
    pub at_most_count: u64,
    pub is_per_slice: bool,
}

impl<F: Explored> Search<F> for Longest {
    fn name(&self) -> &'static str {
        "longest"
    }

    fn order(&self) -> Order {
        let Longest { count, at_most_count, is_per_slice, .. } = *self;
        Order::LongestFirst { count, at_most_count, is_per_slice }
    }

    fn needs_distances(&self) -> bool {
        true
    }

    fn wants(&self, wdl: Wdl) -> bool {
        wdl == self.wdl
    }

    fn examine(&self, _examined: &ExaminedPosition<F>) -> Result<Option<Finding>, Error> {
        Ok(Some(Finding { name: self.wdl.name(), detail: Detail::None {} }))
    }
}
