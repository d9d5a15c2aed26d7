//! What is solved of a slice, layer by layer, and who is told.

use peatee_rules::Word;

use super::layout::WordTable;
use crate::error::Error;

/// The value words of a slice in the making.
#[derive(Debug)]
pub struct Words<W> {
    /// By the side to move.
    pub solved: [WordTable<W>; 2],
    /// Distances to conversions, likewise; no words where they are not wanted.
    pub conversions: [WordTable<W>; 2],
    /// Words of one table for each value word in one unit.
    pub(super) unit_words: usize,
}

impl<W: Word> Words<W> {
    /// How many words one unit has in all tables.
    pub fn words_of_unit(&self) -> usize {
        self.solved.iter().chain(&self.conversions).map(|table| table.stride * self.unit_words).sum()
    }

    /// The words of one unit, table by table.
    pub fn of_unit(&self, unit: u32) -> impl Iterator<Item = &[W]> {
        let tables = self.solved.iter().chain(&self.conversions);
        tables.map(move |table| {
            let length = table.stride * self.unit_words;
            &table.words[unit as usize * length..][..length]
        })
    }

    /// The same, to be filled.
    pub fn of_unit_mut(&mut self, unit: u32) -> impl Iterator<Item = &mut [W]> {
        let (solved, conversions, unit_words) = (&mut self.solved, &mut self.conversions, self.unit_words);
        solved.iter_mut().chain(conversions).map(move |table| {
            let length = table.stride * unit_words;
            &mut table.words[unit as usize * length..][..length]
        })
    }
}

/// Told about every layer that has been solved. Units of a layer depend on lower layers alone, so what is known after a
/// layer is all that is needed to go on from there.
pub trait Layers<W> {
    /// Fills in what an earlier run has left of these layers, each a list of units; returns how many layers these are.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    fn restore(&mut self, layers: &[Vec<u32>], words: &mut Words<W>) -> Result<usize, Error>;

    /// So many of the layers have been solved.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the work is to stop here; and when saving fails.
    fn solved(&mut self, layers: &[Vec<u32>], count: usize, words: &Words<W>) -> Result<(), Error>;
}

/// Nobody.
#[derive(Debug, Clone, Copy)]
pub struct Untold;

impl<W> Layers<W> for Untold {
    fn restore(&mut self, _layers: &[Vec<u32>], _words: &mut Words<W>) -> Result<usize, Error> {
        Ok(0)
    }

    fn solved(&mut self, _layers: &[Vec<u32>], _count: usize, _words: &Words<W>) -> Result<(), Error> {
        Ok(())
    }
}
