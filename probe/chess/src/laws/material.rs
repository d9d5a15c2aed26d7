//! Conclusions from material about possible mates.

use cozy_chess::{BitBoard, Board, Color, Piece};

use crate::position::Position;

/// Returns true when nobody can ever mate with the remaining men: a dead position, article 5.2.2.
/// Other positions can be dead too; see [`can_mate`](super::can_mate).
pub fn is_dead_by_material(position: &Position) -> bool {
    is_dead(position.board())
}

/// Returns true when nobody can ever mate: there are only kings and one knight, or kings and
/// bishops on squares of one colour. A king attacked by a lone minor piece, or by bishops on
/// squares of one colour, can always move to a square of the other colour or to a neighbouring
/// square.
pub(super) fn is_dead(board: &Board) -> bool {
    let men = board.occupied() - board.pieces(Piece::King);
    let bishops = board.pieces(Piece::Bishop);
    let is_knight_alone = men.len() == 1 && board.pieces(Piece::Knight) == men;
    let is_of_one_colour =
        bishops == men && ((men & BitBoard::LIGHT_SQUARES).is_empty() || (men & BitBoard::DARK_SQUARES).is_empty());
    is_knight_alone || is_of_one_colour
}

pub(super) fn is_lone_king(board: &Board, side: Color) -> bool {
    board.colors(side).len() == 1
}

/// Returns true when the men of a side suffice to mate a lone king.
pub(super) fn mates_lone_king(board: &Board, side: Color) -> bool {
    let of = |piece| board.colored_pieces(side, piece);
    let bishops = of(Piece::Bishop);
    let minors = bishops.len() + of(Piece::Knight).len();
    let is_on_both_colours =
        !(bishops & BitBoard::LIGHT_SQUARES).is_empty() && !(bishops & BitBoard::DARK_SQUARES).is_empty();
    let has_heavy = !(of(Piece::Queen) | of(Piece::Rook) | of(Piece::Pawn)).is_empty();
    has_heavy || is_on_both_colours || minors > bishops.len() && minors > 1
}
