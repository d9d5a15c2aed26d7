//! The features of a position on which counts depend.

use crate::bitboard::Bitboard;
use crate::material::Material;
use crate::piece::{KINDS, Kind, Side};
use crate::position::Position;

/// The features of a position on which counts depend: material and pieces on the main road (the
/// long diagonal).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Situation {
    /// The material.
    pub material: Material,
    /// Number of kings on the main road (the long diagonal), by side.
    pub road_kings: [u8; 2],
    /// Number of pieces of both sides on the main road (the long diagonal).
    pub road_pieces: u8,
}

/// Creates a situation without pieces on the main road (the long diagonal), for rule codes in which
/// no count depends on that road.
impl From<Material> for Situation {
    fn from(material: Material) -> Situation {
        Situation { material, ..Situation::default() }
    }
}

impl Situation {
    /// A situation with no material and an empty main road, for rule codes whose counts apply to
    /// every material ([`MaterialClass::Any`](super::code::MaterialClass::Any)).
    pub const NOTHING: Situation =
        Situation { material: Material { counts: [[0; KINDS]; 2] }, road_kings: [0; 2], road_pieces: 0 };

    pub(super) fn of(position: &Position, road: u128) -> Situation {
        let setup = &position.setup;
        let mut situation = Situation::from(Material::of(setup));
        if road != 0 {
            situation.road_kings = Side::BOTH.map(|side| (setup.get(side, Kind::King) & road).count() as u8);
            situation.road_pieces = (setup.occupied() & road).count() as u8;
        }
        situation
    }

    /// Returns true when the only piece of one side is a king on the main road. If `shared` is
    /// false, also requires that no other piece stands on the road.
    pub(super) fn has_lone_king_on_road(&self, shared: bool) -> bool {
        let is_on_road = |side: Side| self.material.is_lone_king(side) && self.road_kings[side as usize] == 1;
        (shared || self.road_pieces == 1) && Side::BOTH.into_iter().any(is_on_road)
    }

    pub(super) fn has_strong_king_on_road(&self) -> bool {
        self.material.stronger().is_some_and(|side| self.road_kings[side as usize] > 0)
    }
}
