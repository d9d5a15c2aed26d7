//! Converts positions of a slice to numbers, and numbers to positions. `FORMAT.md` of
//! `peatee-table` is the specification.

use cozy_chess::Board;

use crate::combination::{choose, combination, rank};
use crate::kings::KingPairs;
use crate::material::{Kind, MEN_MAX, Slice};
use crate::position::Position;
use crate::setup::Setup;
use crate::symmetry::Symmetry;

/// The pieces of one side and kind in a slice. The number of a position in its slice is written in
/// mixed radix. Each group gives one digit, which stands for the squares of the group's pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// Side: 0 for the side to move, 1 for the other.
    pub side: usize,
    /// Kind of the pieces.
    pub kind: Kind,
    /// Number of pieces in the group.
    pub count: usize,
    /// Number of ways to place the pieces of the group. It is the base of the group's digit in a
    /// position number.
    pub ways: u64,
}

/// Index of a2, the first square on which pawns can stand. In a position number, the digits of
/// pawns count squares from a2.
const FIRST_PAWN_SQUARE: u32 = 8;
const PAWN_SQUARES: usize = 48;

impl Group {
    /// Creates a group of `count` pieces.
    ///
    /// # Panics
    /// Panics when there are more than 8 pieces.
    pub fn new(side: usize, kind: Kind, count: usize) -> Group {
        let squares = if kind == Kind::Pawn { PAWN_SQUARES } else { 64 };
        Group { side, kind, count, ways: choose(squares, count) }
    }

    /// Returns the digit of the position number for pieces of this group on these squares.
    ///
    /// # Panics
    /// Panics when there are more than 8 squares.
    #[inline(always)]
    pub fn digit(&self, squares: u64) -> u64 {
        rank(squares >> self.first_square())
    }

    /// Returns the index of the first square on which pieces of this group can stand: a2 for pawns,
    /// a1 for other pieces.
    #[inline(always)]
    pub(crate) fn first_square(&self) -> u32 {
        if self.kind == Kind::Pawn { FIRST_PAWN_SQUARE } else { 0 }
    }

    /// Returns the squares of the pieces of this group, given the digit of the group in the
    /// position number.
    ///
    /// # Panics
    /// Panics when there is no such digit.
    #[inline(always)]
    pub fn squares(&self, digit: u64) -> u64 {
        let squares = combination(digit, self.count);
        if self.kind == Kind::Pawn { squares << FIRST_PAWN_SQUARE } else { squares }
    }
}

/// Numbering of the positions of a slice. A position number is written in mixed radix. From the
/// most to the least significant, its digits stand for pawns, kings, knights, bishops, rooks and
/// queens. Pieces of the side to move come before the other side's pieces of the same kind. Every
/// legal position has exactly one number, but some numbers belong to no legal position.
#[derive(Debug, Clone)]
pub struct Index {
    slice: Slice,
    kings: &'static KingPairs,
    pawns: Vec<Group>,
    pieces: Vec<Group>,
    numbers: u64,
}

impl Index {
    /// Creates the numbering of a slice.
    ///
    /// # Panics
    /// Panics when the slice has more than [`MEN_MAX`](crate::MEN_MAX) men.
    pub fn new(slice: Slice) -> Index {
        assert!(slice.men() <= MEN_MAX, "{} men are more than {MEN_MAX}", slice.men());
        let sides = slice.sides();
        let groups = |kinds: &[Kind]| -> Vec<Group> {
            let both = kinds.iter().flat_map(|&kind| [(0, kind), (1, kind)]);
            let counted = both.map(|(side, kind)| (side, kind, sides[side].count(kind) as usize));
            counted
                .filter(|&(_, _, count)| count > 0)
                .map(|(side, kind, count)| Group::new(side, kind, count))
                .collect()
        };
        let pawns = groups(&[Kind::Pawn]);
        let pieces = groups(&[Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen]);
        let kings = if pawns.is_empty() { KingPairs::without_pawns() } else { KingPairs::with_pawns() };
        let ways = |groups: &[Group]| groups.iter().map(|group| group.ways).product::<u64>();
        let numbers = ways(&pawns) * kings.pairs().len() as u64 * ways(&pieces);
        Index { slice, kings, pawns, pieces, numbers }
    }

