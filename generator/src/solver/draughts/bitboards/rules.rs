//! Finds out from the rule table whether this solver supports a game, and computes the facts that
//! it needs.
//!
//! The solver supports games in which kings can stand everywhere, the quiet moves of kings are
//! steps or slides that can be reversed, and other pieces never return to a square by quiet moves.
//! Games without kings, and Turkish and Gothic draughts, whose men step sideways, need the plain
//! solver.

use peatee_rules::{Bitboard, KINDS, Kernel, Kind, Setup, Side};

use peatee_table::Material;

use super::fills::KingFills;
use super::layout::units::Layout;

/// The facts about the quiet moves of a game that the solver with bitboards needs.
#[derive(Debug)]
pub struct MoveRules<W> {
    pub fills: [KingFills<W>; 2],
    /// Maximum number of quiet moves that a fixed piece (any piece but a king) can make in a row,
    /// indexed by its side, its kind and its square.
    steps_to_go: [[Vec<u16>; KINDS]; 2],
    /// Maximum number by which one quiet move of a piece other than a king lowers the index of the
    /// layer. (A layer has the units whose men can still make the same number of moves.)
    pub highest_drop: u16,
}

impl<W: Bitboard> MoveRules<W> {
    pub fn new(kernel: &Kernel<W>) -> Option<Self> {
        let [white, black] = Side::BOTH.map(|side| KingFills::new(kernel, side));
        let mut steps_to_go: [[Vec<u16>; KINDS]; 2] = Default::default();
        for side in Side::BOTH {
            for &kind in kernel.kinds().iter().filter(|&&kind| kind != Kind::King) {
                steps_to_go[side as usize][kind as usize] = most_steps(kernel, side, kind)?;
            }
        }
        let highest_drop = highest_drop(kernel, &steps_to_go);
        Some(MoveRules { fills: [white?, black?], steps_to_go, highest_drop })
    }

    /// Lists the units (configurations of the men) of each layer, the lowest layer first. The layer
    /// of a unit is the maximal number of quiet moves that its men and other fixed pieces can still
    /// make; each such move leads to a lower layer.
    pub fn layers(&self, kernel: &Kernel<W>, layout: &Layout<W>) -> Vec<Vec<u32>> {
        let Some(mut cursor) = layout.fixed_cursor() else { return vec![vec![0]] };
        let sizes = self.layer_sizes(kernel, &layout.material);
        let mut layers: Vec<Vec<u32>> = sizes.iter().map(|&size| Vec::with_capacity(size as usize)).collect();
        for unit in 0..layout.units() {
            layers[self.layer(cursor.seek(unit as u64))].push(unit as u32);
        }
        layers
    }

    /// Returns the number of units (configurations of the men) of each layer, counted without
    /// listing the units. The layer of a unit is the maximal number of quiet moves that its men and
    /// other fixed pieces can still make.
    pub fn layer_sizes(&self, kernel: &Kernel<W>, material: &Material) -> Vec<u64> {
        // The pieces of one side and kind are a group. A state encodes how many pieces of each
        // group stand on the squares so far, as the digits of one number.
        let mut groups = Vec::new();
        let mut states = 1;
        for side in Side::BOTH {
            for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::King) {
                let count = material.counts[side as usize][kind as usize] as usize;
                if count > 0 {
                    groups.push((side, kind, states, count + 1));
                    states *= count + 1;
                }
            }
        }
        // Number of ways to place pieces that lead to a state and a layer, for each state and
        // layer.
        let mut ways: Vec<Vec<u64>> = vec![Vec::new(); states];
        ways[0].push(1);
        for square in 0..kernel.squares as u8 {
            // The states are taken in descending order, so that a square takes at most one piece.
            for state in (1..states).rev() {
                for &(side, kind, one_piece, base) in &groups {
                    let has_one = state / one_piece % base > 0;
                    if !has_one || !kernel.region(side, kind).has(square) || ways[state - one_piece].is_empty() {
                        continue;
                    }
                    let steps = self.steps_to_go[side as usize][kind as usize][square as usize] as usize;
                    let (lower, higher) = ways.split_at_mut(state);
                    let (before, after) = (&lower[state - one_piece], &mut higher[0]);
                    after.resize(after.len().max(before.len() + steps), 0);
                    for (after, before) in after[steps..].iter_mut().zip(before) {
                        *after += before;
                    }
                }
            }
        }
        ways.swap_remove(states - 1)
    }

    pub fn steps_to_go(&self, side: Side, kind: Kind) -> &[u16] {
        &self.steps_to_go[side as usize][kind as usize]
    }

    fn layer(&self, setup: &Setup<W>) -> usize {
        let mut layer = 0;
        // Plain loops are used, because there are many units and iterators over two arrays at once
        // are not inlined.
        for (sets, steps) in setup.pieces.iter().zip(&self.steps_to_go) {
            for (set, steps) in sets.iter().zip(steps) {
                if !steps.is_empty() {
                    layer += set.squares().map(|square| steps[square as usize] as usize).sum::<usize>();
                }
            }
        }
        layer
    }
}

fn highest_drop<W: Bitboard>(kernel: &Kernel<W>, steps_to_go: &[[Vec<u16>; KINDS]; 2]) -> u16 {
    let mut highest = 0;
    for (side, of_side) in Side::BOTH.into_iter().zip(steps_to_go) {
        for (kind, steps) in Kind::ALL.into_iter().zip(of_side).filter(|(_, steps)| !steps.is_empty()) {
            let Some((quiet, directions)) = kernel.quiet_rule(side, kind) else { continue };
            for from in 0..kernel.squares as u8 {
                let drop = |to: u8| steps[from as usize].saturating_sub(steps[to as usize]);
                for &direction in directions {
                    let path = std::iter::successors(kernel.step(direction, from), |&at| kernel.step(direction, at));
                    // If several men in a line move together, the result is the same as if the last
                    // of them moved to the front.
                    let most = path.take(quiet.squares_max().unwrap_or(usize::MAX)).map(drop).max();
                    highest = highest.max(most.unwrap_or(0));
                }
            }
        }
    }
    highest
}

/// Returns the maximal number of quiet moves that a piece can make in a row, indexed by its square.
///
/// Returns `None` if the solver does not support the piece, because the piece slides, can return to
/// a square, or is allowed on every square. The solver needs a table order that places all other
/// pieces before the kings. Table order does not do so for a piece that is allowed on every square.
fn most_steps<W: Bitboard>(kernel: &Kernel<W>, side: Side, kind: Kind) -> Option<Vec<u16>> {
    let (quiet, directions) = kernel.quiet_rule(side, kind)?;
    let squares = kernel.squares as u8;
    let mut steps = vec![0u16; squares as usize];
    if kernel.region(side, kind) == kernel.all || quiet.is_slide() {
        return None;
    }
    if quiet.squares_max() == Some(0) {
        return Some(steps);
    }
    // The numbers grow until they are the lengths of the longest paths. If a piece can return to a
    // square, they never stop growing.
    for _ in 0..=kernel.squares {
        let longest = |square: u8| {
            let ahead = directions.iter().filter_map(|&direction| kernel.step(direction, square));
            ahead.map(|next| steps[next as usize] + 1).max().unwrap_or(0)
        };
        let grown: Vec<u16> = (0..squares).map(longest).collect();
        if grown == steps {
            return Some(steps);
        }
        steps = grown;
    }
    None
}
