//! Equality of positions by article 9.2.3.

use std::hash::{Hash, Hasher};

use cozy_chess::{Board, Color, Piece};

use crate::position::Position;

/// Key that is equal for positions that are the same by article 9.2.3 of the FIDE Laws: the same
/// men on the same squares, the same side to move, and the same possible moves. The square that a
/// pawn has just passed counts only when the pawn can be captured en passant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionKey {
    pieces: [u64; Piece::NUM],
    white: u64,
    /// Files of the rooks with which each side may castle: the rook for short castling, then the
    /// rook for long castling.
    rights: [[Option<u8>; 2]; Color::NUM],
    passed: Option<u8>,
    is_white_to_move: bool,
}

/// Hashes only the squares of the men and the side to move, because most positions differ in them.
impl Hash for PositionKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pieces.iter().for_each(|&squares| state.write_u64(squares));
        state.write_u64(self.white);
        state.write_u8(self.is_white_to_move.into());
    }
}

impl PositionKey {
    /// Returns the key of a position, which is equal for positions that article 9.2.3 counts as the
    /// same.
    pub fn of(position: &Position) -> PositionKey {
        let board = position.board();
        let passed = board.en_passant().filter(|_| position.can_capture_en_passant()).map(|file| file as u8);
        PositionKey { passed, ..PositionKey::of_board(board) }
    }

    /// Returns a key that no two different positions share. Unlike the key of [`PositionKey::of`],
    /// this key contains the square that a pawn has just passed even if no capture en passant is
    /// possible.
    pub(super) fn of_board(board: &Board) -> PositionKey {
        let rights = |side| {
            let rights = board.castle_rights(side);
            [rights.short, rights.long].map(|file| file.map(|file| file as u8))
        };
        PositionKey {
            pieces: Piece::ALL.map(|piece| board.pieces(piece).0),
            white: board.colors(Color::White).0,
            rights: Color::ALL.map(rights),
            passed: board.en_passant().map(|file| file as u8),
            is_white_to_move: board.side_to_move() == Color::White,
        }
    }
}
