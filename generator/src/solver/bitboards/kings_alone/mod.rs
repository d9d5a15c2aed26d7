//! WDL values of slices of kings alone: the largest units, held in three words per place and side
//! to move.
//!
//! Such a slice is one unit. Only captures leave it, and without distances no decision has to wait
//! for its ply. So the first pass writes wins and losses by captures at once ([`first_pass`]), the
//! search decides positions in place ([`search`]), and the output reads the same words
//! ([`planes`]). `iterate` finds the same values, and distances too.

mod first_pass;
mod memory;
mod planes;
mod row_set;
mod search;

use peatee_rules::{Bitboard, Kernel, Side};

pub use self::memory::memory;
use self::planes::SidePlanes;
use self::search::Search;
use super::context::{DigitCounts, SliceContext};
use super::first_pass::children::{ChildSlices, Children};
use super::layout::units::Layout;
use super::output::{self, Form, side_on_board};
use super::rules::MoveRules;
use crate::solver::job::{SliceJob, Solution, Solved, Wanted};

/// True when this module solves the slice of `layout`.
pub fn does<W: Bitboard>(layout: &Layout<W>, wanted: Wanted) -> bool {
    wanted == Wanted::WDL && layout.open.is_some() && !layout.has_fixed()
}

/// Solves a slice of kings alone and its opposite. A king of `open` is open in `layout`.
pub fn solve<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    (layout, open): (&Layout<W>, Side),
    job: &SliceJob<'_, W>,
) -> Solved {
    let mut planes = find(kernel, rules, (layout, open), job).map(Some);
    let slices = job.slices().into_iter().map(|slice| (slice, side_on_board(kernel, slice, job.slice)));
    let slices: Vec<_> = slices.collect();
    // When both sides are one slice, only one of them is written.
    for side in Side::BOTH.into_iter().filter(|&side| slices.iter().all(|&(_, of_slice)| of_slice != side)) {
        planes[side as usize] = None;
    }
    let mut solved = Solved::default();
    for (slice, side) in slices {
        let Some(own) = planes[side as usize].take() else { continue };
        let (values, captures) = output::values(kernel, (slice, side), layout, &own, Form::Wdl);
        solved.to_end.push(Solution { slice, values });
        solved.captures.extend(captures);
    }
    solved
}

/// Returns the solved words by side to move.
fn find<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    (layout, open): (&Layout<W>, Side),
    job: &SliceJob<'_, W>,
) -> [SidePlanes<W>; 2] {
    let (rows, columns) = layout.placements();
    let digits = DigitCounts { to_end: 0, to_event: 0 };
    let slice = SliceContext { kernel, layout, open, rows: &rows, columns: &columns, digits, count: None, slots: &[] };
    let mut planes = Side::BOTH.map(|_| SidePlanes::new(layout.unit_words()));
    let child_slices = ChildSlices::new(kernel, &layout.material, open, job.successors);
    let children = Children::new(kernel, &child_slices, digits.to_end, u64::MAX);
    first_pass::run(&slice, &children, &mut planes);
    drop(children);
    Search::new(&slice, &rules.fills, &mut planes).run();
    planes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan;
    use crate::solver::bitboards::{BitboardSolver, NoCheckpoint};
    use crate::solver::lookup::{Lookup, SliceArray};
    use crate::solver::{Means, Solver, Values, values::WdlArray};
    use peatee_rules::{Draughts, Kind, Variant, with_kernel};
    use peatee_table::index::SliceIndex;
    use peatee_table::{Metric, Slice};
    use std::collections::HashMap;
    use std::sync::Arc;

    /// Solves all slices of kings alone twice, with distances by `iterate` and here, and returns
    /// the number of positions compared.
    fn compare<W: Bitboard>(game: &Draughts, kernel: &Kernel<W>, pieces: u8) -> usize {
        let solver = BitboardSolver::new(kernel).expect("a game of the bitboard solver");
        let is_king = |slice: &Slice| slice.material.counts.iter().map(|of| of[Kind::King as usize]).sum::<u8>();
        let mut arrays: HashMap<Slice, Arc<SliceArray<W, Values>>> = HashMap::new();
        let mut compared = 0;
        let jobs = plan(game, pieces, &[Metric::Wdl]);
        for job in jobs.iter().filter(|job| is_king(&job.slice) == job.slice.material.pieces()) {
            let successors = &Lookup::new(job.needs.iter().map(|slice| arrays[slice].clone()));
            let solve = |to_end: bool| {
                let wanted = Wanted { to_end, ..Wanted::WDL };
                let job = SliceJob {
                    slice: job.slice,
                    opposite: job.opposite,
                    successors,
                    wanted,
                    means: &Means::ALL_MEMORY,
                };
                solver.solve(&job, &mut NoCheckpoint).expect("short games")
            };
            let (expected, found) = (solve(true), solve(false));
            assert_eq!(found.captures, expected.captures, "{}", job.slice);
            assert_eq!(found.to_end.len(), expected.to_end.len());
            for (Solution { slice, values }, found) in expected.to_end.into_iter().zip(found.to_end) {
                let Values::Plies(plies) = &values else { panic!("distances were wanted") };
                let wdl = Values::Wdl(WdlArray::of(plies));
                assert_eq!(found.slice, slice);
                assert!(found.values == wdl, "{} {slice}", game.variant().id);
                compared += plies.len();
                // Half of the arrays hold values without distances, as in a run for WDL alone.
                let entries = if compared.is_multiple_of(2) { values } else { wdl };
                arrays.insert(slice, Arc::new(SliceArray { index: SliceIndex::new(kernel, slice), entries }));
            }
        }
        compared
    }

    #[test]
    fn every_value_is_that_of_a_search_for_distances() {
        // Short and flying kings, kings that capture straight ahead or must take the most, a game
        // in which having no move wins, a game that stores both sides, and words of 4 to 16 bytes.
        for (id, pieces) in [
            ("english", 5),
            ("russian", 4),
            ("international", 3),
            ("frisian", 3),
            ("canadian", 3),
            ("giveaway", 4),
            ("oneway", 4),
        ] {
            let game = Draughts::new(Variant::named(id).expect("a variant"));
            let compared = with_kernel!(game, kernel => compare(&game, kernel, pieces));
            assert!(compared > 100_000, "{id}: {compared}");
        }
    }
}
