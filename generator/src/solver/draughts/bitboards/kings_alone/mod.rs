//! Finds win, draw or loss in slices whose only pieces are kings. Such a slice is one unit, and
//! these units are the largest of all. Each row and column of the unit takes three words per side
//! to move.
//!
//! Only captures leave the unit, and because no distances are wanted, no decision must wait for its
//! ply. The first pass therefore writes wins and losses by captures at once (`first_pass`). The
//! search decides positions in place ([`search`]), and the output reads the same words
//! ([`planes`]). `iterate` finds the same values, and distances too.

mod first_pass;
pub mod memory;
pub mod planes;
pub mod row_set;
pub mod search;

use peatee_rules::{Bitboard, Kernel, Side};

pub use self::memory::memory;
use self::planes::SidePlanes;
use self::search::KingsSearch;
use super::context::{DigitCounts, SliceContext};
use super::first_pass::children::{ChildSlices, Children};
use super::layout::units::Layout;
use super::output;
use super::output::{ValueForm, side_on_board};
use super::rules::MoveRules;
use crate::solver::draughts::job::{SliceJob, Solution, Solved, ValueKinds};

/// Returns true when this module can solve the slice of `layout`: all its pieces are kings, and
/// only win, draw or loss is wanted.
pub fn can_solve<W: Bitboard>(layout: &Layout<W>, wanted: ValueKinds) -> bool {
    wanted == ValueKinds::WDL && layout.open.is_some() && !layout.has_fixed()
}

/// Solves a slice of kings alone and its opposite (the other side to move). `open` is the side of
/// the open king, whose squares are the bits of a word.
pub fn solve<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    (layout, open): (&Layout<W>, Side),
    job: &SliceJob<'_, W>,
) -> Solved {
    let mut planes = find(kernel, rules, (layout, open), job).map(Some);
    let slices = job.slices().into_iter().map(|slice| (slice, side_on_board(kernel, slice, job.slice)));
    let slices: Vec<_> = slices.collect();
    // If the slice is its own opposite, the values of only one side to move are written.
    for side in Side::BOTH.into_iter().filter(|&side| slices.iter().all(|&(_, of_slice)| of_slice != side)) {
        planes[side as usize] = None;
    }
    let mut solved = Solved::default();
    for (slice, side) in slices {
        let Some(own) = planes[side as usize].take() else { continue };
        let (values, captures) = output::values(kernel, (slice, side), layout, &own, ValueForm::Wdl);
        solved.to_end.push(Solution { slice, values });
        solved.captures.extend(captures);
    }
    solved
}

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
    KingsSearch::new(&slice, &rules.fills, &mut planes).run();
    planes
}
