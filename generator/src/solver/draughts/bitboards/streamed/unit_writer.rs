//! Converts the value words of one unit to its values in table order.

use peatee_rules::{Bitboard, Setup, Side};

use super::orders::{Orders, UnitPositions};
use super::written::{Written, bytes_of};
use crate::parallel;
use crate::solver::draughts::bitboards::iterate::unit::UnitSolver;
use crate::solver::draughts::bitboards::layout::table_order::RunBuffer;
use crate::solver::draughts::bitboards::output::{
    BitRange, OutputMemory, OutputPart, OutputTask, PUT_BYTES, ValueForm, tasks,
};
use crate::solver::draughts::bitboards::unit_planes::UnitPlanes;
use crate::solver::values::known::Known;

/// Bits of a unit (configuration of the men) with one side to move: first the WDL cells, then one
/// bit for each position, set when that side must capture.
pub type UnitBits = [BitRange; 2];

/// Values of several units (configurations of the men), each with one side to move, one after the
/// other.
#[derive(Debug)]
pub struct FoundValues {
    /// The slice and the range of positions of each unit (configuration of the men), in the order
    /// of the values.
    pub places: Vec<UnitPositions>,
    /// Plies to the end of the game, and plies to events (conversions or resets). A list is empty
    /// if its plies are not wanted.
    pub plies: [Vec<Known>; 2],
    /// WDL cells, then capture bits, of all units (configurations of the men). Each unit takes
    /// [`FoundValues::bit_bytes`] bytes.
    ///
    /// * WDL cells are empty if plies to the end of the game are wanted.
    /// * There is one capture bit for each position, set when the side to move must capture. The
    ///   bits are empty if they are not wanted.
    pub bits: [Vec<u8>; 2],
}

impl FoundValues {
    fn new(units: usize, written: Written, positions: usize) -> Self {
        FoundValues {
            places: Vec::with_capacity(units),
            plies: written.plies(positions).map(|plies| Vec::with_capacity(units * plies)),
            bits: FoundValues::bit_bytes(written, positions).map(|bytes| Vec::with_capacity(units * bytes)),
        }
    }

    pub fn of_both<W: Bitboard>(units: usize, orders: &Orders<'_, W>) -> Self {
        let [white, black] = orders.unit_positions();
        FoundValues::new(2 * units, orders.written, white.max(black))
    }

    /// Returns how many bytes the WDL cells and the capture bits of a unit (configuration of the
    /// men) of `positions` positions take. Both numbers are multiples of [`PUT_BYTES`].
    pub fn bit_bytes(written: Written, positions: usize) -> [usize; 2] {
        written.bits(positions).map(|bits| bytes_of(bits).next_multiple_of(PUT_BYTES))
    }

    /// Returns approximately how many bytes the values of a unit (configuration of the men) of
    /// `positions` positions take.
    pub fn bytes(written: Written, positions: usize) -> usize {
        let plies: usize = written.plies(positions).iter().sum();
        let bits: usize = FoundValues::bit_bytes(written, positions).iter().sum();
        size_of::<UnitPositions>() + plies * size_of::<Known>() + bits
    }

    pub fn bytes_of_both<W: Bitboard>(orders: &Orders<'_, W>) -> usize {
        orders.unit_positions().map(|positions| FoundValues::bytes(orders.written, positions)).iter().sum()
    }
}

/// A solved unit (configuration of the men) with one side to move. `planes` holds its values with
/// plies to the end of the game, then its values with plies to the next conversion or reset.
#[derive(Debug, Clone, Copy)]
pub struct SolvedUnit<'a, W> {
    pub fixed: &'a Setup<W>,
    pub side: Side,
    pub planes: [UnitPlanes<'a, W>; 2],
}

impl<'a, W: Bitboard> SolvedUnit<'a, W> {
    /// Returns the unit (configuration of the men) that `solver` solved last, with one side to
    /// move. `fixed` must hold the fixed pieces of the unit: all but kings.
    pub fn of(solver: &'a UnitSolver<'_, W>, fixed: &'a Setup<W>, side: Side) -> Self {
        SolvedUnit { fixed, side, planes: [solver.to_end(side), solver.to_event(side)] }
    }
}

/// Puts the values of units (configurations of the men) into table order. A writer reuses its
/// memory from unit to unit.
#[derive(Debug)]
pub struct UnitWriter<'o, W> {
    orders: &'o Orders<'o, W>,
    win_parity: u16,
    runs: RunBuffer<'o, W>,
    memory: OutputMemory<W>,
}

impl<'o, W: Bitboard> UnitWriter<'o, W> {
    pub fn new(orders: &'o Orders<'o, W>, win_parity: u16) -> Self {
        UnitWriter { orders, win_parity, runs: RunBuffer::default(), memory: OutputMemory::default() }
    }

    pub fn append(&mut self, unit: &SolvedUnit<'_, W>, found: &mut FoundValues) {
        let order = self.orders.order(unit.side);
        let positions = order.unit_positions();
        for ((form, planes), plies) in self.orders.written.forms().into_iter().zip(unit.planes).zip(&mut found.plies) {
            let Some(form) = form else { continue };
            let first = plies.len();
            plies.resize(first + if form == ValueForm::Wdl { 0 } else { positions }, Known::DRAW);
            let memory = std::mem::take(&mut self.memory);
            let mut part =
                OutputPart::reusing((planes, form), self.win_parity, 0..positions, &mut plies[first..], memory);
            order.visit_in_unit(unit.fixed, 0..order.unit_groups(), &mut self.runs, &mut part);
            let (bits, matrices) = part.into_bits();
            // Value words with plies to conversions or resets contain neither WDL cells nor marks
            // of captures.
            if form != ValueForm::ToEvent {
                found.bits.iter_mut().zip(&bits).for_each(|(all, bits)| all.extend_from_slice(bits.padded_bytes()));
            }
            self.memory = OutputMemory::of(bits, matrices);
        }
        found.places.push(self.orders.of_unit(unit.fixed, unit.side));
    }

    /// Writes the plies of a unit (configuration of the men) to `plies`, with all threads, and
    /// returns its WDL cells and capture bits.
    pub fn write_together(&self, unit: &SolvedUnit<'_, W>, plies: [&mut [Known]; 2]) -> UnitBits {
        let order = self.orders.order(unit.side);
        let mut whole = self.orders.written.bits(order.unit_positions()).map(|bits| BitRange::new(0..bits));
        for ((form, planes), plies) in self.orders.written.forms().into_iter().zip(unit.planes).zip(plies) {
            let Some(form) = form else { continue };
            let one_task = |task: OutputTask<'_>| {
                let mut part = OutputPart::new(planes, form, self.win_parity, task.positions, task.values);
                order.visit_in_unit(unit.fixed, task.groups, &mut RunBuffer::default(), &mut part);
                part.into_bits().0
            };
            let parts: Vec<UnitBits> = parallel::map(tasks(order, order.unit_groups(), plies), &one_task);
            // Value words with plies to conversions or resets contain neither WDL cells nor marks
            // of captures.
            if form != ValueForm::ToEvent {
                for part in &parts {
                    whole.iter_mut().zip(part).for_each(|(whole, part)| whole.add(part));
                }
            }
        }
        whole
    }
}
