//! Boards: the squares in play, their indices, and the lines that join them.

use crate::bitboard::Bitboard;

/// Index of a square, from 0. The squares in play are counted row by row from Black's side, and in
/// each row from left to right as White sees the board.
///
/// On boards that are numbered from the top left, such as 10x10, the printed number is the index
/// plus one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u8);

/// Placeholder for a missing square, for example the neighbour of a square at the edge.
pub const NO_SQUARE: u8 = u8::MAX;

/// Squares of a board that are in play: those of one colour, or all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shade {
    /// Squares of the colour of a1, the bottom left corner.
    Dark,
    /// Squares of the colour that a1 does not have. On an 8x8 board, h1 has this colour.
    Light,
    /// Every square.
    All,
}

/// Lines of a board. Pieces move only between neighbouring squares that a line joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardLines {
    /// Lines run in all eight directions from every square.
    Everywhere,
    /// Lines run along rows and files everywhere, but along diagonals only from squares where file
    /// + rank is even (the alquerque board).
    Alquerque,
}

/// The size of a board, its squares in play, and the lines between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// Number of files (columns).
    pub files: u8,
    /// Number of ranks (rows).
    pub ranks: u8,
    /// Squares of the board that are in play.
    pub shade: Shade,
    /// Lines that join the squares of the board.
    pub lines: BoardLines,
}

/// One of the eight directions, as White sees the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "compass points")]
pub enum Direction {
    N,
    NE,
    E,
    SE,
    S,
    SW,
    W,
    NW,
}

impl Direction {
    /// All eight directions, clockwise from straight ahead for White.
    pub const ALL: [Direction; 8] = {
        use Direction::*;
        [N, NE, E, SE, S, SW, W, NW]
    };

    /// Returns the opposite direction.
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }

    /// Returns the change of file and rank for one step between touching squares.
    pub const fn vector(self) -> (i32, i32) {
        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)][self as usize]
    }

    /// Returns true when a step in this direction raises the square index.
    pub const fn is_ascending(self) -> bool {
        matches!(self, Direction::E | Direction::SE | Direction::S | Direction::SW)
    }
}

/// A set of directions as a White piece sees them, one bit per direction in the order of
/// [`Direction::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Directions(pub u8);

impl Directions {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// The two diagonals forward.
    pub const FORWARD_DIAGONALS: Self = Self::of(&[Direction::NE, Direction::NW]);
    /// The four diagonals.
    pub const DIAGONALS: Self = Self::of(&[Direction::NE, Direction::SE, Direction::SW, Direction::NW]);
    /// The two diagonals backward.
    pub const BACKWARD_DIAGONALS: Self = Self::FORWARD_DIAGONALS.turned();
    /// The four directions along rows and files.
    pub const ORTHOGONALS: Self = Self::of(&[Direction::N, Direction::E, Direction::S, Direction::W]);
    /// All eight directions.
    pub const ALL: Self = Self(0xff);
    /// Straight ahead and diagonally forward.
    pub const FORWARD: Self = Self::of(&[Direction::N, Direction::NE, Direction::NW]);
    /// Straight ahead, to the left and to the right.
    pub const FORWARD_AND_SIDES: Self = Self::of(&[Direction::N, Direction::E, Direction::W]);
    /// Straight ahead, diagonally forward, left and right.
    pub const FIVE: Self = Self::of(&[Direction::N, Direction::NE, Direction::E, Direction::W, Direction::NW]);

    /// Creates a set from a list of directions.
    pub const fn of(list: &[Direction]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < list.len() {
            bits |= 1 << list[i] as u8;
            i += 1;
        }
        Self(bits)
    }

    /// Returns the set with every direction reversed: the same directions as a Black piece sees
    /// them.
    pub const fn turned(self) -> Self {
        Self(self.0.rotate_left(4))
    }

    /// Returns true when the set contains `direction`.
    pub const fn has(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 != 0
    }
}

impl Board {
    /// Returns the number of squares in play.
    pub const fn square_count(&self) -> u8 {
        let cells = self.files as u16 * self.ranks as u16;
        match self.shade {
            Shade::All => cells as u8,
            Shade::Dark => cells.div_ceil(2) as u8,
            Shade::Light => (cells / 2) as u8,
        }
    }

    /// Returns the square at `file` and `rank`, both from 0 at a1; `None` when it is off the board
    /// or not in play.
    pub fn square_at(&self, file: i32, rank: i32) -> Option<Square> {
        if !(0..self.files as i32).contains(&file) || !(0..self.ranks as i32).contains(&rank) {
            return None;
        }
        if !self.is_in_play(file, rank) {
            return None;
        }
        let above: i32 = (rank + 1..self.ranks as i32).map(|rank| self.squares_before(self.files as i32, rank)).sum();
        Some(Square((above + self.squares_before(file, rank)) as u8))
    }

