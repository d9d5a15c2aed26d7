//! Material: the number of pieces of each side and kind.

use crate::bitboard::Bitboard;
use crate::piece::{KINDS, Kind, Side};
use crate::position::Setup;

/// Number of pieces of each side and kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Material {
    /// Number of pieces of each side and kind: `counts[side][kind]`.
    pub counts: [[u8; KINDS]; 2],
}

impl Material {
    /// Returns the material of a position.
    #[inline(always)]
    pub fn of<W: Bitboard>(setup: &Setup<W>) -> Material {
        let mut material = Material::default();
        for side in Side::BOTH {
            for kind in 0..KINDS {
                material.counts[side as usize][kind] = setup.pieces[side as usize][kind].count() as u8;
            }
        }
        material
    }

    /// Returns the number of pieces of `side`, at most 255, even for impossible positions with
    /// more.
    #[inline]
    pub fn of_side(&self, side: Side) -> u8 {
        self.counts[side as usize].iter().fold(0, |pieces, &count| pieces.saturating_add(count))
    }

    /// Returns the number of pieces of both sides together.
    #[inline]
    pub fn pieces(&self) -> u8 {
        self.of_side(Side::White).saturating_add(self.of_side(Side::Black))
    }

    /// Returns the material with the colours swapped.
    pub fn swapped(self) -> Material {
        let [white, black] = self.counts;
        Material { counts: [black, white] }
    }

    /// Returns true when one side has no pieces.
    pub fn is_bare(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.of_side(side) == 0)
    }

    /// Returns true when `side` has one king and nothing else.
    pub fn is_lone_king(&self, side: Side) -> bool {
        self.of_side(side) == 1 && self.counts[side as usize][Kind::King as usize] == 1
    }

    /// Returns the side with more pieces; `None` when both have equally many.
    pub fn stronger(&self) -> Option<Side> {
        match self.of_side(Side::White).cmp(&self.of_side(Side::Black)) {
            std::cmp::Ordering::Greater => Some(Side::White),
            std::cmp::Ordering::Less => Some(Side::Black),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Returns the pieces of `side` as letters, kings first: `KKM`.
    pub fn letters(&self, side: Side) -> String {
        const ORDER: [Kind; KINDS] = [Kind::King, Kind::Man, Kind::Parachutist];
        ORDER
            .into_iter()
            .flat_map(|kind| std::iter::repeat_n(kind.letter(), self.counts[side as usize][kind as usize] as usize))
            .collect()
    }
}
