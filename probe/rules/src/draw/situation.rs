//! What of a position the counts look at.

use crate::bitboard::Bitboard;
use crate::material::Material;
use crate::piece::{Kind, Side};
use crate::position::Position;

/// What of a position the counts look at: its material, and who stands on the main road.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Situation {
    /// The material.
    pub material: Material,
    /// How many kings of each side stand on the main road.
    pub road_kings: [u8; 2],
    /// How many pieces of both sides stand on it.
    pub road_pieces: u8,
}

/// A situation with nothing on the main road: for codes that do not ask for it.
impl From<Material> for Situation {
    fn from(material: Material) -> Situation {
        Situation { material, ..Situation::default() }
    }
}

impl Situation {
    /// The situation of a position whose main road has these squares.
    pub(super) fn of(position: &Position, road: u128) -> Situation {
        let setup = &position.setup;
        let mut situation = Situation::from(Material::of(setup));
        if road != 0 {
            situation.road_kings = Side::BOTH.map(|side| (setup.get(side, Kind::King) & road).count() as u8);
            situation.road_pieces = (setup.occupied() & road).count() as u8;
        }
        situation
    }

    /// The only piece of one side is a king that stands on the main road. Unless the road is
    /// `shared`, nothing else does.
    pub(super) fn has_lone_king_on_road(&self, shared: bool) -> bool {
        let is_on_road = |side: Side| self.material.is_lone_king(side) && self.road_kings[side as usize] == 1;
        (shared || self.road_pieces == 1) && Side::BOTH.into_iter().any(is_on_road)
    }

    /// The side with more pieces has a king on the main road.
    pub(super) fn has_strong_king_on_road(&self) -> bool {
        self.material.stronger().is_some_and(|side| self.road_kings[side as usize] > 0)
    }
}
