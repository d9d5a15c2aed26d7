//! Tests whether the pieces on the board belong to the material class of a count.

use super::columns::{Army, MaterialClass};
use crate::material::Material;
use crate::piece::{Kind, Side};

impl Army {
    /// Returns the men and kings of `side`; `None` if it has other pieces.
    fn of(material: &Material, side: Side) -> Option<Army> {
        let [men, kings, others] = material.counts[side as usize];
        (others == 0).then_some(Army { men, kings })
    }

    const fn pieces(self) -> u8 {
        self.men + self.kings
    }

    /// Returns true when captures and promotions can turn the pieces `before` into the pieces
    /// `self`.
    const fn can_come_from(self, before: Army) -> bool {
        self.men <= before.men && self.pieces() <= before.pieces()
    }
}

impl MaterialClass {
    /// Returns true when the pieces `material` belong to this class.
    pub fn contains(&self, material: &Material) -> bool {
        let kings = |side: Side| material.counts[side as usize][Kind::King as usize];
        match *self {
            MaterialClass::Any => true,
            MaterialClass::LoneKing(armies) => holds(material, |army| armies.contains(&army)),
            MaterialClass::KingsAgainstKing { least } => holds(material, |army| army.men == 0 && army.kings >= least),
            MaterialClass::KingsOnBothSides { least, most, most_of_side, but } => {
                (least..=most).contains(&material.pieces())
                    && Side::BOTH.into_iter().all(|side| kings(side) > 0 && material.of_side(side) <= most_of_side)
                    && !holds(material, |army| but.contains(&army))
            }
            MaterialClass::Pairs(pairs) => {
                let armies = Side::BOTH.map(|side| Army::of(material, side));
                let is_pair = |&[one, other]: &[Army; 2]| {
                    armies == [Some(one), Some(other)] || armies == [Some(other), Some(one)]
                };
                pairs.iter().any(is_pair)
            }
        }
    }

    /// Returns true when `material` can arise from material of this class by captures and
    /// promotions, while the lone king stays on the board. Used for a count that continues after
    /// the material has left the class.
    pub fn can_lead_to(&self, material: &Material) -> bool {
        match self {
            MaterialClass::LoneKing(armies) => {
                holds(material, |army| armies.iter().any(|&before| army.can_come_from(before)))
            }
            MaterialClass::KingsAgainstKing { .. } => holds(material, |army| army.men == 0),
            other => other.contains(material),
        }
    }

    /// Returns the sides that may be the stronger side. `material` must belong to the class, or
    /// arise from material of the class by captures and promotions; otherwise no side is returned.
    /// Both sides are returned only for king against king.
    pub fn strong_sides(&self, material: &Material) -> impl Iterator<Item = Side> {
        let is_rest = move |army: Army| match self {
            MaterialClass::LoneKing(armies) => armies.iter().any(|&before| army.can_come_from(before)),
            MaterialClass::KingsAgainstKing { .. } => army.men == 0,
            MaterialClass::Any | MaterialClass::KingsOnBothSides { .. } | MaterialClass::Pairs(_) => false,
        };
        let faces_lone_king = |side: Side| material.is_lone_king(side.other()) || material.of_side(side.other()) == 0;
        Side::BOTH
            .into_iter()
            .filter(move |&side| faces_lone_king(side) && Army::of(material, side).is_some_and(is_rest))
    }

    /// Returns true when the class contains material with one piece against a lone king. With such
    /// material, neither side is stronger.
    pub fn may_be_even(&self) -> bool {
        matches!(self, MaterialClass::LoneKing(armies) if armies.iter().any(|army| army.pieces() == 1))
    }

    /// Returns true when moves may lead from a position with the pieces `material` to a position
    /// with material of this class.
    pub fn can_arise_from(&self, material: &Material) -> bool {
        let has_least = |side: Side, least: u8| material.of_side(side) >= least && material.of_side(side.other()) > 0;
        match *self {
            MaterialClass::Any => true,
            MaterialClass::LoneKing(armies) => Side::BOTH.into_iter().any(|side| {
                let men = material.counts[side as usize][Kind::Man as usize];
                armies.iter().any(|army| men >= army.men && has_least(side, army.pieces()))
            }),
            MaterialClass::KingsAgainstKing { least } => Side::BOTH.into_iter().any(|side| has_least(side, least)),
            MaterialClass::KingsOnBothSides { least, .. } => material.pieces() >= least,
            MaterialClass::Pairs(pairs) => pairs.iter().flatten().any(|army| material.pieces() > army.pieces()),
        }
    }
}

/// Returns true when one side has a lone king and `fits` is true for the men and kings of the other
/// side.
fn holds(material: &Material, fits: impl Fn(Army) -> bool) -> bool {
    let faces = |side: Side| material.is_lone_king(side.other()) && Army::of(material, side).is_some_and(&fits);
    Side::BOTH.into_iter().any(faces)
}
