//! The tables of each slice, and the way from a position to its cell: the path that every probe
//! takes.

use std::sync::Arc;

use peatee_rules::{AnyKernel, Bitboard, Draughts, Kernel, Position};
use peatee_table::index::{Address, GroupOrder, Ranker, SliceIndex};
use peatee_table::{Metric, RuleSet, Slice};

use crate::fault::TableFault;
use crate::table::Table;

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
    /// The listed tables that cannot be used; nearly always empty.
    faults: Vec<TableFault>,
}

impl SliceTables {
    /// The slice.
    pub(crate) fn slice(&self) -> Slice {
        self.slice
    }

    /// How many positions it has.
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// The table of one metric.
    #[inline(always)]
    pub(crate) fn table(&self, metric: Metric) -> Option<&Table> {
        match metric {
            Metric::Wdl => self.wdl.as_ref(),
            Metric::Dtw => self.dtw.as_ref(),
            Metric::Dtc => self.dtc.as_ref(),
            Metric::Dtr(set) => self.by_rules.iter().find(|(s, _)| *s == set).map(|(_, table)| table),
            // Of chess alone.
            Metric::CanMate => None,
        }
    }

    /// Adds the table of one metric, in place of those that cannot be used.
    pub(crate) fn put(&mut self, metric: Metric, table: Table) {
        self.faults.retain(|fault| fault.metric != metric);
        match metric {
            Metric::Wdl => self.wdl = Some(table),
            Metric::Dtw => self.dtw = Some(table),
            Metric::Dtc => self.dtc = Some(table),
            Metric::Dtr(set) => self.by_rules.push((set, table)),
            Metric::CanMate => {}
        }
    }

    /// Notes that the table of a metric cannot be used.
    pub(crate) fn put_fault(&mut self, fault: TableFault) {
        self.faults.push(fault);
    }

    /// The tables that cannot be used.
    pub(crate) fn faults(&self) -> &[TableFault] {
        &self.faults
    }

    /// Why the table of a metric cannot be used.
    pub(crate) fn fault(&self, metric: Metric) -> Option<&TableFault> {
        self.faults.iter().find(|fault| fault.metric == metric)
    }

    /// All tables of the slice.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &Table> {
        // No `..`: a table that is left out here is never verified.
        let SliceTables { slice: _, positions: _, wdl, dtw, dtc, by_rules, faults: _ } = self;
        wdl.iter().chain(dtw).chain(dtc).chain(by_rules.iter().map(|(_, table)| table))
    }
}

/// The slices that have tables.
#[derive(Debug)]
pub(crate) struct Slices {
    /// By [`Numbers`].
    rankers: [Arc<AnyRanker>; 3],
    tables: Vec<SliceTables>,
}

/// Which numbers positions are given. WDL tables may store their cells in an order of their own,
/// which the numbers then follow: a probe takes no other way for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// Of distances, in table order.
    InTableOrder,
    /// Of the WDL table of each slice.
    OfWdl,
    /// Of the DTW table of each slice, or of the WDL table where there is none.
    OfDtwOrWdl,
}

impl Numbers {
    const ALL: [Numbers; 3] = [Numbers::InTableOrder, Numbers::OfWdl, Numbers::OfDtwOrWdl];

    /// Those of the tables of a metric.
    #[inline(always)]
    pub(crate) fn of(metric: Metric) -> Numbers {
        match metric {
            Metric::Wdl => Numbers::OfWdl,
            Metric::Dtw | Metric::Dtc | Metric::Dtr(_) | Metric::CanMate => Numbers::InTableOrder,
        }
    }

    /// The order in which the cells of a slice are numbered.
    fn order(self, tables: &SliceTables) -> GroupOrder {
        let table = match self {
            Numbers::InTableOrder => None,
            Numbers::OfWdl => tables.wdl.as_ref(),
            Numbers::OfDtwOrWdl => tables.dtw.as_ref().or(tables.wdl.as_ref()),
        };
        table.map_or(GroupOrder::TABLE_ORDER, |table| table.header().group_order)
    }
}

/// A ranker in the word size that the board needs.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one for each set of tables, and every probe goes through it")]
enum AnyRanker {
    Small(Ranker<u32>),
    Narrow(Ranker<u64>),
    Wide(Ranker<u128>),
}

impl Slices {
    /// A set of these slices, each of which occurs once, still without tables.
    pub(crate) fn new(game: &Draughts, slices: &[Slice]) -> Self {
        let in_table_order: Vec<_> = slices.iter().map(|&slice| (slice, GroupOrder::TABLE_ORDER)).collect();
        let (ranker, sizes) = AnyRanker::new(game, &in_table_order);
        let empty = |(&slice, positions)| SliceTables {
            slice,
            positions,
            wdl: None,
            dtw: None,
            dtc: None,
            by_rules: Vec::new(),
            faults: Vec::new(),
        };
        let ranker = Arc::new(ranker);
        let tables = slices.iter().zip(sizes).map(empty).collect();
        Slices { rankers: [ranker.clone(), ranker.clone(), ranker], tables }
    }

