//! Finds the slice and the number of a draughts position. Every probe uses this code.

use std::sync::Arc;

use peatee_rules::{AnyKernel, Bitboard, Draughts, Kernel, Position};
use peatee_table::index::{Address, GroupOrder, Ranker, SliceIndex};
use peatee_table::{Metric, Slice};

use crate::table::Table;
use crate::tabled::Finder;

/// The rankers of a game, one for each kind of position numbers (see `Numbering`). A ranker finds
/// the slice and the number of a position.
#[derive(Debug)]
pub struct Rankers([Arc<AnyRanker>; 3]);

/// Kind of position numbers. The number of a position depends on the order in which the groups of
/// pieces are placed. This order is table order (men, then the opponent's kings, then own kings),
/// or the order that the table of the slice states in its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbering {
    /// Numbers in table order (men, then the opponent's kings, then own kings). Tables of all
    /// metrics except WDL use these numbers.
    InTableOrder,
    /// Numbers in the order in which the WDL table of each slice places the groups of pieces.
    OfWdl,
    /// Numbers in the order in which the DTW table of each slice places the groups of pieces. If a
    /// slice has no DTW table, its WDL table decides.
    OfDtwOrWdl,
}

impl Numbering {
    const ALL: [Numbering; 3] = [Numbering::InTableOrder, Numbering::OfWdl, Numbering::OfDtwOrWdl];

    #[inline(always)]
    pub(crate) fn of(metric: Metric) -> Numbering {
        match metric {
            Metric::Wdl => Numbering::OfWdl,
            Metric::Dtw | Metric::Dtc | Metric::Dtr(_) | Metric::RuleWdl(_) | Metric::RuleDtw(_) | Metric::CanMate => {
                Numbering::InTableOrder
            }
        }
    }

    fn order(self, tables: &[&Table]) -> GroupOrder {
        let of_metric = |metric| tables.iter().find(|table| table.header().metric == metric);
        let table = match self {
            Numbering::InTableOrder => None,
            Numbering::OfWdl => of_metric(Metric::Wdl),
            Numbering::OfDtwOrWdl => of_metric(Metric::Dtw).or(of_metric(Metric::Wdl)),
        };
        table.map_or(GroupOrder::TABLE_ORDER, |table| table.header().group_order)
    }

    fn orders(self, tables: &[(Slice, Vec<&Table>)]) -> Vec<(Slice, GroupOrder)> {
        tables.iter().map(|(slice, tables)| (*slice, self.order(tables))).collect()
    }
}

/// Ranker in the word size that the board needs. A ranker numbers the positions of all slices.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one for each set of tables, and every probe goes through it")]
enum AnyRanker {
    Small(Ranker<u32>),
    Narrow(Ranker<u64>),
    Wide(Ranker<u128>),
}

impl Finder<Draughts> for Rankers {
    fn new(game: &Draughts, slices: &[Slice]) -> (Rankers, Vec<u64>) {
        let in_table_order: Vec<_> = slices.iter().map(|&slice| (slice, GroupOrder::TABLE_ORDER)).collect();
        let (ranker, sizes) = AnyRanker::new(game, &in_table_order);
        let ranker = Arc::new(ranker);
        (Rankers([ranker.clone(), ranker.clone(), ranker]), sizes)
    }

    fn place(&self, slice: Slice) -> Option<usize> {
        match &*self.0[0] {
            AnyRanker::Small(ranker) => ranker.slice(slice),
            AnyRanker::Narrow(ranker) => ranker.slice(slice),
            AnyRanker::Wide(ranker) => ranker.slice(slice),
        }
    }

    fn follow(&mut self, game: &Draughts, tables: &[(Slice, Vec<&Table>)]) {
        for numbering in 1..Numbering::ALL.len() {
            let orders = Numbering::ALL[numbering].orders(tables);
            let same = (0..numbering).find(|&other| Numbering::ALL[other].orders(tables) == orders);
            self.0[numbering] = match same {
                Some(other) => self.0[other].clone(),
                None => Arc::new(AnyRanker::new(game, &orders).0),
            };
        }
    }
}

impl Rankers {
    /// Returns the address (slice and number) of a position. Returns [`Address::NOWHERE`] when the
    /// position is impossible or the rankers do not have its slice.
    #[inline(always)]
    pub(crate) fn find(&self, position: &Position, numbering: Numbering) -> Address {
        match &*self.0[numbering as usize] {
            AnyRanker::Small(ranker) => ranker.find(position),
            AnyRanker::Narrow(ranker) => ranker.find(position),
            AnyRanker::Wide(ranker) => find_wide(ranker, position),
        }
    }

    #[inline(always)]
    pub(crate) fn find_many(&self, positions: &[Position], numbering: Numbering, each: impl FnMut(Address)) {
        match &*self.0[numbering as usize] {
            AnyRanker::Small(ranker) => ranker.find_many(positions, each),
            AnyRanker::Narrow(ranker) => ranker.find_many(positions, each),
            AnyRanker::Wide(ranker) => ranker.find_many(positions, each),
        }
    }
}

/// Returns the address of a position on a board of the largest size. This is a separate function
/// because such boards are rare, and the code for other boards is faster without it.
#[inline(never)]
fn find_wide(ranker: &Ranker<u128>, position: &Position) -> Address {
    ranker.find(position)
}

impl AnyRanker {
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

/// Returns the ranker of `slices`, and the number of positions of each slice. Each slice comes with
/// the order in which its groups of pieces are placed. This order must be valid for the slice.
fn ranker<W: Bitboard>(kernel: &Kernel<W>, slices: &[(Slice, GroupOrder)]) -> (Ranker<W>, Vec<u64>) {
    let index = |&(slice, order): &(Slice, GroupOrder)| {
        SliceIndex::in_order(kernel, slice, order).expect("the order of a table was checked when it was opened")
    };
    let indices: Vec<_> = slices.iter().map(index).collect();
    let sizes = indices.iter().map(SliceIndex::size).collect();
    (Ranker::new(kernel, &indices), sizes)
}
