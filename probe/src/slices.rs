//! The tables of each slice, and the way from a position to its cell: the path that every probe takes.

use peatee_rules::{AnyKernel, Game, Kernel, Position, Word};

use crate::index::{Ranker, SliceIndex};
use crate::slice::Slice;
use crate::table::Table;
use crate::value::{Metric, RuleSet};

/// The tables of one slice.
#[derive(Debug)]
pub(crate) struct SliceTables {
    slice: Slice,
    positions: u64,
    wdl: Option<Table>,
    dtw: Option<Table>,
    /// DTR tables, few enough to look through.
    by_rules: Vec<(RuleSet, Table)>,
}

impl SliceTables {
    /// The slice.
    pub fn slice(&self) -> Slice {
        self.slice
    }

    /// How many positions it has.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The table of one metric.
    #[inline(always)]
    pub fn table(&self, metric: Metric) -> Option<&Table> {
        match metric {
            Metric::Wdl => self.wdl.as_ref(),
            Metric::Dtw => self.dtw.as_ref(),
            Metric::Dtr(set) => self.by_rules.iter().find(|(s, _)| *s == set).map(|(_, table)| table),
        }
    }

    /// Adds the table of one metric.
    pub fn put(&mut self, metric: Metric, table: Table) {
        match metric {
            Metric::Wdl => self.wdl = Some(table),
            Metric::Dtw => self.dtw = Some(table),
            Metric::Dtr(set) => self.by_rules.push((set, table)),
        }
    }

    /// All tables there are.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.wdl.iter().chain(&self.dtw).chain(self.by_rules.iter().map(|(_, table)| table))
    }
}

/// Where a position is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Address {
    /// Which slice, see [`Slices::at`].
    pub slice: u32,
    /// The number of the position in it.
    pub number: u64,
}

/// The slices there are tables of, for one word size.
#[derive(Debug)]
pub(crate) struct Finder<W> {
    /// The move generator's tables, for what stands where and the colour symmetry.
    kernel: Kernel<W>,
    ranker: Ranker<W>,
}

impl<W: Word> Finder<W> {
    fn new(kernel: &Kernel<W>, slices: &[Slice]) -> (Self, Vec<u64>) {
        let indices: Vec<_> = slices.iter().map(|&slice| SliceIndex::new(kernel, slice)).collect();
        let sizes = indices.iter().map(SliceIndex::size).collect();
        (Finder { kernel: kernel.clone(), ranker: Ranker::new(&indices) }, sizes)
    }

    #[inline(always)]
    fn find(&self, position: &Position) -> Option<Address> {
        let setup = position.setup.fitted::<W>()?;
        if !self.kernel.is_legal(&setup) {
            return None;
        }
        let (setup, side) = self.kernel.canonical(&setup, position.side);
        self.ranker.rank(&setup, side).map(|(slice, number)| Address { slice, number })
    }
}

/// The slices there are tables of.
#[derive(Debug)]
pub(crate) struct Slices {
    finder: AnyFinder,
    tables: Vec<SliceTables>,
}

#[derive(Debug)]
enum AnyFinder {
    Narrow(Finder<u64>),
    Wide(Finder<u128>),
}

impl Slices {
    /// These slices, each once, without tables so far.
    pub fn new(game: &Game, slices: &[Slice]) -> Self {
        let (finder, sizes) = match game.kernel() {
            AnyKernel::Narrow(kernel) => {
                let (finder, sizes) = Finder::new(kernel, slices);
                (AnyFinder::Narrow(finder), sizes)
            }
            AnyKernel::Wide(kernel) => {
                let (finder, sizes) = Finder::new(kernel, slices);
                (AnyFinder::Wide(finder), sizes)
            }
        };
        let empty = |(&slice, positions)| SliceTables { slice, positions, wdl: None, dtw: None, by_rules: Vec::new() };
        Slices { finder, tables: slices.iter().zip(sizes).map(empty).collect() }
    }

    fn place(&self, slice: Slice) -> Option<usize> {
        match &self.finder {
            AnyFinder::Narrow(finder) => finder.ranker.slice(slice),
            AnyFinder::Wide(finder) => finder.ranker.slice(slice),
        }
    }

    /// The tables of a slice, if it is one of these.
    pub fn get(&self, slice: Slice) -> Option<&SliceTables> {
        Some(&self.tables[self.place(slice)?])
    }

    /// The same, to add tables.
    pub fn get_mut(&mut self, slice: Slice) -> Option<&mut SliceTables> {
        let place = self.place(slice)?;
        Some(&mut self.tables[place])
    }

    /// All slices.
    pub fn iter(&self) -> impl Iterator<Item = &SliceTables> {
        self.tables.iter()
    }

    /// The tables of the slice of an address that [`Slices::find`] gave.
    #[inline(always)]
    pub fn at(&self, address: Address) -> &SliceTables {
        &self.tables[address.slice as usize]
    }

    /// Where a position is found; `None` when it cannot be or its slice is not one of these.
    #[inline(always)]
    pub fn find(&self, position: &Position) -> Option<Address> {
        match &self.finder {
            AnyFinder::Narrow(finder) => finder.find(position),
            AnyFinder::Wide(finder) => finder.find(position),
        }
    }
}
