//! Positions: where the pieces stand and who is to move.

use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::piece::{KINDS, Kind, Side};

/// Where the pieces stand: one set of squares per side and kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Setup<W> {
    /// `pieces[side][kind]`.
    pub pieces: [[W; KINDS]; 2],
}

impl<W: Bitboard> Setup<W> {
    /// The squares of all pieces of `side`.
    #[inline(always)]
    pub fn of_side(&self, side: Side) -> W {
        let [men, kings, others] = self.pieces[side as usize];
        men | kings | others
    }

    /// The squares of all pieces.
    #[inline(always)]
    pub fn occupied(&self) -> W {
        self.of_side(Side::White) | self.of_side(Side::Black)
    }

    /// The pieces of one kind and side.
    #[inline(always)]
    pub fn get(&self, side: Side, kind: Kind) -> W {
        self.pieces[side as usize][kind as usize]
    }

    /// How many pieces stand on the board.
    #[inline]
    pub fn piece_count(&self) -> u32 {
        self.occupied().count()
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<(Side, Kind)> {
        Side::BOTH
            .into_iter()
            .flat_map(|side| Kind::ALL.map(|kind| (side, kind)))
            .find(|&(side, kind)| self.get(side, kind).has(square.0))
    }

    /// Puts a piece on a square; what stood there stays in its own set, so callers see the clash in
    /// `Draughts::check`.
    pub fn put(&mut self, side: Side, kind: Kind, square: Square) {
        self.pieces[side as usize][kind as usize] |= W::bit(square.0);
    }

    /// The same pieces in words of another size, or nothing when a piece stands beyond the last
    /// square of such a word.
    #[inline(always)]
    pub fn fitted<V: Bitboard>(&self) -> Option<Setup<V>> {
        let all = self.occupied().widen();
        (V::narrow(all).widen() == all).then(|| self.convert())
    }

    /// The same pieces in words of another size.
    #[inline(always)]
    pub fn convert<V: Bitboard>(&self) -> Setup<V> {
        let mut out = Setup { pieces: [[V::EMPTY; KINDS]; 2] };
        // Plain loops: mapping arrays of arrays is not inlined, and every probe comes this way.
        for side in 0..2 {
            for kind in 0..KINDS {
                out.pieces[side][kind] = V::narrow(self.pieces[side][kind].widen());
            }
        }
        out
    }
}

/// Where the pieces stand and who is to move, for boards of any size.
///
/// A `Position` is plain data. Whether it can occur in a game is asked of
/// [`Draughts::check`](crate::Draughts::check).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Where the pieces stand.
    pub setup: Setup<u128>,
    /// Who is to move.
    pub side: Side,
}

impl Position {
    /// An empty board.
    pub fn empty(side: Side) -> Self {
        Position { setup: Setup::default(), side }
    }

    /// The men of `side`: bit `n` for the square of index `n`.
    pub fn men(&self, side: Side) -> u128 {
        self.setup.get(side, Kind::Man)
    }

    /// The kings of `side`: bit `n` for the square of index `n`.
    pub fn kings(&self, side: Side) -> u128 {
        self.setup.get(side, Kind::King)
    }

    /// All pieces of `side`: bit `n` for the square of index `n`.
    pub fn pieces(&self, side: Side) -> u128 {
        self.setup.of_side(side)
    }

    /// How many pieces stand on the board.
    pub fn piece_count(&self) -> u32 {
        self.setup.piece_count()
    }
}

/// Why a position cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalPosition {
    /// No pieces at all.
    #[error("there are no pieces on the board")]
    Empty,
    /// Two pieces on one square.
    #[error("two pieces stand on square {square}")]
    TwoOnOneSquare {
        /// The square, as written in this variant.
        square: String,
    },
    /// A piece beyond the last square.
    #[error("square index {index} is off the board, which has {squares} squares")]
    OffBoard {
        /// The square's index.
        index: u8,
        /// How many squares the board has.
        squares: u8,
    },
    /// A kind of piece that the variant does not have.
    #[error("{variant} has no {kind}")]
    NoSuchKind {
        /// The variant's id.
        variant: &'static str,
        /// The kind's name.
        kind: &'static str,
    },
    /// A piece where its kind cannot stand, as a man on its promotion row.
    #[error("a {side} {kind} cannot stand on square {square}: {reason}")]
    WrongSquare {
        /// Whose piece.
        side: Side,
        /// Its kind's name.
        kind: &'static str,
        /// The square, as written in this variant.
        square: String,
        /// Why not.
        reason: &'static str,
    },
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
