//! A chess set that is solved for DTM or DTC.

use std::sync::Arc;

use peatee_chess::Slice;
use peatee_table::Metric;

use super::search::depth::solve_depths;
use super::set::{NumberedValues, solve_placements};
use super::words::layout::SetLayout;
use super::words::solved::{BySide, SolvedSet};
use super::words::zeroing::NextSets;

/// A set solved for DTM or DTC. For DTM it holds the plies to mate. For DTC it holds only WDL,
/// because captures and promotions end the count, so that other sets need no plies.
#[derive(Debug)]
pub struct DepthSet(Arc<SolvedSet>);

impl DepthSet {
    /// Wraps a solved set, which must have the plies that its metric needs.
    pub fn new(set: SolvedSet) -> DepthSet {
        DepthSet(Arc::new(set))
    }

    /// Solves a set for the distance `depth`. `next` returns the solved sets to which captures and
    /// promotions lead.
    pub fn solve(
        layout: SetLayout,
        depth: Metric,
        mut next: impl FnMut(Slice) -> Arc<DepthSet>,
    ) -> (DepthSet, Vec<NumberedValues>) {
        let next = NextSets::new(&layout, |material| next(material).0.clone());
        let mut set = SolvedSet::unsolved(layout, usize::MAX);
        set.plies = vec![BySide::default(); set.layout.placements.len()];
        let (mut set, numbered) =
            solve_placements(set, &next, |zeroing, placement| solve_depths(zeroing, placement, depth));
        if depth == Metric::Dtc {
            set.plies = Vec::new();
        }
        (DepthSet::new(set), numbered)
    }

    /// Returns the set with the colours swapped.
    pub fn color_swapped(&self) -> DepthSet {
        DepthSet::new(self.0.color_swapped())
    }

    /// Returns the solved set, with WDL and the stored plies.
    pub fn set(&self) -> &Arc<SolvedSet> {
        &self.0
    }
}
