//! A set of chess (a slice and its opposite) that is solved for DTM or DTC.

use std::sync::Arc;

use peatee_chess::Slice;
use peatee_table::Metric;

use super::metrics::limit_plies;
use super::search::depth::solve_depths;
use super::search::staircase::solve_staircases;
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

    /// Finds the distances of all positions of a set (a slice and its opposite): DTM, DTC or plies
    /// to mate under a draw rule, as `depth` says. `next` returns the solved sets to which captures
    /// and promotions lead.
    pub fn solve(
        layout: SetLayout,
        depth: Metric,
        next: impl FnMut(Slice) -> Arc<DepthSet>,
    ) -> (DepthSet, Vec<NumberedValues>) {
        DepthSet::solve_within(layout, depth, limit_plies(depth).map(|plies| plies as u8), next)
    }

    /// Finds the distances as [`DepthSet::solve`] does. If there is a limit, the game is drawn
    /// after so many plies without a capture or pawn move.
    pub fn solve_within(
        layout: SetLayout,
        depth: Metric,
        limit_plies: Option<u8>,
        mut next: impl FnMut(Slice) -> Arc<DepthSet>,
    ) -> (DepthSet, Vec<NumberedValues>) {
        let next = NextSets::new(&layout, |material| next(material).0.clone());
        let mut set = SolvedSet::unsolved(layout, usize::MAX);
        set.plies = vec![BySide::default(); set.layout.placements.len()];
        let (mut set, numbered) = match limit_plies {
            Some(limit) => {
                solve_placements(set, &next, |zeroing, placement| solve_staircases(zeroing, placement, limit))
            }
            None => solve_placements(set, &next, |zeroing, placement| solve_depths(zeroing, placement, depth)),
        };
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
