//! A set of chess (a slice and its opposite) that is solved for DTM or DTC.

use std::sync::Arc;

use peatee_chess::Slice;
use peatee_table::Metric;

use super::search::depth::solve_depths;
use super::set::{NumberedValues, solve_placements};
use super::words::layout::SetLayout;
use super::words::solved::{BySide, SolvedSet};
use super::words::zeroing::NextSets;

/// Values of a slice and its opposite (the other side to move), from which other slices are solved.
/// For DTM, the plies to mate are kept. For DTC, only win, draw or loss is kept: other slices need
/// no plies, because a capture or promotion ends the count.
#[derive(Debug)]
pub struct DepthSet(Arc<SolvedSet>);

impl DepthSet {
    pub fn new(set: SolvedSet) -> DepthSet {
        DepthSet(Arc::new(set))
    }

    /// Finds the distances of all positions of a set (a slice and its opposite): DTM or DTC, as
    /// `depth` says. `next` returns the solved sets to which captures and promotions lead.
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

    pub fn color_swapped(&self) -> DepthSet {
        DepthSet::new(self.0.color_swapped())
    }

    pub fn set(&self) -> &Arc<SolvedSet> {
        &self.0
    }
}
