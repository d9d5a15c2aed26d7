//! Conclusions from material about possible mates.

use cozy_chess::{BitBoard, Board, Color, Piece};

use crate::position::Position;

/// Returns true when neither side can ever mate with the men on the board (a dead position by
/// material, article 5.2.2). Other positions can be dead too; see [`can_mate`](super::can_mate).
pub fn is_dead_by_material(position: &Position) -> bool {
    is_dead(position.board())
}

/// Returns true when nobody can ever mate, because there are only kings and one knight, or only
/// kings and bishops on squares of one colour. A king in check by such men always has a square to
/// move to.
pub(super) fn is_dead(board: &Board) -> bool {
    let men = board.occupied() - board.pieces(Piece::King);
    let bishops = board.pieces(Piece::Bishop);
    let is_knight_alone = men.len() == 1 && board.pieces(Piece::Knight) == men;
    let is_of_one_colour =
        bishops == men && ((men & BitBoard::LIGHT_SQUARES).is_empty() || (men & BitBoard::DARK_SQUARES).is_empty());
    is_knight_alone || is_of_one_colour
}

/// Returns true when the material proves that `side` cannot mate. There are three cases:
///
/// * `side` has only its king.
/// * `side` has one knight, and the opponent has only queens.
/// * `side` has only bishops on squares of one colour, and the opponent has only queens, rooks, and
///   bishops on squares of that colour.
///
/// In the last two cases, the opponent's men next to the mated king could always capture the man
/// that gives check, or stand in its line.
pub(super) fn cannot_mate(board: &Board, side: Color) -> bool {
    let king = board.pieces(Piece::King);
    let (own, other) = (board.colors(side) - king, board.colors(!side) - king);
    let bishops = board.pieces(Piece::Bishop);
    let is_one_knight = own.len() == 1 && own.is_subset(board.pieces(Piece::Knight));
    let has_one_colour =
        (bishops & BitBoard::LIGHT_SQUARES).is_empty() || (bishops & BitBoard::DARK_SQUARES).is_empty();
    own.is_empty()
        || is_one_knight && other.is_subset(board.pieces(Piece::Queen))
        || own.is_subset(bishops)
            && has_one_colour
            && other.is_subset(bishops | board.pieces(Piece::Rook) | board.pieces(Piece::Queen))
}

pub(super) fn mates_lone_king(board: &Board, side: Color) -> bool {
    let of = |piece| board.colored_pieces(side, piece);
    let bishops = of(Piece::Bishop);
    let minors = bishops.len() + of(Piece::Knight).len();
    let is_on_both_colours =
        !(bishops & BitBoard::LIGHT_SQUARES).is_empty() && !(bishops & BitBoard::DARK_SQUARES).is_empty();
    let has_heavy = !(of(Piece::Queen) | of(Piece::Rook) | of(Piece::Pawn)).is_empty();
    has_heavy || is_on_both_colours || minors > bishops.len() && minors > 1
}
