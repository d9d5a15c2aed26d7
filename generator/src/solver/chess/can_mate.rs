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

use super::set::{batches, put_all};
use super::words::layout::SetLayout;
use super::words::number::Numbering;
use super::words::rays::squares;
use super::words::solved::{BySide, Packed, PlacementWords, RuleScope, SolvedSet};
use super::words::unit::{Row, Unit};
use super::words::zeroing::{NextSets, Zeroing};

use crate::parallel;

/// The positions of a set (a slice and its opposite: the same pieces, either side to move) from
/// which each side can mate.
#[derive(Debug, Clone)]
pub struct CanMateSet {
    /// Positions from which White can mate, and positions from which Black can mate. Both are
    /// stored as the lost positions of a [`SolvedSet`].
    pub by: BySide<Arc<SolvedSet>>,
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
        CanMateSet { by: [1, 0].map(|mater: usize| Arc::new(self.by[mater].color_swapped())) }
    }

    /// Finds the sides that can mate in all positions of a set (a slice and its opposite). `next`
    /// returns the solved sets to which captures and promotions lead.
    pub fn solve(
        layout: SetLayout,
        mut next: impl FnMut(Slice) -> Arc<CanMateSet>,
    ) -> (CanMateSet, Vec<NumberedCells>) {
        let next = [0, 1].map(|mater: usize| NextSets::new(&layout, |material| next(material).by[mater].clone()));
        let numberings = Numbering::of_set(&layout);
        let mut cells: Vec<Vec<u8>> = numberings.iter().map(|of| vec![NO_POSITION; of.numbers()]).collect();
        let mut by = [SetLayout::new(layout.material), layout].map(|layout| SolvedSet::unsolved(layout, usize::MAX));
        for batch in batches(&by[0].layout) {
            let zeroing = [0, 1].map(|mater| Zeroing::reaching(&by[mater], &next[mater]));
            let solve = |placement| Reach::new(&zeroing, placement);
            let solved = parallel::map(batch.clone(), &solve);
            for (numbering, cells) in numberings.iter().zip(&mut cells) {
                let (layout, color) = (&by[0].layout, numbering.color());
                put_all(layout, numbering, &batch, cells, |place, mirror, chunk| {
                    let reach = &solved[place];
                    numbering.put(layout, mirror, chunk, |row| reach.cells(color, row));
                });
            }
            for (placement, reach) in batch.zip(&solved) {
                for (mater, set) in by.iter_mut().enumerate() {
                    set.words[placement] = reach.words(mater);
                }
            }
        }
        let numbered = numberings.iter().zip(cells);
        let numbered = numbered.map(|(of, cells)| NumberedCells { slice: of.slice(), cells }).collect();
        (CanMateSet { by: by.map(Arc::new) }, numbered)
    }
}

/// Stores the positions `can`, from which a side can mate, as the lost positions of a row. `legal`
/// holds the legal positions of the row. Each bit stands for a square of the black king.
pub fn words_of_losses(legal: u64, can: u64) -> Packed {
    [legal & !can, legal]
}

struct Reach {
    legal: BySide<Vec<u64>>,
    /// Positions from which a side can mate: `can[side that mates][side to move][row]`. Each word
    /// has one bit for each square of the black king.
    can: BySide<BySide<Vec<u64>>>,
}

impl Reach {
    fn new(zeroing: &[Zeroing; 2], placement: usize) -> Reach {
        let unit = Unit { layout: &zeroing[0].set.layout, placement };
        let legal = unit.all_legal();
        let armies = unit.layout.material.sides();
        let can = [0, 1].map(|mater: usize| {
            // A lone king mates nobody.
            if armies[mater].pieces() == 0 {
                return [0, 1].map(|_| vec![0; unit.layout.rows]);
            }
            let mut can = first(&zeroing[mater], unit, &legal, mater);
            spread(unit, &legal, &mut can);
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
            both.map(|(&legal, &can)| words_of_losses(legal, can)).collect()
        };
        PlacementWords::new([of_side(0), of_side(1)], BySide::default())
    }
}

/// Returns the positions with which the search starts: those in which the side `mater` has mated,
/// and those from which a capture or pawn move leads to a position from which `mater` can mate.
fn first(zeroing: &Zeroing, unit: Unit, legal: &BySide<Vec<u64>>, mater: usize) -> BySide<Vec<u64>> {
    let mut can = [0, 1].map(|_| vec![0; unit.layout.rows]);
    for row in (0..unit.layout.rows).filter_map(|number| unit.row(number)) {
        for (color, can) in can.iter_mut().enumerate() {
            let mut leads = 0;
            if legal[color][row.number] != 0 {
                zeroing.each(color, &row, RuleScope::WithoutRule, |from, after| leads |= from.before(after.lost));
            }
            can[row.number] = leads & legal[color][row.number];
        }
        can[1 - mater][row.number] |= mated(zeroing, unit, &row, legal, 1 - mater);
    }
    can
}

fn mated(zeroing: &Zeroing, unit: Unit, row: &Row, legal: &BySide<Vec<u64>>, side: usize) -> u64 {
    // The side is in check where the same position with the other side to move is not legal.
    let checked = legal[side][row.number] & !legal[1 - side][row.number];
    let stuck = checked & !unit.can_reach(side, row, checked, |row| legal[1 - side][row]);
    if stuck == 0 {
        return 0;
    }
    let mut movable = 0;
    zeroing.each(side, row, RuleScope::WithoutRule, |from, after| movable |= from.before(after.legal));
    stuck & !movable
}

/// Adds to `can` all positions from which a series of quiet moves leads to a position of `can`.
fn spread(unit: Unit, legal: &BySide<Vec<u64>>, can: &mut BySide<Vec<u64>>) {
    let mut fresh = can.clone();
    let mut before = vec![0; unit.layout.rows];
    // The loop ends when nothing was added twice in succession, once with each side to move.
    let (mut color, mut idle) = (0, 0);
    while idle < 2 {
        for (number, fresh) in fresh[color].iter_mut().enumerate() {
            let fresh = std::mem::take(fresh);
            if let Some(row) = Some(number).filter(|_| fresh != 0).and_then(|number| unit.row(number)) {
                unit.push_back(1 - color, &row, fresh, &mut before);
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
