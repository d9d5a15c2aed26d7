//! From the value words of one unit to its values in table order.

use peatee_rules::{Bitboard, Setup, Side};
use rayon::prelude::*;

use super::orders::{Orders, UnitPlace};
use super::written::{Written, bytes_of};
use crate::solver::bitboards::iterate::unit::UnitSolver;
use crate::solver::bitboards::layout::table_order::RunBuffer;
use crate::solver::bitboards::output::{BitRange, Form, OutputMemory, OutputPart, PUT_BYTES, Task, tasks};
use crate::solver::bitboards::unit_planes::UnitPlanes;
use crate::solver::known::Known;

/// The cells of the positions of a unit, two bits each, and where captures are, one bit each.
pub type UnitBits = [BitRange; 2];

/// The values of some units, one after the other, each for one side to move.
#[derive(Debug)]
pub struct FoundValues {
    /// Where they belong.
    pub places: Vec<UnitPlace>,
    /// Plies to the end and to events, where these are wanted.
    pub plies: [Vec<Known>; 2],
    /// Cells, where there are no plies to the end, and where captures are, if that is wanted: the
    /// [`FoundValues::bit_bytes`] of each unit.
    pub bits: [Vec<u8>; 2],
}

impl FoundValues {
    /// Room for `units` units of `positions` positions.
    fn new(units: usize, written: Written, positions: usize) -> Self {
        FoundValues {
            places: Vec::with_capacity(units),
            plies: written.plies(positions).map(|plies| Vec::with_capacity(units * plies)),
            bits: FoundValues::bit_bytes(written, positions).map(|bytes| Vec::with_capacity(units * bytes)),
        }
    }

    /// Room for `units` units, each for both sides to move.
    pub fn of_both<W: Bitboard>(units: usize, orders: &Orders<'_, W>) -> Self {
        let [white, black] = orders.unit_positions();
        FoundValues::new(2 * units, orders.written, white.max(black))
    }

    /// The bytes of the bits of a unit of `positions` positions, cells and captures: what is put at
    /// a time is whole.
    pub fn bit_bytes(written: Written, positions: usize) -> [usize; 2] {
        written.bits(positions).map(|bits| bytes_of(bits).next_multiple_of(PUT_BYTES))
    }

    /// About the bytes that a unit of `positions` positions takes.
    pub fn bytes(written: Written, positions: usize) -> usize {
        let plies: usize = written.plies(positions).iter().sum();
        let bits: usize = FoundValues::bit_bytes(written, positions).iter().sum();
        size_of::<UnitPlace>() + plies * size_of::<Known>() + bits
    }

    /// About the bytes that a unit takes for both sides to move.
    pub fn bytes_of_both<W: Bitboard>(orders: &Orders<'_, W>) -> usize {
        orders.unit_positions().map(|positions| FoundValues::bytes(orders.written, positions)).iter().sum()
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
    win_parity: u16,
    runs: RunBuffer<'o, W>,
    memory: OutputMemory<W>,
}

impl<'o, W: Bitboard> UnitWriter<'o, W> {
    /// A writer for one thread.
    pub fn new(orders: &'o Orders<'o, W>, win_parity: u16) -> Self {
        UnitWriter { orders, win_parity, runs: RunBuffer::default(), memory: OutputMemory::default() }
    }

    /// Appends the values of a unit.
    pub fn append(&mut self, unit: &SolvedUnit<'_, W>, found: &mut FoundValues) {
        let order = self.orders.order(unit.side);
        let positions = order.unit_positions();
        for ((form, planes), plies) in self.orders.written.forms().into_iter().zip(unit.planes).zip(&mut found.plies) {
            let Some(form) = form else { continue };
            let first = plies.len();
            plies.resize(first + if form == Form::Wdl { 0 } else { positions }, Known::DRAW);
            let memory = std::mem::take(&mut self.memory);
            let mut part =
                OutputPart::reusing((planes, form), self.win_parity, 0..positions, &mut plies[first..], memory);
            order.visit_in_unit(unit.fixed, 0..order.unit_groups(), &mut self.runs, &mut part);
            let (bits, matrices) = part.into_bits();
            // Values to events have no bits.
            if form != Form::ToEvent {
                found.bits.iter_mut().zip(&bits).for_each(|(all, bits)| all.extend_from_slice(bits.padded_bytes()));
            }
            self.memory = OutputMemory::of(bits, matrices);
        }
        found.places.push(self.orders.of_unit(unit.fixed, unit.side));
    }

    /// Writes the plies of a unit where they belong, with all threads, and returns the bits.
    pub fn write_together(&self, unit: &SolvedUnit<'_, W>, plies: [&mut [Known]; 2]) -> UnitBits {
        let order = self.orders.order(unit.side);
        let mut whole = self.orders.written.bits(order.unit_positions()).map(|bits| BitRange::new(0..bits));
        for ((form, planes), plies) in self.orders.written.forms().into_iter().zip(unit.planes).zip(plies) {
            let Some(form) = form else { continue };
            let one_task = |task: Task<'_>| {
                let mut part = OutputPart::new(planes, form, self.win_parity, task.positions, task.values);
                order.visit_in_unit(unit.fixed, task.groups, &mut RunBuffer::default(), &mut part);
                part.into_bits().0
            };
            let parts: Vec<UnitBits> = tasks(order, order.unit_groups(), plies).into_par_iter().map(one_task).collect();
            // Values to events have no bits.
            if form != Form::ToEvent {
                for part in &parts {
                    whole.iter_mut().zip(part).for_each(|(whole, part)| whole.add(part));
                }
            }
        }
        whole
    }
}
