//! Placements of so many kings on the whole board, numbered in colexicographic order.
//!
//! Squares that are taken by men are not left out: the same kings have the same number whatever the men, so that a move
//! of a man is an operation between words of the same number.

use peatee_rules::Word;
use peatee_table::index::{binomial, unrank_subset};

use super::slides::Slides;

/// The most kings that are numbered together.
pub const MAX_KINGS: usize = 7;
/// The number of ways to choose `k` of `n`.
#[inline(always)]
pub fn choose(n: usize, k: usize) -> usize {
    binomial(n, k) as usize
}

/// The number of a placement.
#[inline(always)]
pub fn number_of<W: Word>(set: W) -> usize {
    (1..).zip(set.squares()).map(|(k, square)| choose(square as usize, k)).sum()
}

/// The placement of `count` kings with that number.
pub fn placement<W: Word>(number: usize, count: usize) -> W {
    unrank_subset(number as u64, count as u8, !W::EMPTY)
}

/// All placements of `count` kings, in order.
pub fn all_placements<W: Word>(squares: u32, count: usize) -> Vec<W> {
    (0..choose(squares as usize, count)).map(|number| placement(number, count)).collect()
}

/// Numbers of placements that hold some squares and one more.
#[derive(Debug, Clone, Copy)]
pub struct OneMore {
    squares: [u8; MAX_KINGS],
    count: usize,
    /// By how many of the squares are below the new one: what the old squares add to the number.
    of_old: [usize; MAX_KINGS + 1],
}

impl OneMore {
    /// The numbers of `set` and one square more.
    #[inline(always)]
    pub fn than<W: Word>(set: W) -> Self {
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

    /// The number with `square` added.
    #[inline(always)]
    pub fn with(&self, square: u8) -> usize {
        let below: usize = self.squares[..self.count].iter().map(|&other| (other < square) as usize).sum();
        self.of_old[below] + choose(square as usize, below + 1)
    }
}

/// Moves from placement to placement with the men where they stand.
#[derive(Debug, Default)]
pub struct Moves<W> {
    /// By placement: where its moves start in `list`; one more entry at the end.
    starts: Vec<u32>,
    list: Vec<(u32, W)>,
}

impl<W: Word> Moves<W> {
    /// Works them out anew. Placements on squares of `men` have none.
    pub fn fill(&mut self, placements: &[W], slides: &Slides<W>, men: W) {
        self.starts.clear();
        self.list.clear();
        for &set in placements {
            self.starts.push(self.list.len() as u32);
            if !(set & men).is_empty() {
                continue;
            }
            for from in set.squares() {
                let others = set & !W::bit(from);
                let numbers = OneMore::than(others);
                let list = &mut self.list;
                slides.moves(from, men | others, |to, path| list.push((numbers.with(to) as u32, path)));
            }
        }
        self.starts.push(self.list.len() as u32);
    }

    /// The moves from a placement: where to, and the squares touched on the way, the last one included.
    #[inline(always)]
    pub fn of(&self, number: usize) -> &[(u32, W)] {
        &self.list[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_placements_match() {
        for count in 0..=3 {
            for (number, &set) in all_placements::<u64>(32, count).iter().enumerate() {
                assert_eq!((set.count() as usize, number_of(set)), (count, number));
                let more = OneMore::than(set);
                for square in (u64::first_n(32) & !set).squares() {
                    assert_eq!(more.with(square), number_of(set | u64::bit(square)));
                }
            }
        }
        assert_eq!(placement::<u128>(choose(72, 7) - 1, 7), u128::first_n(72) & !u128::first_n(65));
    }
}
