//! Checkpoints: a hook that is called after every solved layer, and the value words it may save.

use peatee_rules::Bitboard;

use super::context::DigitCounts;
use super::layout::units::Layout;
use super::layout::word_table::WordTable;
use super::value_word::DIGITS;
use crate::error::Error;

/// Saves solved layers and restores them. The units of a layer depend on lower layers alone, so a
/// solver can go on from the values of the layers below any layer.
pub trait Checkpoint<W> {
    /// Writes the layers that an earlier run has saved into `words` and returns how many these are.
    /// `layers` lists the units of each layer.
    ///
    /// # Errors
    /// When a saved layer cannot be read.
    fn restore(&mut self, layers: &[Vec<u32>], words: &mut SolvedWords<W>) -> Result<usize, Error>;

    /// The first `count` layers are solved.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the solver is to stop here; and when saving fails.
    fn layer_solved(&mut self, layers: &[Vec<u32>], count: usize, words: &SolvedWords<W>) -> Result<(), Error>;
}

/// A checkpoint that does nothing.
#[derive(Debug, Clone, Copy)]
pub struct NoCheckpoint;

impl<W> Checkpoint<W> for NoCheckpoint {
    fn restore(&mut self, _layers: &[Vec<u32>], _words: &mut SolvedWords<W>) -> Result<usize, Error> {
        Ok(0)
    }

    fn layer_solved(&mut self, _layers: &[Vec<u32>], _count: usize, _words: &SolvedWords<W>) -> Result<(), Error> {
        Ok(())
    }
}

/// The value words of some units, one unit after the other, for each White to move first.
#[derive(Debug)]
pub struct UnitWords<W> {
    /// To the end of the game, or, with resets, the values of fresh counts; behind each value word
    /// the squares at which no capture is possible.
    pub to_end: Vec<W>,
    /// To conversions or resets; empty when these are not wanted.
    pub to_event: Vec<W>,
}

/// The value words of a slice and its opposite, as far as they are solved.
#[derive(Debug, Clone)]
pub struct SolvedWords<W> {
    /// To the end of the game, or, with resets, the values of fresh counts; by the side to move.
    pub to_end: [WordTable<W>; 2],
    /// To conversions or resets, by the side to move; no words where they are not wanted.
    pub to_event: [WordTable<W>; 2],
    /// Places in one unit of one table.
    unit_places: usize,
}

impl<W: Bitboard> SolvedWords<W> {
    /// Draws everywhere.
    pub(super) fn new(layout: &Layout<W>, digits: DigitCounts) -> Self {
        SolvedWords {
            to_end: [(); 2].map(|()| WordTable::with_quiet(layout, DIGITS + digits.to_end)),
            to_event: [(); 2].map(|()| match digits.to_event {
                0 => WordTable::none(),
                digits => WordTable::new(layout, DIGITS + digits),
            }),
            unit_places: layout.unit_words(),
        }
    }

    /// Copies solved units to their places.
    pub(super) fn store(&mut self, units: &[u32], solved: &UnitWords<W>) {
        let UnitWords { to_end, to_event } = solved;
        copy_units(units, self.unit_places, to_end, &mut self.to_end);
        copy_units(units, self.unit_places, to_event, &mut self.to_event);
    }

    /// The words at one place of each table.
    pub fn strides(&self) -> impl Iterator<Item = usize> {
        self.tables().map(|table| table.stride)
    }

    /// The words of one unit in all tables.
    pub fn words_per_unit(&self) -> usize {
        self.strides().map(|stride| stride * self.unit_places).sum()
    }

    /// The words of one unit, table by table.
    pub fn of_unit(&self, unit: u32) -> impl Iterator<Item = &[W]> {
        self.tables().map(move |table| {
            let length = table.stride * self.unit_places;
            &table.words[unit as usize * length..][..length]
        })
    }

    /// The words of one unit, table by table, to be written.
    pub fn of_unit_mut(&mut self, unit: u32) -> impl Iterator<Item = &mut [W]> {
        let SolvedWords { to_end, to_event, unit_places } = self;
        to_end.iter_mut().chain(to_event).map(move |table| {
            let length = table.stride * *unit_places;
            &mut table.words[unit as usize * length..][..length]
        })
    }

    fn tables(&self) -> impl Iterator<Item = &WordTable<W>> {
        // No `..`: a table that is left out here is not saved.
        let SolvedWords { to_end, to_event, unit_places: _ } = self;
        to_end.iter().chain(to_event)
    }
}

/// Copies the words of `units`, which hold those of White to move first, into the tables by side to
/// move.
fn copy_units<W: Bitboard>(units: &[u32], unit_places: usize, solved: &[W], tables: &mut [WordTable<W>; 2]) {
    let length = unit_places * tables[0].stride;
    if length == 0 {
        return;
    }
    for (&unit, both) in units.iter().zip(solved.chunks(2 * length)) {
        let at = unit as usize * length;
        for (table, words) in tables.iter_mut().zip(both.chunks(length)) {
            table.words[at..at + length].copy_from_slice(words);
        }
    }
}
