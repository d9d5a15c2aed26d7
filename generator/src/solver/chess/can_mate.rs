//! Finds the positions from which a side can still mate by some series of legal moves of both
//! sides.
//!
//! The search starts from two kinds of positions: those in which the side has mated, and those from
//! which a capture or pawn move leads to a position from which the side can mate. Then it adds
//! positions backward along the quiet moves of both sides, until nothing is added.
//!
//! The results are stored in the words for won and lost positions, so that the code for such words
//! can be used: a position from which the side can mate counts as *lost*, whoever is to move. No
//! position counts as *won*.

use std::sync::Arc;

use peatee_chess::Slice;

use super::arrangements::for_each_arrangement;
use super::set::batches;
use super::words::layout::SetLayout;
use super::words::number::Numbering;
use super::words::placement_view::{PlacementView, Row};
use super::words::rays::squares;
use super::words::solved::{BySide, Packed, PlacementWords, RuleScope, SolvedSet};
use super::words::zeroing::{NextSets, ZeroingMoves};

use crate::parallel;

/// For each side, the positions of a set from which that side can mate. A set is a slice and its
/// opposite: the same pieces, either side to move.
#[derive(Debug, Clone)]
pub struct CanMateSet {
    /// For White and for Black, the positions from which that side can mate. The [`SolvedSet`]
    /// stores them as lost positions, whichever side is to move, and all other legal positions as
    /// draws.
    pub mates_by: BySide<Arc<SolvedSet>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedCells {
    pub slice: Slice,
    /// Cells, indexed by position number: 1 if the side to move can mate, plus 2 if the other side
    /// can mate; [`NO_POSITION`] for numbers without a legal position.
    pub cells: Vec<u8>,
}

pub const NO_POSITION: u8 = u8::MAX;

impl CanMateSet {
    pub fn color_swapped(&self) -> CanMateSet {
        CanMateSet { mates_by: [1, 0].map(|mater: usize| Arc::new(self.mates_by[mater].color_swapped())) }
    }

    /// Finds which sides can mate from each position of a set (a slice and its opposite). `next`
    /// returns the solved sets to which captures and promotions lead.
    pub fn solve(
        layout: SetLayout,
        mut next: impl FnMut(Slice) -> Arc<CanMateSet>,
    ) -> (CanMateSet, Vec<NumberedCells>) {
        let next = [0, 1].map(|mater: usize| NextSets::new(&layout, |material| next(material).mates_by[mater].clone()));
        let numberings = Numbering::of_set(&layout);
        let mut cells: Vec<Vec<u8>> = numberings.iter().map(|of| vec![NO_POSITION; of.numbers()]).collect();
        let mut mates_by =
            [SetLayout::new(layout.material), layout].map(|layout| SolvedSet::unsolved(layout, usize::MAX));
        for batch in batches(&mates_by[0].layout) {
            let zeroing = [0, 1].map(|mater| ZeroingMoves::reaching(&mates_by[mater], &next[mater]));
            let solve = |placement| Reach::new(&zeroing, placement);
            let solved = parallel::map(batch.clone(), &solve);
            for (numbering, cells) in numberings.iter().zip(&mut cells) {
                let (layout, color) = (&mates_by[0].layout, numbering.color());
                for_each_arrangement(layout, numbering, &batch, cells, |place, mirror, chunk| {
                    let reach = &solved[place];
                    numbering.put(layout, mirror, chunk, |row| reach.cells(color, row));
                });
            }
            for (placement, reach) in batch.zip(&solved) {
                for (mater, set) in mates_by.iter_mut().enumerate() {
                    set.words[placement] = reach.words(mater);
                }
            }
        }
        let numbered = numberings.iter().zip(cells);
        let numbered = numbered.map(|(of, cells)| NumberedCells { slice: of.slice(), cells }).collect();
        (CanMateSet { mates_by: mates_by.map(Arc::new) }, numbered)
    }
}

/// Returns the outcomes of a row (positions that differ only in the square of the black king). The
/// positions `can`, from which a side can mate, count as lost, and the other legal positions as
/// draws. Each bit of `legal` and `can` stands for a square of the black king.
pub fn pack_as_lost(legal: u64, can: u64) -> Packed {
    [legal & !can, legal]
}

struct Reach {
    legal: BySide<Vec<u64>>,
    /// Positions from which a side can mate: `can[side that mates][side to move][row]`. Each word
    /// has one bit for each square of the black king.
    can: BySide<BySide<Vec<u64>>>,
}

impl Reach {
    fn new(zeroing: &[ZeroingMoves; 2], placement: usize) -> Reach {
        let view = PlacementView { layout: &zeroing[0].set.layout, placement };
        let legal = view.all_legal();
        let armies = view.layout.material.sides();
        let can = [0, 1].map(|mater: usize| {
            // A lone king cannot mate.
            if armies[mater].pieces() == 0 {
                return [0, 1].map(|_| vec![0; view.layout.rows]);
            }
            let mut can = first(&zeroing[mater], view, &legal, mater);
            spread(view, &legal, &mut can);
            can
        });
        Reach { legal, can }
    }

