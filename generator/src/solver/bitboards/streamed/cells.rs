//! The values of a slice and its opposite in table order, written and read unit by unit.

use std::io;
use std::ops::Range;

use peatee_rules::{Bitboard, Kernel, Setup, Side};
use peatee_table::Slice;
use rayon::prelude::*;

use crate::capture_mask::CaptureMask;
use crate::large_bytes::{LargeBytes, Room};
use crate::solver::bitboards::checkpoint::SavedUnits;
use crate::solver::bitboards::event_values::UnitPlanes;
use crate::solver::bitboards::first_pass::unit_reader::UnitReader;
use crate::solver::bitboards::layout::bit_planes::BitMatrices;
use crate::solver::bitboards::layout::table_order::{RunBuffer, TableOrder};
use crate::solver::bitboards::layout::units::Layout;
use crate::solver::bitboards::layout::word_table::WordTable;
use crate::solver::bitboards::output::{BitRange, Form, OutputPart, Task, put_bits, side_on_board, tasks};
use crate::solver::bitboards::value_word::DIGITS;
use crate::solver::job::{SliceJob, Solution};
use crate::solver::values::{CELLS_PER_BYTE, Values, WdlArray};

/// The values of one slice.
#[derive(Debug)]
struct SliceCells {
    slice: Slice,
    /// Win, draw or loss of each position.
    values: Values,
    /// Where the side to move must capture, eight positions to a byte.
    captures: LargeBytes,
}

/// The orders of the positions of both sides to move on the board. Those of one slice where it is
/// its own opposite: then a position with Black to move is its mirror image with White to move.
#[derive(Debug)]
pub struct Orders<'a, W> {
    layout: &'a Layout<W>,
    /// By side to move: the place of the slice in the job, and how its values are read.
    of_side: [(usize, UnitReader<'a, W>); 2],
}

impl<'a, W: Bitboard> Orders<'a, W> {
    /// The orders of a job.
    pub fn new(kernel: &'a Kernel<W>, layout: &'a Layout<W>, job: &SliceJob<'_, W>) -> Self {
        let slices = job.slices();
        let of_side = Side::BOTH.map(|side| {
            let shows = |&slice: &Slice| side_on_board(kernel, slice, job.slice) == side;
            // Where there is one slice alone it shows the other side too.
            let place = slices.iter().position(shows).unwrap_or(0);
            let order = TableOrder::new(kernel, slices[place], side, layout);
            (place, UnitReader::new(layout, order, DIGITS))
        });
        Orders { layout, of_side }
    }

    fn order(&self, side: Side) -> &TableOrder<'a, W> {
        self.of_side[side as usize].1.order()
    }

    /// The place of the slice in the job that holds a unit for one side to move, and the numbers of
    /// the positions of the unit there.
    fn of_unit(&self, fixed: &Setup<W>, side: Side) -> (usize, Range<usize>) {
        let order = self.order(side);
        let (unit, positions) = (order.unit_of(fixed), order.unit_positions());
        (self.of_side[side as usize].0, unit * positions..(unit + 1) * positions)
    }

    /// About the bytes of what is found of one unit, before it is at its place.
    pub fn unit_bytes(&self) -> usize {
        self.unit_positions().into_iter().map(UnitCells::bytes).sum()
    }

    /// Positions of one unit for either side to move.
    fn unit_positions(&self) -> [usize; 2] {
        Side::BOTH.map(|side| self.order(side).unit_positions())
    }
}

/// What was found of one unit for one side to move.
#[derive(Debug)]
pub struct UnitCells {
    /// The place of the slice in the job.
    slice: usize,
    /// The number of the first position there.
    first: usize,
    /// Two bits a position.
    cells: BitRange,
    /// One bit a position.
    captures: BitRange,
}

impl UnitCells {
    /// About the bytes of a unit of so many positions.
    pub fn bytes(positions: usize) -> usize {
        size_of::<UnitCells>() + 32 + positions / CELLS_PER_BYTE + positions / u8::BITS as usize
    }
}

