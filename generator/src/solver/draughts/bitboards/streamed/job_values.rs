//! The values of a slice and of its opposite (the other side to move) in table order. They are
//! written and read unit by unit.

use std::io;

use peatee_rules::{Bitboard, Setup, Side};
use peatee_table::Slice;

use super::orders::{Orders, UnitPositions};
use super::unit_writer::{FoundValues, SolvedUnit, UnitBits, UnitWriter};
use super::written::bytes_of;
use crate::solver::draughts::bitboards::layout::word_table::WordTable;
use crate::solver::draughts::bitboards::output::{ValueForm, put_bits};
use crate::solver::draughts::checkpoint::SavedUnits;
use crate::solver::draughts::job::{SliceJob, Solution, Solved, ValueKinds};
use crate::solver::values::capture_mask::CaptureMask;
use crate::solver::values::known::Known;
use crate::solver::values::{Values, WdlArray};
use crate::spill::spill_vec::{Backing, SpillBytes};

#[derive(Debug)]
struct StreamedSlice {
    slice: Slice,
    /// Values with plies to the end of the game, then values with plies to the next conversion or
    /// reset. Each of the two is empty if not wanted.
    values: [Values; 2],
    /// One bit per position, set when the side to move must capture; empty if not wanted.
    captures: SpillBytes,
}

/// Values of the slices of a job (a slice and its opposite), as far as they are solved.
#[derive(Debug)]
pub struct JobValues<'a, W> {
    orders: &'a Orders<'a, W>,
    slices: Vec<StreamedSlice>,
}

impl<'a, W: Bitboard> JobValues<'a, W> {
    /// Allocates the values of a job.
    ///
    /// # Errors
    /// Returns an error when the disk has too little room.
    pub fn new(orders: &'a Orders<'a, W>, job: &SliceJob<'_, W>, room: &Backing) -> io::Result<Self> {
        let of_slice = |(place, slice): (usize, Slice)| {
            let side = if orders.slice(Side::White) == place { Side::White } else { Side::Black };
            let positions = orders.order(side).positions();
            let [to_end, to_event] = orders.written.plies(positions);
            let [cells, captures] = orders.written.bits(positions).map(bytes_of);
            let to_end = match orders.written.forms() {
                [Some(ValueForm::Wdl), _] => Values::Wdl(WdlArray::new(positions, room.zeros::<u8>(cells)?)),
                _ => Values::Plies(room.zeros(to_end)?),
            };
            let values = [to_end, Values::Plies(room.zeros(to_event)?)];
            Ok(StreamedSlice { slice, values, captures: room.zeros(captures)? })
        };
        let slices = job.slices().into_iter().enumerate().map(of_slice).collect::<io::Result<_>>()?;
        Ok(JobValues { orders, slices })
    }

    pub fn put(&mut self, found: &FoundValues) {
        let mut plies_left = found.plies.each_ref().map(Vec::as_slice);
        let mut bits_left = found.bits.each_ref().map(Vec::as_slice);
        for place in &found.places {
            for (all, left) in self.plies_of_unit(place).into_iter().zip(&mut plies_left) {
                let own;
                (own, *left) = left.split_at(all.len());
                all.copy_from_slice(own);
            }
            let bytes = FoundValues::bit_bytes(self.orders.written, place.positions.len());
            let rows = self.slices[place.slice].bits_mut().into_iter();
            for (((all, width), bytes), left) in rows.zip(bytes).zip(&mut bits_left) {
                let own;
                (own, *left) = left.split_at(bytes);
                put_bits(own, width * place.positions.start, all);
            }
        }
    }

    /// Writes the values of a solved unit (configuration of the men) to their places in table
    /// order; all threads of `writer` work on this one unit.
    pub fn write(&mut self, writer: &UnitWriter<'_, W>, unit: &SolvedUnit<'_, W>) {
        let place = self.orders.of_unit(unit.fixed, unit.side);
        let bits: UnitBits = writer.write_together(unit, self.plies_of_unit(&place));
        for ((all, width), bits) in self.slices[place.slice].bits_mut().into_iter().zip(&bits) {
            bits.copy_to(width * place.positions.start, all);
        }
    }

    fn plies_of_unit(&mut self, place: &UnitPositions) -> [&mut [Known]; 2] {
        self.slices[place.slice].plies_mut().map(|all| all.get_mut(place.positions.clone()).unwrap_or_default())
    }

