//! What men alone say of mates.

use cozy_chess::{BitBoard, Board, Color, Piece};

use crate::position::Position;

/// Whether nobody can ever mate with the men that are left: a dead position, article 5.2.2. Other
/// positions may be dead, too; see [`can_mate`](super::can_mate).
pub fn is_dead_by_material(position: &Position) -> bool {
    is_dead(position.board())
}

/// Whether nobody can ever mate: there are only kings and one knight, or kings and bishops of one
/// colour of squares. A king who is attacked by a lone minor piece, or by bishops that all stand on
/// squares of one colour, always has a square of the other colour or a neighbour to go to.
pub(super) fn is_dead(board: &Board) -> bool {
    let men = board.occupied() - board.pieces(Piece::King);
    let bishops = board.pieces(Piece::Bishop);
    let is_knight_alone = men.len() == 1 && board.pieces(Piece::Knight) == men;
    let is_of_one_colour =
        bishops == men && ((men & BitBoard::LIGHT_SQUARES).is_empty() || (men & BitBoard::DARK_SQUARES).is_empty());
    is_knight_alone || is_of_one_colour
}

/// Whether a side has nothing but its king.
pub(super) fn is_lone_king(board: &Board, side: Color) -> bool {
    board.colors(side).len() == 1
}

/// Whether the men of a side suffice to mate a lone king.
pub(super) fn mates_lone_king(board: &Board, side: Color) -> bool {
    let of = |piece| board.colored_pieces(side, piece);
    let bishops = of(Piece::Bishop);
    let minors = bishops.len() + of(Piece::Knight).len();
    let is_on_both_colours =
        !(bishops & BitBoard::LIGHT_SQUARES).is_empty() && !(bishops & BitBoard::DARK_SQUARES).is_empty();
    let has_heavy = !(of(Piece::Queen) | of(Piece::Rook) | of(Piece::Pawn)).is_empty();
    has_heavy || is_on_both_colours || minors > bishops.len() && minors > 1
}
