//! Setups: the pieces as the side to move sees them.

use cozy_chess::{BitBoard, Board, BoardBuilder, Color, Piece, Square};

use crate::kings::touch;
use crate::material::{Army, KINDS, Kind, MEN_MAX, Material, Slice, SliceError};
use crate::symmetry::Symmetry;

/// The pieces of both sides, the side to move first. The side to move always plays up the board:
/// with Black to move, the board is turned upside down, and rank 8 becomes rank 1. Castling rights
/// and en passant are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Setup {
    /// Squares of the kings, that of the side to move first.
    pub kings: [u8; 2],
    /// Squares of all pieces except the kings, by side (the side to move first) and by [`Kind`].
    pub pieces: [[u64; KINDS]; 2],
}

impl Setup {
    /// Creates the setup of a board of the crate `cozy_chess`, on which each side has one king.
    #[inline]
    pub fn from_board(board: &Board) -> Setup {
        let mover = board.side_to_move();
        let turn = |squares: BitBoard| if mover == Color::White { squares.0 } else { squares.0.swap_bytes() };
        let mut setup = Setup::default();
        // These are loops, because the compiler would not inline closures over each array.
        for (side, color) in [mover, !mover].into_iter().enumerate() {
            setup.kings[side] = turn(board.colored_pieces(color, Piece::King)).trailing_zeros() as u8;
            for kind in Kind::ALL {
                setup.pieces[side][kind as usize] = turn(board.colored_pieces(color, kind.piece()));
            }
        }
        setup
    }

    /// Returns the material, which is the number of pieces of each side and kind. The result is
    /// valid only for at most [`MEN_MAX`] men.
    #[inline(always)]
    pub fn material(&self) -> Material {
        Material::of(|side, kind| self.pieces[side][kind].count_ones())
    }

    /// Returns the number of men, both kings included.
    #[inline]
    pub fn men(&self) -> u32 {
        2 + self.pieces.iter().flatten().map(|squares| squares.count_ones()).sum::<u32>()
    }

    /// Returns the slice of the setup.
    ///
    /// # Errors
    /// [`SliceError::TooManyMen`] for more men than a table has.
    pub fn slice(&self) -> Result<Slice, SliceError> {
        let army = |side: usize| Army::new(self.pieces[side].map(|squares| squares.count_ones() as u8));
        match self.men() {
            ..=MEN_MAX => Ok(Slice { own: army(0), other: army(1) }),
            found => Err(SliceError::TooManyMen { found }),
        }
    }

    /// Returns the pieces after every square is replaced by its image under a symmetry of the
    /// board.
    #[must_use]
    #[inline(always)]
    pub fn moved(&self, symmetry: Symmetry) -> Setup {
        Setup {
            kings: self.kings.map(|square| symmetry.square(square)),
            pieces: self.pieces.map(|of_side| of_side.map(|squares| symmetry.bitboard(squares))),
        }
    }

    /// Returns true when both kings are on the board and no two men share a square.
    pub fn is_apart(&self) -> bool {
        if self.kings.iter().any(|&square| square > 63) {
            return false;
        }
        let all = self.kings.map(|square| 1 << square).into_iter().chain(self.pieces.into_iter().flatten());
        let mut taken = 0u64;
        all.into_iter().all(|squares| {
            let is_free = taken & squares == 0;
            taken |= squares;
            is_free
        })
    }

    /// Returns the board with White to move, if the position is legal: the kings do not touch, and
    /// the side that has just moved is not in check.
    pub fn board(&self) -> Option<Board> {
        self.board_of(Color::White)
    }

    pub(crate) fn board_of(&self, side_to_move: Color) -> Option<Board> {
        if touch(self.kings) || !self.is_apart() {
            return None;
        }
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = side_to_move;
        let turn = |square: Square| if side_to_move == Color::White { square } else { square.flip_rank() };
        for (color, side) in [side_to_move, !side_to_move].into_iter().zip(0..) {
            *builder.square_mut(turn(Square::index(self.kings[side].into()))) = Some((Piece::King, color));
            for kind in Kind::ALL {
                for square in BitBoard(self.pieces[side][kind as usize]) {
                    *builder.square_mut(turn(square)) = Some((kind.piece(), color));
                }
            }
        }
        builder.build().ok()
    }
}