    /// Numbers positions as the tables store them, now that all tables are there.
    pub(crate) fn number_as_stored(&mut self, game: &Draughts) {
        for numbers in 1..Numbers::ALL.len() {
            let orders = self.orders(Numbers::ALL[numbers]);
            let same = (0..numbers).find(|&other| self.orders(Numbers::ALL[other]) == orders);
            self.rankers[numbers] = match same {
                Some(other) => self.rankers[other].clone(),
                None => Arc::new(AnyRanker::new(game, &orders).0),
            };
        }
    }

    fn orders(&self, numbers: Numbers) -> Vec<(Slice, GroupOrder)> {
        self.tables.iter().map(|tables| (tables.slice, numbers.order(tables))).collect()
    }

    fn place(&self, slice: Slice) -> Option<usize> {
        match &*self.rankers[0] {
            AnyRanker::Small(ranker) => ranker.slice(slice),
            AnyRanker::Narrow(ranker) => ranker.slice(slice),
            AnyRanker::Wide(ranker) => ranker.slice(slice),
        }
    }

    /// The tables of a slice, if the slice is in the set.
    pub(crate) fn get(&self, slice: Slice) -> Option<&SliceTables> {
        Some(&self.tables[self.place(slice)?])
    }

    /// The tables of a slice, to add to them.
    pub(crate) fn get_mut(&mut self, slice: Slice) -> Option<&mut SliceTables> {
        let place = self.place(slice)?;
        Some(&mut self.tables[place])
    }

    /// All slices.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &SliceTables> {
        self.tables.iter()
    }

    /// The tables of the slice of an address that [`Slices::find`] gave; `None` for
    /// [`Address::NOWHERE`].
    #[inline(always)]
    pub(crate) fn at(&self, address: Address) -> Option<&SliceTables> {
        self.tables.get(address.slice as usize)
    }

    /// The address of a position by these numbers; [`Address::NOWHERE`] when the position is
    /// impossible or its slice is not in the set.
    #[inline(always)]
    pub(crate) fn find(&self, position: &Position, numbers: Numbers) -> Address {
        match &*self.rankers[numbers as usize] {
            AnyRanker::Small(ranker) => ranker.find(position),
            AnyRanker::Narrow(ranker) => ranker.find(position),
            AnyRanker::Wide(ranker) => find_wide(ranker, position),
        }
    }

    /// Calls `each` with the address of each position, in order.
    #[inline(always)]
    pub(crate) fn find_many(&self, positions: &[Position], numbers: Numbers, each: impl FnMut(Address)) {
        match &*self.rankers[numbers as usize] {
            AnyRanker::Small(ranker) => ranker.find_many(positions, each),
            AnyRanker::Narrow(ranker) => ranker.find_many(positions, each),
            AnyRanker::Wide(ranker) => ranker.find_many(positions, each),
        }
    }
}

/// Finds a position on the largest boards, which are rare. A function of its own lets probes on
/// other boards take fewer instructions.
#[inline(never)]
fn find_wide(ranker: &Ranker<u128>, position: &Position) -> Address {
    ranker.find(position)
}

impl AnyRanker {
    /// The ranker of these slices, and the numbers of their positions.
    fn new(game: &Draughts, slices: &[(Slice, GroupOrder)]) -> (AnyRanker, Vec<u64>) {
        match game.kernel() {
            AnyKernel::Small(kernel) => {
                let (ranker, sizes) = ranker(kernel, slices);
                (AnyRanker::Small(ranker), sizes)
            }
            AnyKernel::Narrow(kernel) => {
                let (ranker, sizes) = ranker(kernel, slices);
                (AnyRanker::Narrow(ranker), sizes)
            }
            AnyKernel::Wide(kernel) => {
                let (ranker, sizes) = ranker(kernel, slices);
                (AnyRanker::Wide(ranker), sizes)
            }
        }
    }
}

/// The orders must be orders of their slices.
fn ranker<W: Bitboard>(kernel: &Kernel<W>, slices: &[(Slice, GroupOrder)]) -> (Ranker<W>, Vec<u64>) {
    let index = |&(slice, order): &(Slice, GroupOrder)| {
        SliceIndex::in_order(kernel, slice, order).expect("the order of a table was checked when it was opened")
    };
    let indices: Vec<_> = slices.iter().map(index).collect();
    let sizes = indices.iter().map(SliceIndex::size).collect();
    (Ranker::new(kernel, &indices), sizes)
}