    /// Returns the slice whose positions are numbered.
    pub fn slice(&self) -> Slice {
        self.slice
    }

    /// Returns how many position numbers the slice has.
    #[inline(always)]
    pub fn numbers(&self) -> u64 {
        self.numbers
    }

    /// Returns the list of pairs of king squares. In a position number, the digit of the kings is
    /// an index into this list.
    pub fn kings(&self) -> &'static KingPairs {
        self.kings
    }

    /// Returns the groups of pawns, one for each side that has pawns, in the order of their digits
    /// in a position number.
    pub fn pawns(&self) -> &[Group] {
        &self.pawns
    }

    /// Returns the groups of all pieces except pawns and kings, in the order of their digits in a
    /// position number.
    pub fn pieces(&self) -> &[Group] {
        &self.pieces
    }

    /// Returns the number of a position of the slice. Images of a position under symmetries all
    /// have the same number: the smallest that any of them could have.
    ///
    /// # Panics
    /// Panics when the kings touch. May panic for a position of another slice.
    #[inline]
    pub fn number(&self, setup: &Setup) -> u64 {
        let listed = self.kings.listed(setup.kings).expect("kings do not touch");
        let number = |symmetry| self.number_moved(setup, symmetry, listed.pair());
        let first = number(listed.symmetry());
        if listed.is_twofold() { first.min(number(listed.symmetry().and_diagonal())) } else { first }
    }

    /// Returns the number of the position after `symmetry` is applied to `setup`. `pair` is the
    /// index of the pair of king squares after the symmetry.
    #[inline(always)]
    fn number_moved(&self, setup: &Setup, symmetry: Symmetry, pair: usize) -> u64 {
        let digits = |groups: &[Group], number: u64| {
            let of_group = |number, group: &Group| {
                number * group.ways + group.digit(symmetry.bitboard(setup.pieces[group.side][group.kind as usize]))
            };
            groups.iter().fold(number, of_group)
        };
        digits(&self.pieces, digits(&self.pawns, 0) * self.kings.pairs().len() as u64 + pair as u64)
    }

    /// Returns the position with a number. Returns `None` when two pieces would be on one square,
    /// or when an image of the position under a symmetry has a smaller number.
    ///
    /// # Panics
    /// Panics when there is no such number.
    pub fn setup(&self, number: u64) -> Option<Setup> {
        assert!(number < self.numbers, "{} has no number {number}", self.slice);
        let mut setup = Setup::default();
        let mut rest = number;
        for group in self.pieces.iter().rev() {
            setup.pieces[group.side][group.kind as usize] = group.squares(rest % group.ways);
            rest /= group.ways;
        }
        let pairs = self.kings.pairs();
        setup.kings = pairs[(rest % pairs.len() as u64) as usize];
        rest /= pairs.len() as u64;
        for group in self.pawns.iter().rev() {
            setup.pieces[group.side][group.kind as usize] = group.squares(rest % group.ways);
            rest /= group.ways;
        }
        (setup.is_apart() && self.number(&setup) == number).then_some(setup)
    }

    /// Returns the legal position with a number, with White to move, half-move clock 0 and move
    /// number 1; `None` when the number has no legal position.
    ///
    /// # Panics
    /// Panics when there is no such number.
    pub fn position(&self, number: u64) -> Option<Position> {
        Some(Position::new(self.board(number)?, 0, 1))
    }

    /// Returns the board of the legal position with a number, with White to move; `None` when the
    /// number has no legal position.
    ///
    /// # Panics
    /// Panics when there is no such number.
    pub fn board(&self, number: u64) -> Option<Board> {
        self.setup(number)?.board()
    }
}
