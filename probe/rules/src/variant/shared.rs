//! Rules and notations shared by several variants, named for their content.

use super::columns::{Jump, Notation, PieceRule, Quiet, Region, SquareNames};
use crate::board::{Board, BoardLines, Directions, Shade};
use crate::piece::Kind;

/// 8x8 board on which the squares of the shade of a1 are in play.
pub const DARK_8X8: Board = Board { files: 8, ranks: 8, shade: Shade::Dark, lines: BoardLines::Everywhere };
/// 8x8 board on which the squares of the shade of h1 are in play.
pub const LIGHT_8X8: Board = Board { files: 8, ranks: 8, shade: Shade::Light, lines: BoardLines::Everywhere };
/// 8x8 board on which every square is in play.
pub const ALL_8X8: Board = Board { files: 8, ranks: 8, shade: Shade::All, lines: BoardLines::Everywhere };
/// 10x10 board on which the squares of the shade of a1 are in play.
pub const DARK_10X10: Board = Board { files: 10, ranks: 10, shade: Shade::Dark, lines: BoardLines::Everywhere };

const ALL_KINDS: &[Kind] = &Kind::ALL;

/// A man that moves one square diagonally forward and captures only forward.
pub const MAN_FORWARD: PieceRule = PieceRule {
    quiet: Quiet::Step,
    quiet_directions: Directions::FORWARD_DIAGONALS,
    jump: Jump::Short,
    first_jump_directions: Directions::FORWARD_DIAGONALS,
    next_jump_directions: Directions::FORWARD_DIAGONALS,
    victims: ALL_KINDS,
    capture_becomes: None,
    region: Region::NotPromotion,
    frozen_on_last_row: false,
    stops_behind_king: false,
};

/// A man that moves one square diagonally forward and captures on all four diagonals.
pub const MAN_CAPTURING_BACK: PieceRule = PieceRule {
    first_jump_directions: Directions::DIAGONALS,
    next_jump_directions: Directions::DIAGONALS,
    ..MAN_FORWARD
};

/// A king that moves one square on any diagonal and captures a neighbour.
pub const SHORT_KING: PieceRule = PieceRule {
    quiet: Quiet::Step,
    quiet_directions: Directions::DIAGONALS,
    jump: Jump::Short,
    first_jump_directions: Directions::DIAGONALS,
    next_jump_directions: Directions::DIAGONALS,
    victims: ALL_KINDS,
    capture_becomes: None,
    region: Region::Anywhere,
    frozen_on_last_row: false,
    stops_behind_king: false,
};

/// A king that moves any distance on a diagonal, captures at any distance and lands on any empty
/// square behind.
pub const FLYING_KING: PieceRule = PieceRule { quiet: Quiet::Slide, jump: Jump::Flying, ..SHORT_KING };

/// Notation with square numbers from the top left, `-` for quiet moves and `x` for captures.
pub const NUMERIC: Notation = Notation {
    squares: SquareNames::TopLeft,
    quiet: '-',
    capture: 'x',
    game_type: None,
    hub_name: None,
    win_points: 2,
};
/// Notation with squares `a1` to `h8`, `-` for quiet moves and `x` for captures.
pub const ALGEBRAIC: Notation = Notation { squares: SquareNames::Algebraic, ..NUMERIC };