    fn cells(&self, color: usize, row: usize) -> [u8; 64] {
        let legal = self.legal[color][row];
        let [can, may] = [color, 1 - color].map(|mater| self.can[mater][color][row]);
        let mut cells = [NO_POSITION; 64];
        for bit in squares(legal) {
            cells[usize::from(bit)] = (can >> bit & 1 | (may >> bit & 1) << 1) as u8;
        }
        cells
    }

    fn words(&self, mater: usize) -> PlacementWords {
        let of_side = |color: usize| {
            let both = self.legal[color].iter().zip(&self.can[mater][color]);
            both.map(|(&legal, &can)| pack_as_lost(legal, can)).collect()
        };
        PlacementWords::new([of_side(0), of_side(1)], BySide::default())
    }
}

/// Returns the positions with which the search starts. In some of them, the side `mater` has mated.
/// From the others, a capture or pawn move leads to a position from which `mater` can mate.
fn first(zeroing: &ZeroingMoves, view: PlacementView, legal: &BySide<Vec<u64>>, mater: usize) -> BySide<Vec<u64>> {
    let mut can = [0, 1].map(|_| vec![0; view.layout.rows]);
    for row in (0..view.layout.rows).filter_map(|number| view.row(number)) {
        for (color, can) in can.iter_mut().enumerate() {
            let mut leads = 0;
            if legal[color][row.number] != 0 {
                zeroing.each(color, &row, RuleScope::WithoutRule, |from, after| leads |= from.before(after.lost));
            }
            can[row.number] = leads & legal[color][row.number];
        }
        can[1 - mater][row.number] |= mated(zeroing, view, &row, legal, 1 - mater);
    }
    can
}

fn mated(zeroing: &ZeroingMoves, view: PlacementView, row: &Row, legal: &BySide<Vec<u64>>, side: usize) -> u64 {
    // The side is in check where the same position with the other side to move is not legal.
    let checked = legal[side][row.number] & !legal[1 - side][row.number];
    let stuck = checked & !view.can_reach(side, row, checked, |row| legal[1 - side][row]);
    if stuck == 0 {
        return 0;
    }
    let mut movable = 0;
    zeroing.each(side, row, RuleScope::WithoutRule, |from, after| movable |= from.before(after.legal));
    stuck & !movable
}

/// Adds to `can` all positions from which a series of quiet moves leads to a position of `can`.
fn spread(view: PlacementView, legal: &BySide<Vec<u64>>, can: &mut BySide<Vec<u64>>) {
    let mut fresh = can.clone();
    let mut before = vec![0; view.layout.rows];
    // The loop ends after two passes in a row, one with each side to move, that add no position.
    let (mut color, mut idle) = (0, 0);
    while idle < 2 {
        for (number, fresh) in fresh[color].iter_mut().enumerate() {
            let fresh = std::mem::take(fresh);
            if let Some(row) = Some(number).filter(|_| fresh != 0).and_then(|number| view.row(number)) {
                view.push_back(1 - color, &row, fresh, &mut before);
            }
        }
        color = 1 - color;
        idle += 1;
        for (number, before) in before.iter_mut().enumerate() {
            let new = std::mem::take(before) & legal[color][number] & !can[color][number];
            if new != 0 {
                can[color][number] |= new;
                fresh[color][number] |= new;
                idle = 0;
            }
        }
    }
}
