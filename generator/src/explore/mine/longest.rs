use peatee_table::Wdl;

use super::found::Detail;
use super::search::{Finding, Order, Search, Seen};
use crate::error::Error;
use crate::explore::families::Explored;

/// The decided positions with the most plies by the metric.
#[derive(Debug, Clone, Copy)]
pub struct Longest {
    /// [`Wdl::Win`] or [`Wdl::Loss`], for the side to move.
    pub wdl: Wdl,
    pub count: u64,
    /// All positions at the maximum are listed up to this number, if it is larger than `count`.
    pub at_most_count: u64,
    /// List each slice separately instead of all slices together.
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

    fn look(&self, _seen: &Seen<F>) -> Result<Option<Finding>, Error> {
        Ok(Some(Finding { name: self.wdl.name(), detail: Detail::None {} }))
    }
}
