//! Enumerates the configurations of one layer of a slice without kings. The pieces of all these
//! configurations can still make the same number of quiet moves. The configurations are built piece
//! by piece, so no list of all of them is needed.

use peatee_rules::{Bitboard, Kernel, Kind, Setup, Side};
use peatee_table::Material;

use crate::solver::draughts::bitboards::rules::MoveRules;

#[derive(Debug)]
struct MenGroup<W> {
    side: Side,
    kind: Kind,
    /// Item `n` holds the squares from which a piece of this side and kind can make `n` quiet moves
    /// in a row, but not more.
    with_steps: Vec<W>,
}

/// Enumerates the configurations of the pieces of one material, layer by layer. The layer of a
/// configuration is the number of quiet moves that its pieces can still make together.
#[derive(Debug)]
pub struct LayerSetups<W> {
    groups: Vec<MenGroup<W>>,
    /// Index in `groups` (sides and kinds) of each piece, in the order in which pieces are placed.
    pieces: Vec<usize>,
    /// Minimal and maximal number of quiet moves that the pieces not yet placed can make together,
    /// indexed by the number of pieces placed.
    steps_left: Vec<[usize; 2]>,
}

#[derive(Debug, Clone, Copy)]
pub struct PartialSetup<W> {
    setup: Setup<W>,
    placed: usize,
    /// Squares allowed for the next piece. Pieces of the same side and kind are placed from the
    /// highest square down, so that no configuration occurs twice.
    allowed: W,
    /// Number of quiet moves that the pieces not yet placed must be able to make together.
    steps: usize,
}

impl<W: Bitboard> LayerSetups<W> {
    /// Prepares the enumeration of the configurations of all pieces of `material` except kings.
    pub fn new(kernel: &Kernel<W>, rules: &MoveRules<W>, material: &Material) -> Self {
        let (mut groups, mut pieces) = (Vec::new(), Vec::new());
        let sides = Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| (side, kind)));
        for (side, kind) in sides.filter(|&(_, kind)| kind != Kind::King) {
            let count = material.counts[side as usize][kind as usize] as usize;
            if count == 0 {
                continue;
            }
            let mut with_steps = Vec::new();
            for square in kernel.region(side, kind).squares() {
                let steps = rules.steps_to_go(side, kind)[square as usize] as usize;
                with_steps.resize(with_steps.len().max(steps + 1), W::EMPTY);
                with_steps[steps] |= W::bit(square);
            }
            pieces.resize(pieces.len() + count, groups.len());
            groups.push(MenGroup { side, kind, with_steps });
        }
        let mut steps_left = vec![[0; 2]];
        for &group in pieces.iter().rev() {
            let with_steps: &Vec<W> = &groups[group].with_steps;
            let [least, most] = steps_left[steps_left.len() - 1];
            let fewest = with_steps.iter().position(|set| !set.is_empty()).unwrap_or(0);
            steps_left.push([least + fewest, most + with_steps.len().saturating_sub(1)]);
        }
        steps_left.reverse();
        LayerSetups { groups, pieces, steps_left }
    }

    /// Returns incomplete configurations of a layer, at least `wanted` of them if possible.
    /// [`Self::each`] adds the missing pieces. Each complete configuration of the layer arises from
    /// exactly one of the incomplete configurations.
    pub fn partial_setups(&self, layer: usize, wanted: usize) -> Vec<PartialSetup<W>> {
        let mut partial = vec![PartialSetup { setup: Setup::default(), placed: 0, allowed: !W::EMPTY, steps: layer }];
        while partial.len() < wanted && partial.first().is_some_and(|partial| partial.placed + 1 < self.pieces.len()) {
            let mut next = Vec::new();
            partial.iter().for_each(|partial| self.each_next(partial, |more| next.push(more)));
            partial = next;
        }
        partial
    }

    /// Calls `each` with every configuration of all pieces that completes `partial`.
    pub fn each(&self, partial: &PartialSetup<W>, each: &mut impl FnMut(&Setup<W>)) {
        if partial.placed == self.pieces.len() {
            return each(&partial.setup);
        }
        self.each_next(partial, |next| self.each(&next, each));
    }

    /// Calls `each` with every configuration that has one more piece than `partial`.
    #[inline(always)]
    fn each_next(&self, partial: &PartialSetup<W>, mut each: impl FnMut(PartialSetup<W>)) {
        let placed = partial.placed + 1;
        let MenGroup { side, kind, ref with_steps } = self.groups[self.pieces[partial.placed]];
        let free = partial.allowed & !partial.setup.occupied();
        let [least, most] = self.steps_left[placed];
        let is_alike = self.pieces.get(placed) == Some(&self.pieces[partial.placed]);
        for (own, &squares) in with_steps.iter().enumerate() {
            let Some(steps) = partial.steps.checked_sub(own).filter(|steps| (least..=most).contains(steps)) else {
                continue;
            };
            for square in (squares & free).squares() {
                let mut setup = partial.setup;
                setup.pieces[side as usize][kind as usize] |= W::bit(square);
                let allowed = if is_alike { W::first_n(square as u32) } else { !W::EMPTY };
                each(PartialSetup { setup, placed, allowed, steps });
            }
        }
    }
}