/// Writes units, in memory that it keeps.
#[derive(Debug)]
pub struct CellWriter<'o, W> {
    orders: &'o Orders<'o, W>,
    /// Other threads take a part in each unit.
    shares_groups: bool,
    win_parity: u16,
    runs: RunBuffer<'o, W>,
    matrices: BitMatrices<W>,
}

impl<'o, W: Bitboard> CellWriter<'o, W> {
    /// A writer for one thread.
    pub fn new(orders: &'o Orders<'o, W>, shares_groups: bool, win_parity: u16) -> Self {
        let (runs, matrices) = Default::default();
        CellWriter { orders, shares_groups, win_parity, runs, matrices }
    }

    /// The values of a unit for one side to move, whose fixed pieces stand as in `fixed`.
    pub fn write(&mut self, fixed: &Setup<W>, side: Side, planes: UnitPlanes<'_, W>) -> UnitCells {
        let order = self.orders.order(side);
        let (slice, Range { start: first, .. }) = self.orders.of_unit(fixed, side);
        let part = |positions| OutputPart::new(planes, Form::Wdl, self.win_parity, positions, &mut []);
        let [cells, captures] = if self.shares_groups {
            let one_task = |task: Task<'_>| {
                let mut part = part(task.positions);
                order.visit_in_unit(fixed, task.groups, &mut RunBuffer::default(), &mut part);
                part.into_bits().0
            };
            let positions = order.unit_positions();
            let mut whole = [BitRange::new(0..2 * positions), BitRange::new(0..positions)];
            let parts: Vec<[BitRange; 2]> =
                tasks(order, order.unit_groups(), &mut []).into_par_iter().map(one_task).collect();
            for part in parts {
                whole.iter_mut().zip(&part).for_each(|(whole, part)| whole.add(part));
            }
            whole
        } else {
            let mut part = part(0..order.unit_positions()).with_matrices(std::mem::take(&mut self.matrices));
            order.visit_in_unit(fixed, 0..order.unit_groups(), &mut self.runs, &mut part);
            let (bits, matrices) = part.into_bits();
            self.matrices = matrices;
            bits
        };
        UnitCells { slice, first, cells, captures }
    }
}

/// The values of a slice and its opposite, as far as they are solved.
#[derive(Debug)]
pub struct Cells<'a, W> {
    orders: &'a Orders<'a, W>,
    /// By place in the job.
    slices: Vec<SliceCells>,
}

impl<'a, W: Bitboard> Cells<'a, W> {
    /// Room for the values of a job.
    ///
    /// # Errors
    /// When the disk has too little room.
    pub fn new(orders: &'a Orders<'a, W>, job: &SliceJob<'_, W>, room: &Room) -> io::Result<Self> {
        let of_slice = |(place, slice): (usize, Slice)| {
            let is_of_side = |side: &Side| orders.of_side[*side as usize].0 == place;
            let side = Side::BOTH.into_iter().find(is_of_side).unwrap_or(Side::White);
            let positions = orders.order(side).positions();
            let values = WdlArray::new(positions, room.zeros(positions.div_ceil(CELLS_PER_BYTE))?);
            let captures = room.zeros(positions.div_ceil(u8::BITS as usize))?;
            Ok(SliceCells { slice, values: Values::Wdl(values), captures })
        };
        let slices = job.slices().into_iter().enumerate().map(of_slice).collect::<io::Result<_>>()?;
        Ok(Cells { orders, slices })
    }

    /// Takes over what was found of a unit.
    pub fn put(&mut self, found: &UnitCells) {
        let slice = &mut self.slices[found.slice];
        found.cells.copy_to(2 * found.first, slice.cells_mut());
        found.captures.copy_to(found.first, &mut slice.captures);
    }

