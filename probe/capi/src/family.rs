//! The trait by which the C interface treats all families of games alike.
#![allow(unsafe_code, reason = "positions are behind pointers of C")]

use peatee_probe::any::{AnyTables, Tables};
use peatee_probe::chess::Chess;
use peatee_probe::peatee_rules::draw::DrawRules;
use peatee_probe::{Draughts, Notation, Probed, Side};

use crate::border::{in_place, sized_input};
use crate::chess_convert::with_chess_position;
use crate::convert::position;
use crate::failure::Failure;
use crate::types::chess::PeateeChessPosition;
use crate::types::position::PeateePosition;

pub(crate) struct BoardSize {
    pub(crate) squares: u8,
    pub(crate) files: u8,
    pub(crate) ranks: u8,
}

/// A family of games whose positions a caller in C passes as bitboards.
pub(crate) trait CFamily: Probed + Notation {
    /// C struct of a position.
    type Board;
    /// Name of the positions of this family, such as `positions of draughts`. The error about a
    /// handle of another family contains this name.
    const POSITIONS: &'static str;

    fn tables(any: &AnyTables) -> Option<&Tables<Self>>;

    /// Converts a position of the caller, passes it to `with` and returns the result of `with`. In
    /// chess, checks that the position is possible; in draughts, the probe checks this later.
    ///
    /// # Safety
    /// The pointer keeps the promise at the top of the module `border`.
    unsafe fn with_position<T>(
        board: *const Self::Board,
        with: impl FnOnce(&Self::Position) -> Result<T, Failure>,
    ) -> Result<T, Failure>;

    /// Returns the draw rules of the tables that `PEATEE_METRIC_DTR` selects; `None` if the family
    /// has no such tables.
    fn rules_of_dtr() -> Option<DrawRules>;

    fn board_size(&self) -> BoardSize;

    fn most_of_a_side(slice: Self::Slice) -> u32;
}

impl CFamily for Draughts {
    type Board = PeateePosition;
    const POSITIONS: &'static str = "positions of draughts";

    #[inline(always)]
    fn tables(any: &AnyTables) -> Option<&Tables<Draughts>> {
        any.draughts()
    }

    #[inline(always)]
    unsafe fn with_position<T>(
        board: *const PeateePosition,
        with: impl FnOnce(&Self::Position) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        // SAFETY: the caller's promise.
        with(&position(unsafe { in_place(board, "position") }?)?)
    }

    fn rules_of_dtr() -> Option<DrawRules> {
        None
    }

    fn board_size(&self) -> BoardSize {
        let board = &self.variant().board;
        BoardSize { squares: board.square_count(), files: board.files, ranks: board.ranks }
    }

    fn most_of_a_side(slice: Self::Slice) -> u32 {
        Side::BOTH.map(|side| slice.material.of_side(side)).into_iter().max().unwrap_or(0).into()
    }
}

impl CFamily for Chess {
    type Board = PeateeChessPosition;
    const POSITIONS: &'static str = "positions of chess";

    #[inline(always)]
    fn tables(any: &AnyTables) -> Option<&Tables<Chess>> {
        any.chess()
    }

    #[inline(always)]
    unsafe fn with_position<T>(
        board: *const PeateeChessPosition,
        with: impl FnOnce(&Self::Position) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        // SAFETY: the caller's promise.
        with_chess_position(&unsafe { sized_input(board, "position") }?, with)
    }

    fn rules_of_dtr() -> Option<DrawRules> {
        Some(Chess::fifty_moves())
    }

    fn board_size(&self) -> BoardSize {
        BoardSize { squares: 64, files: 8, ranks: 8 }
    }

    fn most_of_a_side(slice: Self::Slice) -> u32 {
        let kings = 1;
        slice.sides().map(|army| army.pieces() + kings).into_iter().max().unwrap_or(0)
    }
}
