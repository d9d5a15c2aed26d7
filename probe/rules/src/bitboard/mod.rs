//! Sets of squares in machine words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use bytemuck::Pod;

mod parallel;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// A set of squares in one machine word: bit *n* is the square of index *n*.
///
/// Boards of up to 32 squares use `u32`, boards of up to 64 `u64`, larger ones (12x12 has 72)
/// `u128`. All performance-critical functions are generic over this trait, so that small boards use
/// small words.
///
/// The trait is sealed: only `u32`, `u64` and `u128` implement it. Words are plain data (`Pod`), so
/// slices of words can be read from files and written to files.
pub trait Bitboard:
    sealed::Sealed
    + Pod
    + Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// The empty set.
    const EMPTY: Self;

    /// Returns the set that contains only the square `index`.
    fn bit(index: u8) -> Self;
    /// Returns the set of all squares with an index below `index`.
    fn below(index: u8) -> Self;
    /// Returns the set of the first `n` squares.
    fn first_n(n: u32) -> Self;
    /// Returns the number of squares in the set.
    fn count(self) -> u32;
    /// Returns the lowest index in the set, which must not be empty.
    fn lowest(self) -> u8;
    /// Returns the highest index in the set, which must not be empty.
    fn highest(self) -> u8;
    /// Returns the set without its lowest index.
    fn without_lowest(self) -> Self;
    /// Returns all squares up to and including the lowest index in the set; all squares when the
    /// set is empty.
    fn up_to_lowest(self) -> Self;
    /// Returns the set that contains only the lowest square of this set; the empty set when this
    /// set is empty.
    fn lowest_only(self) -> Self;
    /// Returns the set after a half turn of a board of `n` squares: index `i` becomes `n - 1 - i`.
    fn reversed(self, n: u32) -> Self;
    /// Reverses the set like [`reversed`](Self::reversed), but without a branch for the empty set,
    /// so that the compiler can reverse several sets with vector instructions. `n` must not be 0.
    fn reversed_branchless(self, n: u32) -> Self;
    /// Adds `by` to every index; `by` must be less than the number of bits of the word. Indices
    /// that do not fit in the word are dropped.
    fn shl(self, by: u32) -> Self;
    /// Subtracts `by` from every index; `by` must be less than the number of bits of the word.
    /// Indices below `by` are dropped.
    fn shr(self, by: u32) -> Self;
    /// Returns the index of the square that has exactly `n` squares of the set below it. The set
    /// must have more than `n` squares.
    fn nth(self, n: u32) -> u8;
    /// Gathers the bits of the set at the squares of `within` into the lowest bits, in order.
    fn pext(self, within: Self) -> Self;
    /// Scatters the lowest bits of the set to the squares of `within`, in order: the inverse of
    /// [`pext`](Self::pext).
    fn pdep(self, within: Self) -> Self;
    /// Returns the set as a 128-bit word.
    fn widen(self) -> u128;
    /// Converts a set in a 128-bit word to this word type. Squares that do not fit are dropped.
    fn narrow(wide: u128) -> Self;

    /// Returns true when the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Returns true when square `index` is in the set.
    #[inline(always)]
    fn has(self, index: u8) -> bool {
        !(self & Self::bit(index)).is_empty()
    }
    /// Returns the indices in the set, lowest first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterator over the indices of a [`Bitboard`], lowest first.
#[derive(Debug, Clone)]
pub struct Squares<W>(W);

impl<W: Bitboard> Iterator for Squares<W> {
    type Item = u8;
    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }
}

macro_rules! bitboard {
    ($t:ty, $pext:ident, $pdep:ident) => {
        impl Bitboard for $t {
            const EMPTY: Self = 0;
            #[inline(always)]
            fn bit(index: u8) -> Self {
                1 << index
            }
            #[inline(always)]
            fn below(index: u8) -> Self {
                ((1 as $t) << index) - 1
            }
            #[inline(always)]
            fn first_n(n: u32) -> Self {
                if n == 0 { 0 } else { <$t>::MAX >> (<$t>::BITS - n) }
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }
            #[inline(always)]
            fn highest(self) -> u8 {
                (<$t>::BITS - 1 - self.leading_zeros()) as u8
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn up_to_lowest(self) -> Self {
                self.wrapping_sub(1) ^ self
            }
            #[inline(always)]
            fn lowest_only(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn reversed(self, n: u32) -> Self {
                // Reversing bits takes a dozen instructions, and many of the sets of a board are
                // empty.
                if self == 0 || n == 0 { 0 } else { self.reverse_bits() >> (<$t>::BITS - n) }
            }
            #[inline(always)]
            fn reversed_branchless(self, n: u32) -> Self {
                self.reverse_bits() >> (<$t>::BITS - n)
            }
            #[inline(always)]
            fn shl(self, by: u32) -> Self {
                self << by
            }
            #[inline(always)]
            fn shr(self, by: u32) -> Self {
                self >> by
            }
            #[inline(always)]
            fn nth(self, n: u32) -> u8 {
                Self::bit(n as u8).pdep(self).lowest()
            }
            #[inline(always)]
            fn pext(self, within: Self) -> Self {
                parallel::$pext(self, within)
            }
            #[inline(always)]
            fn pdep(self, within: Self) -> Self {
                parallel::$pdep(self, within)
            }
            #[inline(always)]
            fn widen(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn narrow(wide: u128) -> Self {
                wide as $t
            }
        }
    };
}

bitboard!(u32, pext_small, pdep_small);
bitboard!(u64, pext, pdep);
bitboard!(u128, pext_wide, pdep_wide);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reversal_turns_the_board_round() {
        assert_eq!(0b1u64.reversed(50), 1 << 49);
        assert_eq!(u64::first_n(64), u64::MAX);
        assert_eq!(u128::bit(71).reversed(72), 1);
        assert_eq!(0b1u64.reversed_branchless(50), 1 << 49);
        assert_eq!(0u128.reversed_branchless(72), 0);
    }

    #[test]
    fn the_lowest_square_is_taken_apart() {
        assert_eq!((0b1010_0000u64.up_to_lowest(), 0b1010_0000u64.lowest_only()), (0b11_1111, 0b10_0000));
        assert_eq!((0u64.up_to_lowest(), 0u64.lowest_only()), (u64::MAX, 0));
    }

    #[test]
    fn squares_have_numbers_among_others() {
        let within = 0b1011_0100u64;
        assert_eq!([0, 1, 2, 3].map(|n| within.nth(n)), [2, 4, 5, 7]);
        assert_eq!((0b1110_0100u64.pext(within), 0b1101u64.pdep(within)), (0b1101, 0b1010_0100));
        assert_eq!((within as u128 >> 2 << 62).nth(3), 67);
    }

    #[test]
    fn squares_come_lowest_first() {
        assert_eq!(0b1010_0001u64.squares().collect::<Vec<_>>(), [0, 5, 7]);
    }
}