    const fn is_in_play(&self, file: i32, rank: i32) -> bool {
        match self.shade {
            Shade::All => true,
            Shade::Dark => (file + rank) % 2 == 0,
            Shade::Light => (file + rank) % 2 == 1,
        }
    }

    /// Returns the number of squares in play on a rank with a smaller file than `file`.
    const fn squares_before(&self, file: i32, rank: i32) -> i32 {
        match self.shade {
            Shade::All => file,
            Shade::Dark => (file + 1 - rank % 2) / 2,
            Shade::Light => (file + rank % 2) / 2,
        }
    }

    /// Returns the file and rank of a square, both from 0.
    ///
    /// # Panics
    /// Panics when the square is not on this board.
    pub fn file_rank(&self, square: Square) -> (u8, u8) {
        let mut left = square.0 as i32;
        for rank in (0..self.ranks as i32).rev() {
            let of_rank = self.squares_before(self.files as i32, rank);
            if left < of_rank {
                let file = match self.shade {
                    Shade::All => left,
                    Shade::Dark => 2 * left + rank % 2,
                    Shade::Light => 2 * left + 1 - rank % 2,
                };
                return (file as u8, rank as u8);
            }
            left -= of_rank;
        }
        panic!("square {} is not on the board", square.0)
    }

    /// Returns the neighbour one step away, if there is one. On a board with squares of one shade,
    /// a step along a row or file skips the square of the other shade, which is not in play.
    ///
    /// # Panics
    /// Panics when the square is not on this board.
    pub fn step(&self, square: Square, direction: Direction) -> Option<Square> {
        let (file, rank) = self.file_rank(square);
        let (file, rank) = (file as i32, rank as i32);
        let (df, dr) = direction.vector();
        let is_diagonal = df != 0 && dr != 0;
        if self.lines == BoardLines::Alquerque && is_diagonal && (file + rank) % 2 != 0 {
            return None;
        }
        let length = if self.shade != Shade::All && !is_diagonal { 2 } else { 1 };
        self.square_at(file + df * length, rank + dr * length)
    }

    /// Returns the squares in play that satisfy `keep(file, rank)`.
    pub fn squares_where<W: Bitboard>(&self, keep: impl Fn(u8, u8) -> bool) -> W {
        let mut set = W::EMPTY;
        for (file, rank) in self.cells() {
            if let Some(square) = self.square_at(file, rank)
                && keep(file as u8, rank as u8)
            {
                set |= W::bit(square.0);
            }
        }
        set
    }

    fn cells(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (files, ranks) = (self.files as i32, self.ranks as i32);
        (0..ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD_10: Board = Board { files: 10, ranks: 10, shade: Shade::Dark, lines: BoardLines::Everywhere };

    #[test]
    fn ten_by_ten_is_numbered_from_the_top_left() {
        assert_eq!(BOARD_10.square_count(), 50);
        assert_eq!(BOARD_10.square_at(1, 9), Some(Square(0)));
        assert_eq!(BOARD_10.square_at(0, 0), Some(Square(45)));
        assert_eq!(BOARD_10.square_at(0, 1), None);
        assert_eq!(BOARD_10.file_rank(Square(49)), (8, 0));
    }

    /// Counts the squares in play one by one, from the top left.
    #[test]
    fn squares_of_every_board_are_numbered_in_their_order() {
        let odd = Board { files: 5, ranks: 7, ..BOARD_10 };
        let boards = crate::VARIANTS.iter().map(|variant| variant.board);
        for board in boards.chain([odd, Board { shade: Shade::Light, ..odd }]) {
            let (files, ranks) = (i32::from(board.files), i32::from(board.ranks));
            let mut count = 0;
            for (rank, file) in (0..ranks).rev().flat_map(|rank| (0..files).map(move |file| (rank, file))) {
                let is_in_play = match board.shade {
                    Shade::All => true,
                    Shade::Dark => (file + rank) % 2 == 0,
                    Shade::Light => (file + rank) % 2 == 1,
                };
                let expected = is_in_play.then_some(Square(count));
                assert_eq!(board.square_at(file, rank), expected, "{board:?} {file} {rank}");
                if let Some(square) = expected {
                    assert_eq!(board.file_rank(square), (file as u8, rank as u8), "{board:?}");
                    count += 1;
                }
            }
            assert_eq!(count, board.square_count(), "{board:?}");
            assert_eq!([board.square_at(-1, 0), board.square_at(0, ranks), board.square_at(files, 0)], [None; 3]);
        }
    }

    #[test]
    fn steps_along_rows_skip_the_other_shade() {
        assert_eq!(BOARD_10.step(Square(27), Direction::E), Some(Square(28)));
        assert_eq!(BOARD_10.step(Square(27), Direction::N), Some(Square(17)));
        assert_eq!(BOARD_10.step(Square(27), Direction::NE), Some(Square(22)));
        assert_eq!(BOARD_10.step(Square(0), Direction::N), None);
    }
}
