//! Finds which range of positions in table order belongs to a unit.

use std::ops::Range;

use peatee_rules::{Bitboard, Kernel, Setup, Side};
use peatee_table::Slice;

use super::written::Written;
use crate::solver::draughts::bitboards::first_pass::unit_reader::UnitReader;
use crate::solver::draughts::bitboards::layout::table_order::TableOrder;
use crate::solver::draughts::bitboards::layout::units::Layout;
use crate::solver::draughts::bitboards::output::side_on_board;
use crate::solver::draughts::job::SliceJob;

/// The table order for each side to move on the board. If the slice is its own opposite, both sides
/// share one slice: each position with Black to move is the mirror image of a position with White
/// to move.
#[derive(Debug)]
pub struct Orders<'a, W> {
    pub layout: &'a Layout<W>,
    pub written: Written,
    of_side: [(usize, UnitReader<'a, W>); 2],
}

/// The positions of one unit (configuration of the men) with one side to move.
#[derive(Debug, Clone)]
pub struct UnitPositions {
    pub slice: usize,
    pub positions: Range<usize>,
}

impl<'a, W: Bitboard> Orders<'a, W> {
    pub fn new(kernel: &'a Kernel<W>, layout: &'a Layout<W>, job: &SliceJob<'_, W>) -> Self {
        let slices = job.slices();
        let written = Written::of(job.wanted);
        let of_side = Side::BOTH.map(|side| {
            let shows = |&slice: &Slice| side_on_board(kernel, slice, job.slice) == side;
            // If the job has only one slice, this slice serves the other side to move too.
            let place = slices.iter().position(shows).unwrap_or(0);
            let order = TableOrder::new(kernel, slices[place], side, layout);
            (place, UnitReader::new(layout, order, written.form_for_units()))
        });
        Orders { layout, written, of_side }
    }

    pub fn order(&self, side: Side) -> &TableOrder<'a, W> {
        self.reader(side).order()
    }

    pub fn reader(&self, side: Side) -> &UnitReader<'a, W> {
        &self.of_side[side as usize].1
    }

    pub fn slice(&self, side: Side) -> usize {
        self.of_side[side as usize].0
    }

    /// Returns the range of positions of one unit (configuration of the men), for one side to move.
    /// `fixed` holds the pieces of the unit except kings.
    pub fn of_unit(&self, fixed: &Setup<W>, side: Side) -> UnitPositions {
        let order = self.order(side);
        let (unit, positions) = (order.unit_of(fixed), order.unit_positions());
        UnitPositions { slice: self.slice(side), positions: unit * positions..(unit + 1) * positions }
    }

    pub fn unit_positions(&self) -> [usize; 2] {
        Side::BOTH.map(|side| self.order(side).unit_positions())
    }
}
