//! The open tables, grouped by slice.

use std::fmt;

use peatee_table::Metric;

use crate::fault::TableFault;
use crate::table::Table;
use crate::tabled::{Finder, Tabled};

pub(crate) struct OpenTable<G: Tabled> {
    pub(crate) table: Table,
    #[cfg_attr(not(feature = "chess"), allow(dead_code, reason = "draughts have one order for all tables"))]
    pub(crate) order: G::Order,
}

pub(crate) struct SliceTables<G: Tabled> {
    slice: G::Slice,
    positions: u64,
    wdl: Option<OpenTable<G>>,
    dtw: Option<OpenTable<G>>,
    /// Tables of all metrics but WDL and DTW, sorted by metric. They are few, so a linear search is
    /// fast.
    others: Vec<(Metric, OpenTable<G>)>,
    /// Tables that the manifest lists and that cannot be used, with the reasons; nearly always
    /// empty.
    faults: Vec<TableFault<G::Slice>>,
}

impl<G: Tabled> SliceTables<G> {
    pub(crate) fn slice(&self) -> G::Slice {
        self.slice
    }

    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the table of one metric; `None` if there is none or it cannot be used.
    #[inline(always)]
    pub(crate) fn table(&self, metric: Metric) -> Option<&Table> {
        self.open_table(metric).map(|open| &open.table)
    }

    #[inline(always)]
    pub(crate) fn open_table(&self, metric: Metric) -> Option<&OpenTable<G>> {
        match metric {
            Metric::Wdl => self.wdl.as_ref(),
            Metric::Dtw => self.dtw.as_ref(),
            _ => self.others.iter().find(|(found, _)| *found == metric).map(|(_, open)| open),
        }
    }

    /// Adds the table of a metric and removes the faults of that metric.
    pub(crate) fn put(&mut self, metric: Metric, open: OpenTable<G>) {
        self.faults.retain(|fault| fault.metric != metric);
        match metric {
            Metric::Wdl => self.wdl = Some(open),
            Metric::Dtw => self.dtw = Some(open),
            _ => {
                self.others.push((metric, open));
                self.others.sort_by_key(|(metric, _)| *metric);
            }
        }
    }

    pub(crate) fn put_fault(&mut self, fault: TableFault<G::Slice>) {
        self.faults.push(fault);
    }

    pub(crate) fn faults(&self) -> &[TableFault<G::Slice>] {
        &self.faults
    }

    pub(crate) fn fault(&self, metric: Metric) -> Option<&TableFault<G::Slice>> {
        self.faults.iter().find(|fault| fault.metric == metric)
    }

    pub(crate) fn tables(&self) -> impl Iterator<Item = &Table> {
        // The pattern has no `..`, so that the compiler points to this line when a field is added.
        // A table that is left out here would never be verified.
        let SliceTables { slice: _, positions: _, wdl, dtw, others, faults: _ } = self;
        wdl.iter().chain(dtw).chain(others.iter().map(|(_, open)| open)).map(|open| &open.table)
    }
}

pub(crate) struct Slices<G: Tabled> {
    pub(crate) finder: G::Finder,
    tables: Vec<SliceTables<G>>,
}

impl<G: Tabled> Slices<G> {
    /// Creates a set of these slices without tables. The slices must be distinct.
    pub(crate) fn new(game: &G, slices: &[G::Slice]) -> Self {
        let (finder, sizes) = G::Finder::new(game, slices);
        let empty = |(&slice, positions)| SliceTables {
            slice,
            positions,
            wdl: None,
            dtw: None,
            others: Vec::new(),
            faults: Vec::new(),
        };
        Slices { finder, tables: slices.iter().zip(sizes).map(empty).collect() }
    }

    /// Makes the finder number positions in the order in which the tables store their cells. Call
    /// this after all tables are added.
    pub(crate) fn number_as_stored(&mut self, game: &G) {
        let tables: Vec<_> = self.tables.iter().map(|of_slice| (of_slice.slice, of_slice.tables().collect())).collect();
        self.finder.follow(game, &tables);
    }

    pub(crate) fn get(&self, slice: G::Slice) -> Option<&SliceTables<G>> {
        Some(&self.tables[self.finder.place(slice)?])
    }

    pub(crate) fn get_mut(&mut self, slice: G::Slice) -> Option<&mut SliceTables<G>> {
        let place = self.finder.place(slice)?;
        Some(&mut self.tables[place])
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &SliceTables<G>> {
        self.tables.iter()
    }

    #[inline(always)]
    pub(crate) fn at(&self, place: usize) -> Option<&SliceTables<G>> {
        self.tables.get(place)
    }
}

impl<G: Tabled> fmt::Debug for OpenTable<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table.fmt(f)
    }
}

impl<G: Tabled> fmt::Debug for SliceTables<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SliceTables").field("slice", &self.slice).finish_non_exhaustive()
    }
}

impl<G: Tabled> fmt::Debug for Slices<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.tables).finish()
    }
}
