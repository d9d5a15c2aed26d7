//! Positions that are the same by article 9.2.3.

use std::collections::HashMap;

use cozy_chess::{Board, Color, Piece};

use crate::position::Position;

/// What makes positions the same: men and squares, the side to move, and which moves are possible.
/// A square that a pawn has passed counts only where a pawn can be captured there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sameness {
    pieces: [u64; Piece::NUM],
    white: u64,
    /// By side: the files on which it may castle, short and long.
    rights: [[Option<u8>; 2]; Color::NUM],
    passed: Option<u8>,
    is_white_to_move: bool,
}

impl Sameness {
    /// What makes this position the same as others.
    pub fn of(position: &Position) -> Sameness {
        let board = position.board();
        let passed = board.en_passant().filter(|_| position.can_capture_en_passant()).map(|file| file as u8);
        Sameness { passed, ..Sameness::of_board(board) }
    }

    /// The same, with each square that a pawn has passed: never fewer different positions than
    /// there are.
    pub(super) fn of_board(board: &Board) -> Sameness {
        let rights = |side| {
            let rights = board.castle_rights(side);
            [rights.short, rights.long].map(|file| file.map(|file| file as u8))
        };
        Sameness {
            pieces: Piece::ALL.map(|piece| board.pieces(piece).0),
            white: board.colors(Color::White).0,
            rights: Color::ALL.map(rights),
            passed: board.en_passant().map(|file| file as u8),
            is_white_to_move: board.side_to_move() == Color::White,
        }
    }
}

/// How often positions have been on the board.
#[derive(Debug, Default)]
pub(super) struct Repetitions(HashMap<Sameness, u32>);

impl Repetitions {
    /// Counts a position. Says how often it has been there now.
    pub(super) fn add(&mut self, position: &Position) -> u32 {
        let times = self.0.entry(Sameness::of(position)).or_default();
        *times += 1;
        *times
    }

    /// How often a position would have been there, if it came now.
    pub(super) fn with(&self, position: &Position) -> u32 {
        self.0.get(&Sameness::of(position)).copied().unwrap_or_default() + 1
    }
}
