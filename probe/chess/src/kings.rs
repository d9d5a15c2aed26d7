//! Where the two kings stand, with symmetries taken out.

use std::sync::LazyLock;

use crate::symmetry::Symmetry;

/// The ways in which two kings can stand that no symmetry turns into each other, numbered in order
/// of the square of the king of the side to move, then of the other king.
#[derive(Debug)]
pub struct KingPairs {
    pairs: Vec<[u8; 2]>,
    /// The number of each pair, by the first square times 64 plus the second.
    numbers: Vec<u16>,
}

/// The number of pairs that are not in the list.
const NO_PAIR: u16 = u16::MAX;

impl KingPairs {
    /// Without pawns: the first king in the triangle a1, d1, d4, and where it stands on the
    /// diagonal a1-h8 the other king on or below it. 462 pairs.
    pub fn without_pawns() -> &'static KingPairs {
        static PAIRS: LazyLock<KingPairs> = LazyLock::new(|| {
            KingPairs::of(|[own, other]| {
                let is_on_diagonal = own / 8 == own % 8;
                Symmetry::into_triangle(own) == Symmetry::NONE && !(is_on_diagonal && other / 8 > other % 8)
            })
        });
        &PAIRS
    }

    /// With pawns: the first king on files a to d. 1806 pairs.
    pub fn with_pawns() -> &'static KingPairs {
        static PAIRS: LazyLock<KingPairs> = LazyLock::new(|| KingPairs::of(|[own, _]| own % 8 < 4));
        &PAIRS
    }

    fn of(is_listed: impl Fn([u8; 2]) -> bool) -> KingPairs {
        let mut all = KingPairs { pairs: Vec::new(), numbers: vec![NO_PAIR; 64 * 64] };
        for pair in (0..64).flat_map(|own| (0..64).map(move |other| [own, other])) {
            if !touch(pair) && is_listed(pair) {
                all.numbers[usize::from(pair[0]) * 64 + usize::from(pair[1])] = all.pairs.len() as u16;
                all.pairs.push(pair);
            }
        }
        all
    }

    /// The pairs by number: the king of the side to move, the other king.
    #[inline(always)]
    pub fn pairs(&self) -> &[[u8; 2]] {
        &self.pairs
    }

    /// The number of a pair, if it is listed.
    #[inline(always)]
    pub fn number(&self, [own, other]: [u8; 2]) -> Option<u64> {
        let number = self.numbers[usize::from(own) * 64 + usize::from(other)];
        (number != NO_PAIR).then_some(number.into())
    }
}

/// Whether two kings stand on neighbouring squares, or on the same.
pub(crate) fn touch([one, other]: [u8; 2]) -> bool {
    (one % 8).abs_diff(other % 8) <= 1 && (one / 8).abs_diff(other / 8) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_those_known() {
        assert_eq!(KingPairs::without_pawns().pairs().len(), 462);
        assert_eq!(KingPairs::with_pawns().pairs().len(), 1806);
        assert_eq!(KingPairs::without_pawns().number([0, 2]), Some(0));
        assert_eq!(KingPairs::without_pawns().number([0, 16]), None);
        assert_eq!(KingPairs::with_pawns().number([0, 1]), None);
    }
}
