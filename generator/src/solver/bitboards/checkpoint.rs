//! Checkpoints: a hook that is called after every solved layer, and what is solved so far, which it
//! may save.

use peatee_rules::Bitboard;

use super::context::SliceContext;
use super::event_values::EventValues;
use super::layout::word_table::WordTable;
use super::value_word::DIGITS;
use crate::error::Error;
use crate::solver::known::Known;

/// Saves solved layers and restores them. The units of a layer depend on lower layers alone, so a
/// solver can go on from the values of the layers below any layer.
pub trait Checkpoint {
    /// Writes the layers that an earlier run has saved into `solved` and returns how many these
    /// are. `layers` lists the units of each layer.
    ///
    /// # Errors
    /// When a saved layer cannot be read.
    fn restore(&mut self, layers: &[Vec<u32>], solved: &mut dyn SavedUnits) -> Result<usize, Error>;

    /// The first `count` layers are solved.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the solver is to stop here; and when saving fails.
    fn layer_solved(&mut self, layers: &[Vec<u32>], count: usize, solved: &dyn SavedUnits) -> Result<(), Error>;
}

/// The solved units of a slice as bytes that can be saved.
pub trait SavedUnits: Sync {
    /// Says what the bytes of a unit are: only bytes of the same form can be read.
    fn form(&self) -> Vec<u8>;

    /// The number of bytes of a unit.
    fn unit_bytes(&self) -> usize;

    /// Appends the bytes of a unit.
    fn append_unit(&self, unit: u32, out: &mut Vec<u8>);

    /// Takes over the bytes of a unit.
    fn read_unit(&mut self, unit: u32, bytes: &[u8]);
}

/// A checkpoint that does nothing.
#[derive(Debug, Clone, Copy)]
pub struct NoCheckpoint;

impl Checkpoint for NoCheckpoint {
    fn restore(&mut self, _layers: &[Vec<u32>], _solved: &mut dyn SavedUnits) -> Result<usize, Error> {
        Ok(0)
    }

    fn layer_solved(&mut self, _layers: &[Vec<u32>], _count: usize, _solved: &dyn SavedUnits) -> Result<(), Error> {
        Ok(())
    }
}

/// What has been found of some units, one unit after the other.
#[derive(Debug)]
pub struct UnitResults<W> {
    /// As [`SolvedUnits::to_end`], for each unit White to move first.
    pub to_end: Vec<W>,
    /// As [`SolvedUnits::to_event`], for each unit White to move first.
    pub to_event: Vec<W>,
    /// As [`SolvedUnits::event_values`], for each unit slice after slice.
    pub event_values: Vec<Known>,
}

/// A slice and its opposite, as far as they are solved.
#[derive(Debug, Clone)]
pub struct SolvedUnits<W> {
    /// Value words to the end of the game, by the side to move, and behind each the squares at
    /// which no capture is possible. With resets these are the values of fresh counts, and nothing
    /// is behind them.
    pub to_end: [WordTable<W>; 2],
    /// Value words to resets of a count that runs over moves of men, by the side to move; no words
    /// where there is no such count.
    pub to_event: [WordTable<W>; 2],
    /// Other values to conversions or resets, by slice of the job; empty where these are not
    /// wanted.
    pub event_values: Vec<EventValues>,
    /// Places in one unit of one table.
    unit_places: usize,
}

impl<W: Bitboard> SolvedUnits<W> {
    /// Draws everywhere.
    pub(super) fn new(slice: &SliceContext<W>, event_values: Vec<EventValues>) -> Self {
        let layout = slice.layout;
        let to_end = |()| {
            let value_words = DIGITS + slice.digits.to_end;
            if slice.keeps_quiet() {
                WordTable::with_quiet(layout, value_words)
            } else {
                WordTable::new(layout, value_words)
            }
        };
        let to_event = |()| match slice.event_table_words() {
            0 => WordTable::none(),
            words => WordTable::new(layout, words),
        };
        SolvedUnits {
            to_end: [(); 2].map(to_end),
            to_event: [(); 2].map(to_event),
            event_values,
            unit_places: layout.unit_words(),
        }
    }

    /// Copies solved units to their places.
    pub(super) fn store(&mut self, units: &[u32], solved: &UnitResults<W>) {
        let UnitResults { to_end, to_event, event_values } = solved;
        copy_units(units, self.unit_places, to_end, &mut self.to_end);
        copy_units(units, self.unit_places, to_event, &mut self.to_event);
        let mut rest = &event_values[..];
        for &unit in units {
            for slice in &mut self.event_values {
                let to = slice.of_unit_mut(unit);
                let from;
                (from, rest) = rest.split_at(to.len());
                to.copy_from_slice(from);
            }
        }
    }

    /// The words of a unit in both tables to the end, and in both to events.
    pub(super) fn unit_words(&self) -> [usize; 2] {
        [&self.to_end, &self.to_event].map(|tables| 2 * tables[0].stride * self.unit_places)
    }

    fn tables(&self) -> impl Iterator<Item = &WordTable<W>> {
        self.to_end.iter().chain(&self.to_event)
    }
}

impl<W: Bitboard> SavedUnits for SolvedUnits<W> {
    fn form(&self) -> Vec<u8> {
        let strides = self.tables().map(|table| table.stride as u8);
        strides.chain([self.event_values.len() as u8, size_of::<W>() as u8]).collect()
    }

    fn unit_bytes(&self) -> usize {
        let words: usize = self.unit_words().iter().sum();
        let values: usize = self.event_values.iter().map(EventValues::unit_positions).sum();
        words * size_of::<W>() + values * size_of::<Known>()
    }

    fn append_unit(&self, unit: u32, out: &mut Vec<u8>) {
        for table in self.tables() {
            let length = table.stride * self.unit_places;
            for word in &table.words[unit as usize * length..][..length] {
                out.extend_from_slice(&word.widen().to_le_bytes()[..size_of::<W>()]);
            }
        }
        for slice in &self.event_values {
            out.extend(slice.of_unit(unit).iter().flat_map(|known| known.0.to_le_bytes()));
        }
    }

    fn read_unit(&mut self, unit: u32, bytes: &[u8]) {
        // No `..`: what is left out here is not restored.
        let SolvedUnits { to_end, to_event, event_values, unit_places } = self;
        let mut rest = bytes;
        for table in to_end.iter_mut().chain(to_event) {
            let length = table.stride * *unit_places;
            for word in &mut table.words[unit as usize * length..][..length] {
                let own;
                (own, rest) = rest.split_at(size_of::<W>());
                *word = word_of(own);
            }
        }
        for known in event_values.iter_mut().flat_map(|slice| slice.of_unit_mut(unit)) {
            let own;
            (own, rest) = rest.split_first_chunk().expect("as many bytes as a unit has");
            *known = Known(u16::from_le_bytes(*own));
        }
    }
}

fn word_of<W: Bitboard>(bytes: &[u8]) -> W {
    let mut wide = [0; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    W::narrow(u128::from_le_bytes(wide))
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
