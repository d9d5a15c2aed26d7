//! Position to number and back. `FORMAT.md` of `peatee-table` specifies it.

use cozy_chess::Board;

use crate::combination::{choose, combination, rank};
use crate::kings::KingPairs;
use crate::material::{Kind, MEN_MAX, Slice};
use crate::position::Position;
use crate::setup::Setup;
use crate::symmetry::Symmetry;

/// Pieces of the same side and kind, whose squares make one digit of the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// 0 for the side to move, 1 for the other.
    pub side: usize,
    /// Their kind.
    pub kind: Kind,
    /// How many they are.
    pub count: usize,
    /// In how many ways they can stand: the base of their digit.
    pub ways: u64,
}

/// Ranks of pawns are counted from here on: none stands on the first rank.
const FIRST_PAWN_SQUARE: u32 = 8;
/// Squares on which pawns can stand.
const PAWN_SQUARES: usize = 48;

impl Group {
    /// A group of so many pieces.
    ///
    /// # Panics
    /// When there are more than 8.
    pub fn new(side: usize, kind: Kind, count: usize) -> Group {
        let squares = if kind == Kind::Pawn { PAWN_SQUARES } else { 64 };
        Group { side, kind, count, ways: choose(squares, count) }
    }

    /// The digit of pieces on these squares.
    ///
    /// # Panics
    /// When there are more than 8.
    #[inline(always)]
    pub fn digit(&self, squares: u64) -> u64 {
        rank(squares >> self.first_square())
    }

    /// The square from which on squares are counted.
    #[inline(always)]
    pub(crate) fn first_square(&self) -> u32 {
        if self.kind == Kind::Pawn { FIRST_PAWN_SQUARE } else { 0 }
    }

    /// The squares of the pieces with this digit.
    ///
    /// # Panics
    /// When they have no such digit.
    #[inline(always)]
    pub fn squares(&self, digit: u64) -> u64 {
        let squares = combination(digit, self.count);
        if self.kind == Kind::Pawn { squares << FIRST_PAWN_SQUARE } else { squares }
    }
}

/// The numbering of the positions of a slice. Numbers have the digits, the most significant first:
/// pawns, kings, knights, bishops, rooks, queens; of each kind those of the side to move first.
/// Every legal position has exactly one number; some numbers belong to none.
#[derive(Debug, Clone)]
pub struct Index {
    slice: Slice,
    kings: &'static KingPairs,
    pawns: Vec<Group>,
    pieces: Vec<Group>,
    numbers: u64,
}

impl Index {
    /// The numbering of a slice.
    ///
    /// # Panics
    /// When the slice has more than [`MEN_MAX`](crate::MEN_MAX) men.
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

    /// The slice.
    pub fn slice(&self) -> Slice {
        self.slice
    }

    /// How many numbers there are.
    #[inline(always)]
    pub fn numbers(&self) -> u64 {
        self.numbers
    }

    /// The pairs of kings.
    pub fn kings(&self) -> &'static KingPairs {
        self.kings
    }

    /// The groups of pawns, in the order of their digits.
    pub fn pawns(&self) -> &[Group] {
        &self.pawns
    }

    /// The groups of other pieces, in the order of their digits.
    pub fn pieces(&self) -> &[Group] {
        &self.pieces
    }

    /// The number of a position of the slice: the smallest that a symmetry gives.
    ///
    /// # Panics
    /// When the kings touch, and it may where the position is of another slice.
    #[inline]
    pub fn number(&self, setup: &Setup) -> u64 {
        let way = self.kings.way(setup.kings).expect("kings do not touch");
        let number = |symmetry| self.number_moved(setup, symmetry, way.pair());
        let first = number(way.symmetry());
        if way.is_twofold() { first.min(number(way.symmetry().and_diagonal())) } else { first }
    }

    /// The number by a symmetry that makes that pair of the kings.
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

    /// The position with a number; none where two pieces would stand on one square, or the position
    /// has a smaller number by another symmetry.
    ///
    /// # Panics
    /// When there is no such number.
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

    /// The legal position with a number, White to move and no move counted; none where a number
    /// stands for no legal position.
    ///
    /// # Panics
    /// When there is no such number.
    pub fn position(&self, number: u64) -> Option<Position> {
        Some(Position::new(self.board(number)?, 0, 1))
    }

    /// The board of the legal position with a number, White to move; none where a number stands for
    /// no legal position.
    ///
    /// # Panics
    /// When there is no such number.
    pub fn board(&self, number: u64) -> Option<Board> {
        self.setup(number)?.board()
    }
}
