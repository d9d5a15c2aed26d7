//! Pairs of king squares, reduced by symmetry.

use std::sync::LazyLock;

use crate::symmetry::Symmetry;

/// A list of pairs of king squares; no symmetry maps one listed pair to another. The pairs are
/// ordered by the square of the king of the side to move, then of the other king.
#[derive(Debug)]
pub struct KingPairs {
    pairs: Vec<[u8; 2]>,
    /// For every two king squares, the listed pair to which a symmetry maps them. The index is 64
    /// times the square of the king of the side to move, plus the square of the other king.
    listed: Vec<ListedPair>,
}

/// Result of looking up two king squares: the index of a listed pair, and the symmetry that maps
/// the two squares to this pair. From the lowest bit: 11 bits, the index of the pair; 3 bits, the
/// symmetry; 1 bit, set when another symmetry gives the same pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedPair(u16);

impl ListedPair {
    const PAIR_BITS: u32 = 11;
    const SYMMETRY_BITS: u32 = 3;
    /// Placeholder for two king squares that touch or are equal, for which no pair is listed.
    const NONE: ListedPair = ListedPair(u16::MAX);

    fn new(pair: usize, symmetry: Symmetry, is_twofold: bool) -> ListedPair {
        let above_pair = symmetry.number() as u16 | (is_twofold as u16) << Self::SYMMETRY_BITS;
        ListedPair(pair as u16 | above_pair << Self::PAIR_BITS)
    }

    /// Returns the index of the listed pair in [`KingPairs::pairs`].
    #[inline(always)]
    pub fn pair(self) -> usize {
        usize::from(self.0 & ((1 << Self::PAIR_BITS) - 1))
    }

    /// Returns the symmetry that maps the king squares to the listed pair.
    #[inline(always)]
    pub fn symmetry(self) -> Symmetry {
        Symmetry::numbered((self.0 >> Self::PAIR_BITS) as u8)
    }

    /// Returns true when [`Self::symmetry`] followed by the exchange of files and ranks also maps
    /// the king squares to the listed pair.
    #[inline(always)]
    pub fn is_twofold(self) -> bool {
        self.0 >> (Self::PAIR_BITS + Self::SYMMETRY_BITS) != 0
    }
}

impl KingPairs {
    /// Returns the 462 pairs of king squares for slices without pawns. The king of the side to move
    /// is in the triangle with the corners a1, d1 and d4. If this king is on the diagonal a1-h8,
    /// the other king is on or below the diagonal.
    pub fn without_pawns() -> &'static KingPairs {
        static PAIRS: LazyLock<KingPairs> = LazyLock::new(|| {
            KingPairs::of(&Symmetry::all().collect::<Vec<_>>(), |[own, other]| {
                let is_on_diagonal = own / 8 == own % 8;
                Symmetry::into_triangle(own) == Symmetry::NONE && !(is_on_diagonal && other / 8 > other % 8)
            })
        });
        &PAIRS
    }

    /// Returns the 1806 pairs of king squares for slices with pawns: the king of the side to move
    /// is on files a to d.
    pub fn with_pawns() -> &'static KingPairs {
        static PAIRS: LazyLock<KingPairs> =
            LazyLock::new(|| KingPairs::of(&[Symmetry::NONE, Symmetry::FLIP_FILES], |[own, _]| own % 8 < 4));
        &PAIRS
    }

    fn of(symmetries: &[Symmetry], is_listed: impl Fn([u8; 2]) -> bool) -> KingPairs {
        let all = || (0..64).flat_map(|own| (0..64).map(move |other| [own, other]));
        let pairs: Vec<[u8; 2]> = all().filter(|&pair| !touch(pair) && is_listed(pair)).collect();
        let listed = |pair: [u8; 2]| {
            let by = |&symmetry: &Symmetry| {
                let number = pairs.binary_search(&pair.map(|square| symmetry.square(square))).ok()?;
                Some((number, symmetry))
            };
            let mut ways = symmetries.iter().filter_map(by);
            ways.next()
                .map_or(ListedPair::NONE, |(number, symmetry)| ListedPair::new(number, symmetry, ways.next().is_some()))
        };
        let listed = all().map(listed).collect();
        KingPairs { pairs, listed }
    }

    /// Returns the list of pairs. A pair is the square of the king of the side to move, then the
    /// square of the other king.
    #[inline(always)]
    pub fn pairs(&self) -> &[[u8; 2]] {
        &self.pairs
    }

    /// Looks up two king squares. Returns the listed pair to which a symmetry maps them, and this
    /// symmetry; `None` when the kings touch.
    #[inline(always)]
    pub fn listed(&self, [own, other]: [u8; 2]) -> Option<ListedPair> {
        let listed = self.listed[usize::from(own % 64) * 64 + usize::from(other % 64)];
        (listed != ListedPair::NONE).then_some(listed)
    }
}

/// Returns true when two kings are on neighbouring squares, or on the same one.
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
        let listed = |pair| {
            KingPairs::without_pawns()
                .listed(pair)
                .map(|listed| (listed.pair(), listed.symmetry(), listed.is_twofold()))
        };
        assert_eq!(listed([0, 2]), Some((0, Symmetry::NONE, false)));
        assert_eq!(listed([0, 16]), Some((0, Symmetry::NONE.and_diagonal(), false)));
        assert_eq!(listed([0, 18]), Some((12, Symmetry::NONE, true)));
        assert_eq!(KingPairs::with_pawns().listed([0, 1]), None);
    }

    #[test]
    fn ways_lead_to_their_pairs() {
        for (kings, has_pawns) in [(KingPairs::without_pawns(), false), (KingPairs::with_pawns(), true)] {
            for pair in (0..64).flat_map(|own| (0..64).map(move |other| [own, other])) {
                let Some(listed) = kings.listed(pair) else {
                    assert!(touch(pair));
                    continue;
                };
                let other = listed.symmetry().and_diagonal();
                let by = |symmetry: Symmetry| pair.map(|square| symmetry.square(square));
                assert_eq!(by(listed.symmetry()), kings.pairs()[listed.pair()], "{pair:?}");
                assert_eq!(!has_pawns && by(other) == by(listed.symmetry()), listed.is_twofold(), "{pair:?}");
            }
        }
    }
}
