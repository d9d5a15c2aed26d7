//! Estimates how near a mate is.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::material::mates_lone_king;
use super::steps::steps;

const ARMY_MAX: i32 = 16;

/// Estimates how near a mate by a side is; a greater value is nearer. The estimate decides only the
/// order of the search.
pub(super) fn estimate_nearness(board: &Board, side: Color) -> i32 {
    let (own, other) = (board.king(side), board.king(!side));
    let men = |piece: Piece| board.colored_pieces(side, piece);
    let count = |men: BitBoard, most: u32| men.len().min(most) as i32;
    let advance = |pawn: Square| pawn.rank().relative_to(side) as i32;
    let heavy = men(Piece::Queen) | men(Piece::Rook);
    let is_check = board.side_to_move() != side && !board.checkers().is_empty();
    let mut nearness = 30 * count(men(Piece::Queen), 2) + 15 * count(men(Piece::Rook), 2) + 4 * i32::from(is_check);
    nearness += 3 * men(Piece::Pawn).iter().map(advance).max().unwrap_or_default();
    nearness -= 2 * heavy.iter().map(|man| steps(man, other)).min().unwrap_or_default();
    nearness -= 6 * count(flights(board, side), 8);
    let mates_alone = mates_lone_king(board, side);
    if mates_alone {
        nearness += 20 * (ARMY_MAX - board.colors(!side).len() as i32);
    }
    if mates_alone && !(heavy | men(Piece::Pawn)).is_empty() {
        // A mate is nearer when the other king is on the edge and the own king beside it.
        return nearness - from_edge(other) * 4 - steps(own, other) * 3;
    }
    let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
    nearness + corners.into_iter().map(|corner| cornered(board, side, corner)).max().unwrap_or_default()
}

/// Returns the squares to which the king of the opponent of `side` could still move.
fn flights(board: &Board, side: Color) -> BitBoard {
    let king = board.king(!side);
    let blockers = board.occupied() & !king.bitboard();
    let attacked = |square: Square| {
        let pawns = get_pawn_attacks(square, !side) & board.pieces(Piece::Pawn);
        let knights = get_knight_moves(square) & board.pieces(Piece::Knight);
        let kings = get_king_moves(square) & board.pieces(Piece::King);
        let straight = get_rook_moves(square, blockers) & (board.pieces(Piece::Rook) | board.pieces(Piece::Queen));
        let slanting = get_bishop_moves(square, blockers) & (board.pieces(Piece::Bishop) | board.pieces(Piece::Queen));
        !((pawns | knights | kings | straight | slanting) & board.colors(side)).is_empty()
    };
    let free = get_king_moves(king) & !board.colors(!side);
    free.iter().filter(|&square| !attacked(square)).collect()
}

/// Estimates how near a mate in `corner` is; a greater value is nearer. In such a mate, men of the
/// mated side stand on the squares next to their king, so men of both sides must come near the
/// corner. Queens and rooks of the mated side make the mate less likely, because they could capture
/// the man that gives check.
fn cornered(board: &Board, side: Color, corner: Square) -> i32 {
    let (own, other) = (board.king(side), board.king(!side));
    let nearest = |men: BitBoard| men.iter().map(|man| steps(man, corner)).min().unwrap_or(8);
    let count = |men: BitBoard, most: u32| men.len().min(most) as i32;
    let hemming = board.colors(!side) & !other.bitboard();
    let minor = board.colors(side) & !own.bitboard() & !board.pieces(Piece::Pawn);
    let is_light = BitBoard::LIGHT_SQUARES.has(corner);
    let of_corner = if is_light { BitBoard::LIGHT_SQUARES } else { BitBoard::DARK_SQUARES };
    let reaches = !(minor & (of_corner | !board.pieces(Piece::Bishop))).is_empty() || minor.is_empty();
    let mut nearness = if reaches { 0 } else { -40 };
    nearness -= 4 * steps(other, corner) + 3 * steps(own, corner).max(2) + 2 * nearest(minor) + 3 * nearest(hemming);
    nearness += 8 * count(get_king_moves(other) & board.colors(!side), 2);
    nearness - 6 * count(hemming & board.pieces(Piece::Queen), 3) - 3 * count(hemming & board.pieces(Piece::Rook), 3)
}

/// Returns a measure of a king's distance from the edge and the corner: twice the steps to the
/// nearest edge, plus the steps to the second nearest edge.
fn from_edge(square: Square) -> i32 {
    let of = |place: i32, last: usize| place.min(last as i32 - 1 - place);
    let (file, rank) = (of(square.file() as i32, File::NUM), of(square.rank() as i32, Rank::NUM));
    2 * file.min(rank) + file.max(rank)
}
