//! Holds the words of solved units that other units read.

use std::io;

use peatee_rules::Bitboard;

use super::job_values::JobValues;
use super::slots::Slots;
use crate::parallel;
use crate::solver::draughts::bitboards::layout::units::Layout;
use crate::solver::draughts::bitboards::layout::word_table::WordView;
use crate::solver::draughts::bitboards::unit_planes::UnitPlanes;
use crate::solver::draughts::bitboards::value_word::put_value_words;
use crate::spill::spill_vec::{Backing, SpillVec};

/// Approximate number of bytes of values that are read into memory together before they are copied
/// to the slots of their units (configurations of the men).
const BYTES_AT_ONCE: usize = 16 << 20;

/// Values of the units (configurations of the men) that have a slot. A slot is the memory for the
/// values of one unit.
#[derive(Debug)]
pub struct LayerWords<'a, W> {
    layout: &'a Layout<W>,
    slots: &'a Slots,
    /// Number of machine words in one value word (the values of all positions that differ only in
    /// the square of one king).
    value_words: usize,
    /// Values of the units (configurations of the men) in all slots, indexed by side to move.
    rows: [SpillVec<W>; 2],
}

impl<'a, W: Bitboard> LayerWords<'a, W> {
    /// Allocates memory for the values of the units (configurations of the men) of all slots.
    /// `value_words` is the number of machine words for each placement of all kings but one.
    ///
    /// # Errors
    /// Returns an error when the disk has too little room.
    pub fn new(layout: &'a Layout<W>, slots: &'a Slots, value_words: usize, room: &Backing) -> io::Result<Self> {
        let row = || room.zeros(slots.count * layout.unit_words() * value_words);
        Ok(LayerWords { layout, slots, value_words, rows: [row()?, row()?] })
    }

    pub fn views(&self) -> [WordView<'_, W>; 2] {
        self.rows.each_ref().map(|row| WordView::new(row, self.value_words))
    }

    fn unit_words(&self) -> usize {
        self.layout.unit_words() * self.value_words
    }

    pub fn unit_bytes(&self) -> usize {
        2 * self.unit_words() * size_of::<W>()
    }

    fn of_unit(&mut self, unit: u32) -> [&mut [W]; 2] {
        let length = self.unit_words();
        let first = self.slots.of_unit[unit as usize] as usize * length;
        self.rows.each_mut().map(|row| &mut row[first..first + length])
    }

    /// Stores the values of the units (configurations of the men) with the indices `units`. `words`
    /// holds them in the order in which [`append_words`] appends them.
    pub fn put(&mut self, units: &[u32], words: &[W]) {
        let length = self.unit_words();
        for (&unit, both) in units.iter().zip(words.chunks(2 * length)) {
            for (place, words) in self.of_unit(unit).into_iter().zip(both.chunks(length)) {
                place.copy_from_slice(words);
            }
        }
    }

    /// Stores the values of a unit (configuration of the men). `planes` holds them as bit planes,
    /// indexed by side to move.
    pub fn put_planes(&mut self, unit: u32, planes: [UnitPlanes<'_, W>; 2]) {
        if self.slots.count == 0 {
            return;
        }
        for (place, planes) in self.of_unit(unit).into_iter().zip(planes) {
            put_value_words(planes.columns(), place);
        }
    }

    /// Stores the values of the units (configurations of the men) with the indices `units`. Reads
    /// them from `values`, where they are in table order.
    pub fn read(&mut self, values: &JobValues<'_, W>, units: &[u32]) {
        let value_words = self.value_words;
        let at_once = (BYTES_AT_ONCE / self.unit_bytes()).max(1);
        for units in units.chunks(at_once) {
            let read = |&unit: &u32| values.words(&self.layout.fixed_pieces(unit), value_words);
            let found = parallel::map(units, &read);
            for (&unit, both) in units.iter().zip(&found) {
                for (place, table) in self.of_unit(unit).into_iter().zip(both) {
                    place.copy_from_slice(&table.words);
                }
            }
        }
    }
}

/// Appends the values of a unit (configuration of the men) to `out` as words, first with White to
/// move, then with Black to move. `units` is the number of units that will be appended in all.
pub fn append_words<W: Bitboard>(planes: [UnitPlanes<'_, W>; 2], units: usize, out: &mut Vec<W>) {
    for planes in planes {
        let columns = planes.columns();
        let first = out.len();
        let length: usize = columns.clone().map(<[W]>::len).sum();
        out.reserve_exact((2 * units * length).saturating_sub(first));
        out.resize(first + length, W::EMPTY);
        put_value_words(columns, &mut out[first..]);
    }
}
