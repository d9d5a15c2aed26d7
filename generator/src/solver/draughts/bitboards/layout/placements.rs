//! Numbers the placements of kings on the whole board in colexicographic order (the combinatorial
//! number system, <https://en.wikipedia.org/wiki/Combinatorial_number_system>).
//!
//! Kings are also placed on squares where fixed pieces stand. The same kings therefore have the
//! same number in every unit, and a move of a fixed piece leads to the same row and column of
//! another unit.

use peatee_rules::Bitboard;
use peatee_table::index::{binomial, unrank_subset};

pub const MAX_KINGS: usize = 7;

#[inline(always)]
pub fn choose(n: usize, k: usize) -> usize {
    binomial(n, k) as usize
}

/// Returns the index of the placement of kings on the squares `set`, among all placements of the
/// same number of kings.
#[inline(always)]
pub fn number_of<W: Bitboard>(set: W) -> usize {
    (1..).zip(set.squares()).map(|(k, square)| choose(square as usize, k)).sum()
}

/// Returns the placement of `count` kings whose index is `number`.
pub fn placement<W: Bitboard>(number: usize, count: usize) -> W {
    unrank_subset(number as u64, count as u8, !W::EMPTY)
}

pub fn all_placements<W: Bitboard>(squares: u32, count: usize) -> Vec<W> {
    (0..choose(squares as usize, count)).map(|number| placement(number, count)).collect()
}

/// Computes the indices of the placements that consist of a given set of kings and one more king.
#[derive(Debug, Clone, Copy)]
pub struct OneMore {
    squares: [u8; MAX_KINGS],
    count: usize,
    /// Amount that the given kings contribute to the index of a placement. Item `n` is for a new
    /// king that has `n` of the given kings below it.
    of_old: [usize; MAX_KINGS + 1],
}

impl OneMore {
    #[inline(always)]
    pub fn than<W: Bitboard>(set: W) -> Self {
        let mut squares = [u8::MAX; MAX_KINGS];
        let mut count = 0;
        for square in set.squares() {
            squares[count] = square;
            count += 1;
        }
        let mut of_old = [0; MAX_KINGS + 1];
        let above: usize = (0..count).map(|i| choose(squares[i] as usize, i + 2)).sum();
        of_old[0] = above;
        for i in 0..count {
            let square = squares[i] as usize;
            of_old[i + 1] = of_old[i] + choose(square, i + 1) - choose(square, i + 2);
        }
        OneMore { squares, count, of_old }
    }

    /// Returns the index of the placement of the given kings and a king on `square`.
    #[inline(always)]
    pub fn with(&self, square: u8) -> usize {
        let below: usize = self.squares[..self.count].iter().map(|&other| (other < square) as usize).sum();
        self.of_old[below] + choose(square as usize, below + 1)
    }
}
