//! Positions: the pieces on the board and the side to move.

use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::piece::{KINDS, Kind, Side};

/// The pieces on the board: one set of squares per side and kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Setup<W> {
    /// Squares of the pieces of each side and kind: `pieces[side][kind]`.
    pub pieces: [[W; KINDS]; 2],
}

impl<W: Bitboard> Setup<W> {
    /// Returns the squares of all pieces of `side`.
    #[inline(always)]
    pub fn of_side(&self, side: Side) -> W {
        let [men, kings, others] = self.pieces[side as usize];
        men | kings | others
    }

    /// Returns the squares with pieces.
    #[inline(always)]
    pub fn occupied(&self) -> W {
        self.of_side(Side::White) | self.of_side(Side::Black)
    }

    /// Returns the squares of the pieces of one side and kind.
    #[inline(always)]
    pub fn get(&self, side: Side, kind: Kind) -> W {
        self.pieces[side as usize][kind as usize]
    }

    /// Returns the number of pieces on the board.
    #[inline]
    pub fn piece_count(&self) -> u32 {
        self.occupied().count()
    }

    /// Returns the piece on a square; `None` when the square is empty.
    ///
    /// # Panics
    /// May panic when the word has no bit for the square.
    pub fn at(&self, square: Square) -> Option<(Side, Kind)> {
        Side::BOTH
            .into_iter()
            .flat_map(|side| Kind::ALL.map(|kind| (side, kind)))
            .find(|&(side, kind)| self.get(side, kind).has(square.0))
    }

    /// Puts a piece on a square. Does not remove a piece that already stands there;
    /// `Draughts::check` reports two pieces on a square.
    ///
    /// # Panics
    /// May panic when the word has no bit for the square.
    pub fn put(&mut self, side: Side, kind: Kind, square: Square) {
        self.pieces[side as usize][kind as usize] |= W::bit(square.0);
    }

    /// Removes a piece from a square. Does nothing if the square does not hold such a piece.
    ///
    /// # Panics
    /// May panic when the word has no bit for the square.
    pub fn take(&mut self, side: Side, kind: Kind, square: Square) {
        let set = &mut self.pieces[side as usize][kind as usize];
        *set &= !W::bit(square.0);
    }

    /// Converts the sets to another word size; `None` when a piece stands beyond the last square of
    /// the word.
    #[inline(always)]
    pub fn fitted<V: Bitboard>(&self) -> Option<Setup<V>> {
        let all = self.occupied().widen();
        (V::narrow(all).widen() == all).then(|| self.convert())
    }

    /// Converts the sets to another word size. Squares that do not fit are dropped.
    #[inline(always)]
    pub fn convert<V: Bitboard>(&self) -> Setup<V> {
        let mut out = Setup { pieces: [[V::EMPTY; KINDS]; 2] };
        // Plain loops: the compiler does not inline a map over arrays of arrays, and every probe
        // passes here.
        for side in 0..2 {
            for kind in 0..KINDS {
                out.pieces[side][kind] = V::narrow(self.pieces[side][kind].widen());
            }
        }
        out
    }
}

/// A position on a board of any size: the pieces and the side to move.
///
/// The position may be illegal; [`Draughts::check`](crate::Draughts::check) tells whether it is
/// legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces on the board.
    pub setup: Setup<u128>,
    /// The side to move.
    pub side: Side,
}

impl Position {
    /// Creates a position without pieces, with `side` to move.
    pub fn empty(side: Side) -> Self {
        Position { setup: Setup::default(), side }
    }

    /// Returns the men of `side`, bit `n` for the square of index `n`.
    pub fn men(&self, side: Side) -> u128 {
        self.setup.get(side, Kind::Man)
    }

    /// Returns the kings of `side`, bit `n` for the square of index `n`.
    pub fn kings(&self, side: Side) -> u128 {
        self.setup.get(side, Kind::King)
    }

    /// Returns all pieces of `side`, bit `n` for the square of index `n`.
    pub fn pieces(&self, side: Side) -> u128 {
        self.setup.of_side(side)
    }

    /// Returns the number of pieces on the board.
    pub fn piece_count(&self) -> u32 {
        self.setup.piece_count()
    }
}

/// Reason why a position is illegal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalPosition {
    /// The board is empty.
    #[error("there are no pieces on the board")]
    Empty,
    /// Two pieces stand on one square.
    #[error("two pieces stand on square {square}")]
    TwoOnOneSquare {
        /// Name of the square in the notation of the variant.
        square: String,
    },
    /// A piece stands beyond the last square.
    #[error("square index {index} is off the board, which has {squares} squares")]
    OffBoard {
        /// Index of the square.
        index: u8,
        /// Number of squares of the board.
        squares: u8,
    },
    /// The variant does not have this kind of piece.
    #[error("{variant} has no {kind}")]
    NoSuchKind {
        /// Id of the variant.
        variant: &'static str,
        /// Name of the kind of piece.
        kind: &'static str,
    },
    /// A piece stands where its kind cannot, for example a man on its promotion row.
    #[error("a {side} {kind} cannot stand on square {square}: {reason}")]
    WrongSquare {
        /// Side of the piece.
        side: Side,
        /// Name of the kind of piece.
        kind: &'static str,
        /// Name of the square in the notation of the variant.
        square: String,
        /// Reason why this kind of piece cannot stand on the square.
        reason: SquareReason,
    },
}

/// Reason why a piece cannot stand on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SquareReason {
    /// The square is on the promotion row of the piece.
    #[error("that is its promotion row")]
    PromotionRow,
    /// The piece promotes on the square.
    #[error("it promotes there")]
    Promotion,
    /// The piece must stand on the last row until it captures, but the square is not on this row.
    #[error("it stands on the last row until it captures")]
    LastRow,
    /// No move of the piece leads to the square.
    #[error("it can never get there")]
    Unreachable,
    /// The first king ends the game, but the side to move has a king.
    #[error("its promotion has ended the game, so only the other side can be to move")]
    AfterEnd,
    /// The first king ends the game, but a side has two kings.
    #[error("the first king has ended the game, so there cannot be a second one")]
    SecondKing,
    /// The first king ends the game and never moves, but this king does not stand on a promotion
    /// square.
    #[error("a king ends the game and never moves, so it stands where it was promoted")]
    MovedKing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_found_where_they_were_put() {
        let mut setup = Setup::<u64>::default();
        setup.put(Side::Black, Kind::King, Square(7));
        assert_eq!(setup.at(Square(7)), Some((Side::Black, Kind::King)));
        assert_eq!(setup.at(Square(8)), None);
        assert_eq!(setup.convert::<u128>().piece_count(), 1);
    }

    #[test]
    fn pieces_have_names() {
        let mut position = Position::empty(Side::White);
        for (side, kind, square) in [
            (Side::White, Kind::Man, 3),
            (Side::White, Kind::King, 5),
            (Side::White, Kind::Parachutist, 9),
            (Side::Black, Kind::King, 70),
        ] {
            position.setup.put(side, kind, Square(square));
        }
        assert_eq!((position.men(Side::White), position.kings(Side::White)), (1 << 3, 1 << 5));
        assert_eq!((position.men(Side::Black), position.kings(Side::Black)), (0, 1 << 70));
        assert_eq!(position.pieces(Side::White), 1 << 3 | 1 << 5 | 1 << 9);
        assert_eq!(position.piece_count(), 4);
    }
}
