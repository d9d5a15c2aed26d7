//! Symmetries of the board: eight for positions without pawns, two for positions with pawns.

/// A symmetry of the board: an optional swap of the files (a becomes h), then of the ranks (1
/// becomes 8), then an optional exchange of files and ranks (b1 becomes a2). Squares are numbered
/// from a1 = 0 along the ranks to h8 = 63.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Symmetry(u8);

const FILES: u8 = 1;
const RANKS: u8 = 2;
const DIAGONAL: u8 = 4;

impl Symmetry {
    /// Number of symmetries.
    pub const COUNT: usize = 8;
    /// The identity, which leaves every square in place.
    pub const NONE: Symmetry = Symmetry(0);
    /// Swap of the files: a becomes h.
    pub const FLIP_FILES: Symmetry = Symmetry(FILES);
    /// Swap of the ranks: 1 becomes 8.
    pub const FLIP_RANKS: Symmetry = Symmetry(RANKS);

    /// Returns the index of the symmetry, below [`Symmetry::COUNT`].
    #[inline(always)]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Returns the symmetry whose index is `number` modulo [`Symmetry::COUNT`].
    #[inline(always)]
    pub(crate) const fn numbered(number: u8) -> Symmetry {
        Symmetry(number % Self::COUNT as u8)
    }

    /// Returns all symmetries, in the order of their indices.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..Self::COUNT as u8).map(Symmetry)
    }

    /// Returns this symmetry followed by the exchange of files and ranks: b1 becomes a2.
    #[must_use]
    pub const fn and_diagonal(self) -> Symmetry {
        Symmetry(self.0 ^ DIAGONAL)
    }

    /// Returns the symmetry that undoes this symmetry.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // The inverse of flips followed by the exchange has the flips of files and ranks swapped.
        if self.0 & DIAGONAL == 0 {
            return self;
        }
        let flips = (self.0 & RANKS) / RANKS * FILES + (self.0 & FILES) * RANKS;
        Symmetry(flips + DIAGONAL)
    }

    /// Returns the symmetry that maps `square` into the triangle with the corners a1, d1 and d4.
    pub const fn into_triangle(square: u8) -> Symmetry {
        let flips = (square % 8 > 3) as u8 * FILES + (square / 8 > 3) as u8 * RANKS;
        let inside = Symmetry(flips).square(square);
        Symmetry(flips + (inside / 8 > inside % 8) as u8 * DIAGONAL)
    }

    /// Returns the image of `square` under this symmetry.
    #[inline(always)]
    pub const fn square(self, square: u8) -> u8 {
        let flipped = square ^ ((self.0 & FILES) * 7) ^ ((self.0 & RANKS) / RANKS * 56);
        // Branch-free, since the processor would mispredict half of the branches.
        let turn = (self.0 & DIAGONAL) / DIAGONAL * 3;
        (flipped << turn | flipped >> turn) & 63
    }

    /// Returns the images of `squares` under this symmetry.
    #[inline(always)]
    pub const fn bitboard(self, mut squares: u64) -> u64 {
        if self.0 & FILES != 0 {
            squares = squares.swap_bytes().reverse_bits();
        }
        if self.0 & RANKS != 0 {
            squares = squares.swap_bytes();
        }
        if self.0 & DIAGONAL != 0 {
            squares = transposed(squares);
        }
        squares
    }

    /// Returns the squares whose images under this symmetry are `squares`.
    #[inline(always)]
    pub const fn bitboard_back(self, squares: u64) -> u64 {
        let squares = if self.0 & DIAGONAL != 0 { transposed(squares) } else { squares };
        Symmetry(self.0 & !DIAGONAL).bitboard(squares)
    }
}

/// Exchanges files and ranks: blocks of one, two and four squares swap across the diagonal.
const fn transposed(mut squares: u64) -> u64 {
    const STEPS: [(u32, u64); 3] =
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)];
    let mut step = 0;
    while step < STEPS.len() {
        let (shift, mask) = STEPS[step];
        let differing = (squares ^ (squares >> shift)) & mask;
        squares ^= differing ^ (differing << shift);
        step += 1;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitboards_go_where_their_squares_go_and_come_back() {
        for symmetry in Symmetry::all() {
            for square in 0..64 {
                let moved = symmetry.bitboard(1 << square);
                assert_eq!(moved, 1 << symmetry.square(square), "{symmetry:?} {square}");
                assert_eq!(symmetry.bitboard_back(moved), 1 << square);
                assert_eq!(symmetry.inverse().square(symmetry.square(square)), square);
            }
            let squares = 0x0123_4567_89ab_cdef;
            assert_eq!(symmetry.bitboard_back(symmetry.bitboard(squares)), squares);
        }
    }

    #[test]
    fn every_square_has_a_way_into_the_triangle() {
        for square in 0..64 {
            let inside = Symmetry::into_triangle(square).square(square);
            assert!(inside % 8 < 4 && inside / 8 <= inside % 8, "{square}");
            assert_eq!(Symmetry::into_triangle(inside), Symmetry::NONE);
        }
    }
}
