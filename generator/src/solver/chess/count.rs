//! Counts positions as published statistics do: symmetric positions count once, and positions that
//! differ by an exchange of like pieces count separately.

use peatee_chess::{Army, Kind, Slice};
use serde::Serialize;

use super::words::placement_view::PlacementView;
use super::words::solved::{BySide, RuleScope, SolvedSet};

use crate::parallel;

/// Numbers of positions with each outcome for the side to move, under the 50-move rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Counts {
    pub wins: u64,
    pub cursed_wins: u64,
    pub draws: u64,
    pub blessed_losses: u64,
    pub losses: u64,
}

impl Counts {
    pub fn by_outcome(&self) -> [u64; 5] {
        [self.wins, self.cursed_wins, self.draws, self.blessed_losses, self.losses]
    }
}

/// Squares of the diagonal a1 to h8. Without pawns, a position and its mirror image at this
/// diagonal are equivalent.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

impl SolvedSet {
    pub fn counts(&self) -> BySide<Counts> {
        let orders = orders(self.layout.material);
        let placements = 0..self.layout.placements.len();
        let twice = parallel::map(placements, &|placement| self.twice_counts(placement)).into_iter();
        let all = twice.fold(<[Counts; 2]>::default(), |one, other| [0, 1].map(|side| one[side].plus(other[side])));
        all.map(|twice| twice.each(|count| count * orders / 2))
    }

    /// Returns twice the number of positions with each outcome in one arrangement of the pawns. A
    /// position counts as one half if its mirror image is stored too; doubling keeps the numbers
    /// whole. Positions that differ by an exchange of like pieces count once.
    fn twice_counts(&self, placement: usize) -> BySide<Counts> {
        let view = PlacementView { layout: &self.layout, placement };
        let words = &self.words[placement];
        let [number, mirrored] = self.layout.placements[placement].numbers;
        let mut counts = [Counts::default(); 2];
        for row in (0..self.layout.rows).filter_map(|row| view.row(row)) {
            let twice = |word: u64| {
                let all = u64::from(word.count_ones());
                if self.layout.pawns > 0 {
                    // A placement with pawns also stands for its mirror image, which has other
                    // positions unless the pawns are symmetrical.
                    return if number == mirrored { all } else { 2 * all };
                }
                if !row.king.is_multiple_of(9) {
                    return 2 * all;
                }
                // The rows hold both a position and its mirror image at the diagonal. If all men
                // stand on the diagonal, both are the same position, which counts once.
                let is_one = row.occupied & !DIAGONAL == 0;
                all + if is_one { u64::from((word & DIAGONAL).count_ones()) } else { 0 }
            };
            for (color, counts) in counts.iter_mut().enumerate() {
                let within = words.outcome(color, row.number, RuleScope::WithinRule);
                let without = words.outcome(color, row.number, RuleScope::WithoutRule);
                *counts = counts.plus(Counts {
                    wins: twice(within.won),
                    cursed_wins: twice(without.won & !within.won),
                    draws: twice(without.legal & !without.won & !without.lost),
                    blessed_losses: twice(without.lost & !within.lost),
                    losses: twice(within.lost),
                });
            }
        }
        counts
    }
}

impl Counts {
    fn plus(self, other: Counts) -> Counts {
        Counts {
            wins: self.wins + other.wins,
            cursed_wins: self.cursed_wins + other.cursed_wins,
            draws: self.draws + other.draws,
            blessed_losses: self.blessed_losses + other.blessed_losses,
            losses: self.losses + other.losses,
        }
    }

    fn each(self, make: impl Fn(u64) -> u64) -> Counts {
        Counts {
            wins: make(self.wins),
            cursed_wins: make(self.cursed_wins),
            draws: make(self.draws),
            blessed_losses: make(self.blessed_losses),
            losses: make(self.losses),
        }
    }
}

/// Returns the number of ways in which like pieces can exchange their squares: the product of the
/// factorials of their numbers.
fn orders(material: Slice) -> u64 {
    let of_army = |army: Army| Kind::ALL.map(|kind| (1..=u64::from(army.count(kind))).product::<u64>());
    material.sides().into_iter().flat_map(of_army).product()
}
