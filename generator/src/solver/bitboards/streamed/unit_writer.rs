//! From the value words of one unit to its values in table order.

use peatee_rules::{Bitboard, Setup, Side};
use rayon::prelude::*;

use super::orders::{Orders, UnitPlace};
use super::written::Written;
use crate::solver::bitboards::iterate::unit::UnitSolver;
use crate::solver::bitboards::layout::bit_planes::BitMatrices;
use crate::solver::bitboards::layout::table_order::{RunBuffer, TableOrder};
use crate::solver::bitboards::output::{BitRange, Form, OutputPart, Task, tasks};
use crate::solver::bitboards::unit_planes::UnitPlanes;
use crate::solver::known::Known;

/// The cells of the positions of a unit, two bits each, and where captures are, one bit each.
pub type UnitBits = [BitRange; 2];

/// What was found of one unit for one side to move.
#[derive(Debug)]
pub struct UnitValues {
    /// Where it belongs.
    pub place: UnitPlace,
    /// Plies to the end and to events, where these are wanted.
    pub plies: [Vec<Known>; 2],
    /// Where there are no plies to the end, and where captures are wanted.
    pub bits: UnitBits,
}

impl UnitValues {
    /// About the bytes that a unit of `positions` positions takes.
    pub fn bytes(written: Written, positions: usize) -> usize {
        size_of::<UnitValues>() + 32 + written.bytes(positions)
    }

    /// About the bytes that a unit takes for both sides to move.
    pub fn bytes_of_both<W: Bitboard>(orders: &Orders<'_, W>) -> usize {
        orders.unit_positions().map(|positions| UnitValues::bytes(orders.written, positions)).iter().sum()
    }
}

/// A unit of one side to move: its fixed pieces, and its words to the end and to events.
#[derive(Debug, Clone, Copy)]
pub struct SolvedUnit<'a, W> {
    pub fixed: &'a Setup<W>,
    pub side: Side,
    pub planes: [UnitPlanes<'a, W>; 2],
}

impl<'a, W: Bitboard> SolvedUnit<'a, W> {
    /// The unit that was solved last, whose fixed pieces stand as in `fixed`.
    pub fn of(solver: &'a UnitSolver<'_, W>, fixed: &'a Setup<W>, side: Side) -> Self {
        SolvedUnit { fixed, side, planes: [solver.to_end(side), solver.to_event(side)] }
    }
}

/// Writes units, in memory that it keeps.
#[derive(Debug)]
pub struct UnitWriter<'o, W> {
    orders: &'o Orders<'o, W>,
    /// Other threads take a part in each unit.
    shares_groups: bool,
    win_parity: u16,
    runs: RunBuffer<'o, W>,
    matrices: BitMatrices<W>,
}

impl<'o, W: Bitboard> UnitWriter<'o, W> {
    /// A writer for one thread.
    pub fn new(orders: &'o Orders<'o, W>, shares_groups: bool, win_parity: u16) -> Self {
        let (runs, matrices) = Default::default();
        UnitWriter { orders, shares_groups, win_parity, runs, matrices }
    }

    /// The values of a unit.
    pub fn write(&mut self, unit: &SolvedUnit<'_, W>) -> UnitValues {
        let place = self.orders.of_unit(unit.fixed, unit.side);
        let mut plies = self.orders.written.plies(place.positions.len()).map(|count| vec![Known::DRAW; count]);
        let bits = self.write_to(unit, plies.each_mut().map(Vec::as_mut_slice));
        UnitValues { place, plies, bits }
    }

    /// Writes the plies of a unit where they belong, and returns the bits.
    pub fn write_to(&mut self, unit: &SolvedUnit<'_, W>, plies: [&mut [Known]; 2]) -> UnitBits {
        let mut bits = [BitRange::new(0..0), BitRange::new(0..0)];
        for ((form, planes), plies) in self.orders.written.forms().into_iter().zip(unit.planes).zip(plies) {
            let Some(form) = form else { continue };
            let order = self.orders.order(unit.side);
            let found = if self.shares_groups {
                self.write_together(order, unit.fixed, (form, planes), plies)
            } else {
                self.write_alone(order, unit.fixed, (form, planes), plies)
            };
            // Values to events have no bits.
            if form != Form::ToEvent {
                bits = found;
            }
        }
        bits
    }

    fn write_alone(
        &mut self,
        order: &'o TableOrder<'o, W>,
        fixed: &Setup<W>,
        (form, planes): (Form, UnitPlanes<'_, W>),
        plies: &mut [Known],
    ) -> UnitBits {
        let matrices = std::mem::take(&mut self.matrices);
        let part = OutputPart::new(planes, form, self.win_parity, 0..order.unit_positions(), plies);
        let mut part = part.with_matrices(matrices);
        order.visit_in_unit(fixed, 0..order.unit_groups(), &mut self.runs, &mut part);
        let (bits, matrices) = part.into_bits();
        self.matrices = matrices;
        bits
    }

    fn write_together(
        &self,
        order: &TableOrder<'_, W>,
        fixed: &Setup<W>,
        (form, planes): (Form, UnitPlanes<'_, W>),
        plies: &mut [Known],
    ) -> UnitBits {
        let one_task = |task: Task<'_>| {
            let mut part = OutputPart::new(planes, form, self.win_parity, task.positions, task.values);
            order.visit_in_unit(fixed, task.groups, &mut RunBuffer::default(), &mut part);
            part.into_bits().0
        };
        let bits = self.orders.written.bits(order.unit_positions());
        let mut whole = bits.map(|bits| BitRange::new(0..bits));
        let parts: Vec<UnitBits> = tasks(order, order.unit_groups(), plies).into_par_iter().map(one_task).collect();
        for part in &parts {
            whole.iter_mut().zip(part).for_each(|(whole, part)| whole.add(part));
        }
        whole
    }
}
