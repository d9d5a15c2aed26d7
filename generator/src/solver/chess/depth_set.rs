//! A set solved for a depth.

use std::sync::Arc;

use peatee_chess::Slice;
use peatee_table::Metric;

use super::search::depth::solve_depths;
use super::set::{NumberedValues, solve_placements};
use super::words::layout::SetLayout;
use super::words::solved::{BySide, SolvedSet};
use super::words::zeroing::NextSets;

/// A set with depths: with plies to mate, or with who wins alone, which is all that other sets need
/// of it where a capture or promotion ends the count.
#[derive(Debug)]
pub struct DepthSet(Arc<SolvedSet>);

impl DepthSet {
    /// Wraps a set with the plies that its depth needs.
    pub fn new(set: SolvedSet) -> DepthSet {
        DepthSet(Arc::new(set))
    }

    /// Solves a set whose next sets are solved.
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

    /// Exchanges the colours.
    pub fn color_swapped(&self) -> DepthSet {
        DepthSet::new(self.0.color_swapped())
    }

    /// Who wins, and the plies that are kept.
    pub fn set(&self) -> &Arc<SolvedSet> {
        &self.0
    }
}
