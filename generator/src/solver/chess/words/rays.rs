//! Moves of pieces as sets of squares.

use peatee_chess::Kind;
use peatee_chess::cozy_chess::{
    BitBoard, Color, Square, get_between_rays, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

#[inline(always)]
pub fn squares(mut word: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = word.trailing_zeros() as u8;
        word &= word.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}

#[inline(always)]
fn square(number: u8) -> Square {
    Square::index_const(number as usize)
}

#[inline(always)]
pub fn attacks(kind: Kind, color: usize, from: u8, occupied: u64) -> u64 {
    let (from, blockers) = (square(from), BitBoard(occupied));
    let color = if color == 0 { Color::White } else { Color::Black };
    match kind {
        Kind::Queen => get_rook_moves(from, blockers).0 | get_bishop_moves(from, blockers).0,
        Kind::Rook => get_rook_moves(from, blockers).0,
        Kind::Bishop => get_bishop_moves(from, blockers).0,
        Kind::Knight => get_knight_moves(from).0,
        Kind::Pawn => get_pawn_attacks(from, color).0,
    }
}

#[inline(always)]
pub fn king_moves(from: u8) -> u64 {
    get_king_moves(square(from)).0
}

/// Returns the squares between two squares on a common line; the empty set for squares that share
/// no line.
#[inline(always)]
pub fn between(one: u8, other: u8) -> u64 {
    get_between_rays(square(one), square(other)).0
}

#[inline(always)]
pub fn neighbours(word: u64) -> u64 {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = FILE_A << 7;
    let beside = (word & !FILE_H) << 1 | (word & !FILE_A) >> 1;
    let row = word | beside;
    beside | row << 8 | row >> 8
}
