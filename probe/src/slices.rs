//! The tables of each slice, and the way from a position to its cell: the path that every probe takes.

use peatee_rules::{AnyKernel, Game, Kernel, Position, Side, Word};

use crate::index::SliceIndex;
use crate::slice::{Material, Slice};
use crate::table::Table;
use crate::value::{Metric, RuleSet};

/// The tables of one slice.
#[derive(Debug)]
pub(crate) struct SliceTables {
    slice: Slice,
    positions: u64,
    wdl: Option<Table>,
    dtw: Option<Table>,
    dtc: Option<Table>,
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
            Metric::Dtc => self.dtc.as_ref(),
            Metric::Dtr(set) => self.by_rules.iter().find(|(s, _)| *s == set).map(|(_, table)| table),
        }
    }

    /// Adds the table of one metric.
    pub fn put(&mut self, metric: Metric, table: Table) {
        match metric {
            Metric::Wdl => self.wdl = Some(table),
            Metric::Dtw => self.dtw = Some(table),
            Metric::Dtc => self.dtc = Some(table),
            Metric::Dtr(set) => self.by_rules.push((set, table)),
        }
    }

    /// All tables there are.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.wdl.iter().chain(&self.dtw).chain(&self.dtc).chain(self.by_rules.iter().map(|(_, table)| table))
    }
}

/// Where a position is found.
pub(crate) enum Place<'a> {
    /// It has this number in a slice that there are tables of.
    Listed(&'a SliceTables, u64),
    /// There are no tables of its slice.
    Unlisted(Slice),
    /// It cannot be.
    Illegal,
}

/// The slices there are tables of, for one word size.
#[derive(Debug)]
pub(crate) struct Finder<W> {
    /// The move generator's tables, for what stands where and the colour symmetry.
    kernel: Kernel<W>,
    indices: Vec<SliceIndex<W>>,
    /// Place in `indices` by [`Slice::number`].
    lookup: Vec<u16>,
}

const NO_PLACE: u16 = u16::MAX;

impl<W: Word> Finder<W> {
    fn new(kernel: &Kernel<W>) -> Self {
        Finder { kernel: kernel.clone(), indices: Vec::new(), lookup: vec![NO_PLACE; Slice::NUMBERS] }
    }

    /// The place of a slice, which is made when there is none.
    fn place_of(&mut self, slice: Slice) -> usize {
        let place = &mut self.lookup[slice.number().expect("slices read from names are small")];
        if *place == NO_PLACE {
            *place = self.indices.len() as u16;
            self.indices.push(SliceIndex::new(&self.kernel, slice));
        }
        *place as usize
    }

    #[inline(always)]
    fn find<'a>(&self, tables: &'a [SliceTables], position: &Position) -> Place<'a> {
        let Some(mut setup) = position.setup.fitted::<W>() else { return Place::Illegal };
        if !self.kernel.is_legal(&setup) {
            return Place::Illegal;
        }
        let mut side = position.side;
        if side == Side::Black && self.kernel.mirror.is_some() {
            setup = self.kernel.mirrored(&setup);
            side = Side::White;
        }
        let slice = Slice { material: Material::of(&setup), side };
        let place = slice.number().map_or(NO_PLACE, |number| self.lookup[number]) as usize;
        match (tables.get(place), self.indices.get(place)) {
            (Some(tables), Some(index)) => Place::Listed(tables, index.rank(&setup)),
            _ => Place::Unlisted(slice),
        }
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
    /// No slices yet.
    pub fn new(game: &Game) -> Self {
        let finder = match game.kernel() {
            AnyKernel::Narrow(kernel) => AnyFinder::Narrow(Finder::new(kernel)),
            AnyKernel::Wide(kernel) => AnyFinder::Wide(Finder::new(kernel)),
        };
        Slices { finder, tables: Vec::new() }
    }

    /// The tables of a slice, which is added when it is new.
    pub fn add(&mut self, slice: Slice) -> &mut SliceTables {
        let (place, positions) = match &mut self.finder {
            AnyFinder::Narrow(finder) => {
                let place = finder.place_of(slice);
                (place, finder.indices[place].size())
            }
            AnyFinder::Wide(finder) => {
                let place = finder.place_of(slice);
                (place, finder.indices[place].size())
            }
        };
        if place == self.tables.len() {
            self.tables.push(SliceTables { slice, positions, wdl: None, dtw: None, dtc: None, by_rules: Vec::new() });
        }
        &mut self.tables[place]
    }

    /// The tables of a slice, if there are any.
    pub fn get(&self, slice: Slice) -> Option<&SliceTables> {
        let lookup = match &self.finder {
            AnyFinder::Narrow(finder) => &finder.lookup,
            AnyFinder::Wide(finder) => &finder.lookup,
        };
        self.tables.get(lookup[slice.number()?] as usize)
    }

    /// All slices.
    pub fn iter(&self) -> impl Iterator<Item = &SliceTables> {
        self.tables.iter()
    }

    /// Where a position is found.
    #[inline(always)]
    pub fn find(&self, position: &Position) -> Place<'_> {
        match &self.finder {
            AnyFinder::Narrow(finder) => finder.find(&self.tables, position),
            AnyFinder::Wide(finder) => finder.find(&self.tables, position),
        }
    }
}
