//! The symmetries of the board: eight without pawns, of which pawns leave two.

/// A symmetry of the board: files swapped, then ranks swapped, then files and ranks exchanged, each
/// or not. Squares are numbered from a1 = 0 along the ranks, h8 = 63.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Symmetry(u8);

const FILES: u8 = 1;
const RANKS: u8 = 2;
const DIAGONAL: u8 = 4;

impl Symmetry {
    /// How many there are.
    pub const COUNT: usize = 8;
    /// Nothing moves.
    pub const NONE: Symmetry = Symmetry(0);
    /// File a becomes file h.
    pub const FLIP_FILES: Symmetry = Symmetry(FILES);
    /// Rank 1 becomes rank 8.
    pub const FLIP_RANKS: Symmetry = Symmetry(RANKS);

    /// A number below [`Symmetry::COUNT`] for each.
    #[inline(always)]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The one with that number; the number modulo [`Symmetry::COUNT`] counts.
    #[inline(always)]
    pub(crate) const fn numbered(number: u8) -> Symmetry {
        Symmetry(number % Self::COUNT as u8)
    }

    /// All, by their numbers.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..Self::COUNT as u8).map(Symmetry)
    }

    /// This symmetry and then files and ranks exchanged: b1 becomes a2.
    #[must_use]
    pub const fn and_diagonal(self) -> Symmetry {
        Symmetry(self.0 ^ DIAGONAL)
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // Flips and an exchange of files and ranks: undone, files and ranks have changed names.
        if self.0 & DIAGONAL == 0 {
            return self;
        }
        let flips = (self.0 & RANKS) / RANKS * FILES + (self.0 & FILES) * RANKS;
        Symmetry(flips + DIAGONAL)
    }

    /// The symmetry that brings a square into the triangle a1, d1, d4.
    pub const fn into_triangle(square: u8) -> Symmetry {
        let flips = (square % 8 > 3) as u8 * FILES + (square / 8 > 3) as u8 * RANKS;
        let inside = Symmetry(flips).square(square);
        Symmetry(flips + (inside / 8 > inside % 8) as u8 * DIAGONAL)
    }

    /// Where a square goes.
    #[inline(always)]
    pub const fn square(self, square: u8) -> u8 {
        let flipped = square ^ ((self.0 & FILES) * 7) ^ ((self.0 & RANKS) / RANKS * 56);
        // Without a branch, which a processor would guess wrong half of the time.
        let turn = (self.0 & DIAGONAL) / DIAGONAL * 3;
        (flipped << turn | flipped >> turn) & 63
    }

    /// Where the squares of a bitboard go.
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

    /// Where the squares of a bitboard come from: [`Symmetry::bitboard`] undone.
    #[inline(always)]
    pub const fn bitboard_back(self, squares: u64) -> u64 {
        let squares = if self.0 & DIAGONAL != 0 { transposed(squares) } else { squares };
        Symmetry(self.0 & !DIAGONAL).bitboard(squares)
    }
}

/// Files and ranks exchanged: blocks of one, two and four squares change places across the
/// diagonal.
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
