//! What this solver needs of the rules, and the games it can do.
//!
//! It does games with kings that can stand everywhere and step or slide there and back, and whose
//! other pieces never return to a square by quiet moves. So it leaves Turkish and Gothic draughts,
//! whose men step sideways, and games without kings to the plain solver. It asks the rule table,
//! never the name of a variant.

use peatee_rules::variant::Quiet;
use peatee_rules::{Bitboard, KINDS, Kernel, Kind, Setup, Side};

use super::iterate::fills::KingFills;
use super::layout::units::Layout;

/// The quiet moves of a game, as this solver takes them.
#[derive(Debug)]
pub struct MoveRules<W> {
    /// The quiet moves of kings, by side.
    pub fills: [KingFills<W>; 2],
    /// By side, kind and square: the most quiet moves that a fixed piece can make from there.
    steps_to_go: [[Vec<u16>; KINDS]; 2],
}

impl<W: Bitboard> MoveRules<W> {
    /// Reads the rule table; `None` for a game that this solver cannot do.
    pub fn new(kernel: &Kernel<W>) -> Option<Self> {
        let [white, black] = Side::BOTH.map(|side| KingFills::new(kernel, side));
        let mut steps_to_go: [[Vec<u16>; KINDS]; 2] = Default::default();
        for side in Side::BOTH {
            for &kind in kernel.kinds().iter().filter(|&&kind| kind != Kind::King) {
                steps_to_go[side as usize][kind as usize] = most_steps(kernel, side, kind)?;
            }
        }
        Some(MoveRules { fills: [white?, black?], steps_to_go })
    }

    /// The units by layer, lowest first. The layer of a unit is the number of quiet moves that its
    /// fixed pieces can still make at most: each of these moves leads to a lower layer.
    pub fn layers(&self, layout: &Layout<W>) -> Vec<Vec<u32>> {
        let Some(mut cursor) = layout.fixed_cursor() else { return vec![vec![0]] };
        let mut layers: Vec<Vec<u32>> = Vec::new();
        for unit in 0..layout.units() {
            let layer = self.layer(cursor.seek(unit as u64));
            if layers.len() <= layer {
                layers.resize_with(layer + 1, Vec::new);
            }
            layers[layer].push(unit as u32);
        }
        layers
    }

    fn layer(&self, setup: &Setup<W>) -> usize {
        let mut layer = 0;
        // Plain loops: there are many units, and iterators over two arrays at once are not inlined.
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

/// By square: the most quiet moves that a piece can make. `None` when it may walk in circles, or
/// when it may stand everywhere: table order then does not place it before the kings.
fn most_steps<W: Bitboard>(kernel: &Kernel<W>, side: Side, kind: Kind) -> Option<Vec<u16>> {
    let (quiet, directions) = kernel.quiet_rule(side, kind)?;
    let squares = kernel.squares as u8;
    let mut steps = vec![0u16; squares as usize];
    if kernel.region(side, kind) == kernel.all || quiet == Quiet::Slide {
        return None;
    }
    if quiet == Quiet::None {
        return Some(steps);
    }
    // The numbers grow until they are the lengths of the longest ways; a circle would make them
    // grow for ever.
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
