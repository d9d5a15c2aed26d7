//! Numbers the positions of one material. Some numbers have no legal position, because placements
//! of two pieces on one square also have numbers.

use peatee_rules::{Bitboard, Kind, Material, Setup, Side};

/// Numbering of all combinations of placements. The pieces of each side and kind are placed
/// independently of the others.
#[derive(Debug)]
pub struct Numbering {
    /// Side, kind, number of pieces, and number of placements of each group of pieces.
    groups: Vec<(Side, Kind, u32, u32)>,
    /// Binomial coefficients, as `choose[n][k]`.
    choose: Vec<Vec<u32>>,
    /// Number of position numbers. All numbers are smaller.
    pub size: u32,
}

impl Numbering {
    /// Creates the numbering of `material` on a board of `squares` squares. If one side has no
    /// pieces, the game is over, and all positions have the number 0.
    pub fn new(squares: u32, material: &Material) -> Self {
        let choose = pascal(squares as usize);
        let mut groups = Vec::new();
        let mut size = 1u32;
        for (side, kind) in Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| (side, kind))) {
            let count = material.counts[side as usize][kind as usize] as u32;
            if count > 0 && !material.is_bare() {
                let ways = choose[squares as usize][count as usize];
                groups.push((side, kind, count, ways));
                size = size.checked_mul(ways).expect("few pieces");
            }
        }
        Numbering { groups, choose, size }
    }

    pub fn rank<W: Bitboard>(&self, setup: &Setup<W>) -> u32 {
        self.groups.iter().fold(0, |number, &(side, kind, _, ways)| {
            let squares = setup.get(side, kind).squares().zip(1..);
            number * ways + squares.map(|(square, k)| self.choose[square as usize][k]).sum::<u32>()
        })
    }

    pub fn unrank<W: Bitboard>(&self, mut number: u32) -> Setup<W> {
        let mut setup = Setup::default();
        for &(side, kind, count, ways) in self.groups.iter().rev() {
            let mut rest = number % ways;
            number /= ways;
            for k in (1..=count as usize).rev() {
                let square = (0..self.choose.len()).rev().find(|&n| self.choose[n][k] <= rest).unwrap_or(0);
                rest -= self.choose[square][k];
                setup.pieces[side as usize][kind as usize] |= W::bit(square as u8);
            }
        }
        setup
    }
}

fn pascal(squares: usize) -> Vec<Vec<u32>> {
    let most_alike = 5;
    let mut rows = vec![vec![0; most_alike]; squares + 1];
    for n in 0..=squares {
        rows[n][0] = 1;
        for k in 1..most_alike {
            rows[n][k] = if n == 0 { 0 } else { rows[n - 1][k - 1] + rows[n - 1][k] };
        }
    }
    rows
}