    /// The value words of a unit whose values are there, by the side to move.
    pub fn words(&self, fixed: &Setup<W>) -> [WordTable<W>; 2] {
        self.orders.of_side.each_ref().map(|(place, reader)| reader.read_unit(&self.slices[*place].values, fixed))
    }

    /// All values, and where captures are.
    pub fn into_solutions(self) -> (Vec<Solution>, Vec<CaptureMask>) {
        let of_slice =
            |SliceCells { slice, values, captures }| (Solution { slice, values }, CaptureMask::new(captures));
        self.slices.into_iter().map(of_slice).unzip()
    }
}

impl SliceCells {
    fn cells(&self) -> &[u8] {
        let Values::Wdl(wdl) = &self.values else { unreachable!("they are made as such") };
        wdl.bytes()
    }

    fn cells_mut(&mut self) -> &mut [u8] {
        let Values::Wdl(wdl) = &mut self.values else { unreachable!("they are made as such") };
        wdl.bytes_mut()
    }
}

/// The bytes of `bits` bits of one unit.
fn bytes_of(bits: usize) -> usize {
    bits.div_ceil(u8::BITS as usize)
}

/// Appends `count` bits from the place `at` of a row, filled up with zeros to whole bytes.
fn append_bits(all: &[u8], at: usize, count: usize, out: &mut Vec<u8>) {
    let bit = |place: usize| all[place / u8::BITS as usize] >> (place % u8::BITS as usize) & 1;
    out.extend((at..at + count).step_by(u8::BITS as usize).map(|first| {
        let last = (first + u8::BITS as usize).min(at + count);
        (first..last).rev().fold(0, |byte, place| byte << 1 | bit(place))
    }));
}

impl<W: Bitboard> SavedUnits for Cells<'_, W> {
    fn form(&self) -> Vec<u8> {
        b"cells".to_vec()
    }

    fn unit_bytes(&self) -> usize {
        self.orders.unit_positions().iter().map(|&positions| bytes_of(2 * positions) + bytes_of(positions)).sum()
    }

    fn append_unit(&self, unit: u32, out: &mut Vec<u8>) {
        let fixed = self.orders.layout.fixed_pieces(unit);
        for side in Side::BOTH {
            let (place, Range { start: first, end }) = self.orders.of_unit(&fixed, side);
            let (slice, positions) = (&self.slices[place], end - first);
            append_bits(slice.cells(), 2 * first, 2 * positions, out);
            append_bits(&slice.captures, first, positions, out);
        }
    }

    fn read_unit(&mut self, unit: u32, bytes: &[u8]) {
        let fixed = self.orders.layout.fixed_pieces(unit);
        let mut rest = bytes;
        for side in Side::BOTH {
            let (place, Range { start: first, end }) = self.orders.of_unit(&fixed, side);
            let (slice, positions) = (&mut self.slices[place], end - first);
            let (cells, captures);
            (cells, rest) = rest.split_at(bytes_of(2 * positions));
            (captures, rest) = rest.split_at(bytes_of(positions));
            put_bits(cells, 2 * first, slice.cells_mut());
            put_bits(captures, first, &mut slice.captures);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_back_from_any_place() {
        let row: Vec<u8> = (0..40u32).map(|place| (place.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        for (at, count) in [(0, 320), (3, 1), (5, 64), (7, 129), (16, 72), (311, 9)] {
            let mut bytes = Vec::new();
            append_bits(&row, at, count, &mut bytes);
            assert_eq!(bytes.len(), bytes_of(count));
            let mut back = vec![0; row.len()];
            put_bits(&bytes, at, &mut back);
            let bit = |row: &[u8], place: usize| row[place / 8] >> (place % 8) & 1;
            for place in 0..8 * row.len() {
                let expected = if (at..at + count).contains(&place) { bit(&row, place) } else { 0 };
                assert_eq!(bit(&back, place), expected, "{count} bits from {at}: {place}");
            }
        }
    }
}