    /// Returns the values of a solved unit (configuration of the men) as words, indexed by side to
    /// move. Other units read this form. `fixed` holds the pieces of the unit except kings.
    /// `value_words` is the number of machine words for each placement of all kings but one.
    pub fn words(&self, fixed: &Setup<W>, value_words: usize) -> [WordTable<W>; 2] {
        let number = self.orders.written.events_are_read as usize;
        Side::BOTH.map(|side| {
            let values = &self.slices[self.orders.slice(side)].values[number];
            self.orders.reader(side).read_unit(values, fixed, value_words)
        })
    }

    /// Returns all values and, for each slice, the set of positions in which the side to move must
    /// capture.
    pub fn into_solved(self, wanted: ValueKinds) -> Solved {
        let mut solved = Solved::default();
        for StreamedSlice { slice, values: [to_end, to_event], captures } in self.slices {
            solved.to_end.push(Solution { slice, values: to_end });
            if wanted.has_events() {
                let of_event = if wanted.to_conversion { &mut solved.to_conversion } else { &mut solved.to_reset };
                of_event.push(Solution { slice, values: to_event });
            }
            if wanted.to_reset.is_none() {
                solved.captures.push(CaptureMask::new(captures));
            }
        }
        solved
    }
}

impl StreamedSlice {
    fn plies(&self) -> [&[Known]; 2] {
        self.values.each_ref().map(|values| match values {
            Values::Plies(plies) => &plies[..],
            Values::Wdl(_) => &[],
        })
    }

    fn plies_mut(&mut self) -> [&mut [Known]; 2] {
        self.values.each_mut().map(|values| match values {
            Values::Plies(plies) => &mut plies[..],
            Values::Wdl(_) => &mut [],
        })
    }

    fn bits(&self) -> [(&[u8], usize); 2] {
        let cells = match &self.values[0] {
            Values::Wdl(wdl) => wdl.bytes(),
            Values::Plies(_) => &[],
        };
        [(cells, 2), (&self.captures, 1)]
    }

    fn bits_mut(&mut self) -> [(&mut [u8], usize); 2] {
        let cells = match &mut self.values[0] {
            Values::Wdl(wdl) => wdl.bytes_mut(),
            Values::Plies(_) => &mut [],
        };
        [(cells, 2), (&mut self.captures, 1)]
    }
}

/// Appends `count` bits of `all`, from bit `at` on, to `out`, padded with zeros to whole bytes.
pub fn append_bits(all: &[u8], at: usize, count: usize, out: &mut Vec<u8>) {
    let bit = |place: usize| all[place / u8::BITS as usize] >> (place % u8::BITS as usize) & 1;
    out.extend((at..at + count).step_by(u8::BITS as usize).map(|first| {
        let last = (first + u8::BITS as usize).min(at + count);
        (first..last).rev().fold(0, |byte, place| byte << 1 | bit(place))
    }));
}

impl<W: Bitboard> SavedUnits for JobValues<'_, W> {
    fn unit_bytes(&self) -> usize {
        self.orders.unit_positions().map(|positions| self.orders.written.bytes(positions)).iter().sum()
    }

    fn append_unit(&self, unit: u32, out: &mut Vec<u8>) {
        let fixed = self.orders.layout.fixed_pieces(unit);
        for side in Side::BOTH {
            let UnitPositions { slice, positions } = self.orders.of_unit(&fixed, side);
            let slice = &self.slices[slice];
            for known in slice.plies().iter().flat_map(|all| all.get(positions.clone()).unwrap_or_default()) {
                out.extend(known.0.to_le_bytes());
            }
            for (all, width) in slice.bits().into_iter().filter(|(all, _)| !all.is_empty()) {
                append_bits(all, width * positions.start, width * positions.len(), out);
            }
        }
    }

    fn read_unit(&mut self, unit: u32, bytes: &[u8]) {
        let fixed = self.orders.layout.fixed_pieces(unit);
        let mut rest = bytes;
        for side in Side::BOTH {
            let place = self.orders.of_unit(&fixed, side);
            for known in self.plies_of_unit(&place).into_iter().flatten() {
                let own;
                (own, rest) = rest.split_first_chunk().expect("as many bytes as a unit has");
                *known = Known(u16::from_le_bytes(*own));
            }
            let UnitPositions { slice, positions } = place;
            for (all, width) in self.slices[slice].bits_mut().into_iter().filter(|(all, _)| !all.is_empty()) {
                let own;
                (own, rest) = rest.split_at(bytes_of(width * positions.len()));
                put_bits(own, width * positions.start, all);
            }
        }
    }
}
