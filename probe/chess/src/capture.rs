//! Finds captures in positions with few pieces from the squares of the pieces, without a board of
//! the crate `cozy_chess`.

use std::ops::ControlFlow;

use cozy_chess::{
    BitBoard, Color, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use crate::material::{KINDS, Kind};
use crate::setup::Setup;

/// Maximum number of pieces that give check at the same time in a legal position.
const CHECKERS_MAX: u32 = 2;

/// The pieces of one side of a [`Setup`], including the king.
#[derive(Clone, Copy)]
struct Men {
    king: u8,
    pieces: [u64; KINDS],
    /// Colour that tells the direction of the pawns: White for the side to move, Black for the
    /// other side.
    color: Color,
}

impl Men {
    #[inline(always)]
    fn attackers(&self, square: Square, occupied: u64) -> u64 {
        let of = |kind: Kind| self.pieces[kind as usize];
        let mut found = get_king_moves(square).0 & 1 << self.king;
        // Test first whether there are sliding pieces, since most sides have few kinds of pieces.
        if of(Kind::Queen) | of(Kind::Rook) != 0 {
            found |= get_rook_moves(square, BitBoard(occupied)).0 & (of(Kind::Queen) | of(Kind::Rook));
        }
        if of(Kind::Queen) | of(Kind::Bishop) != 0 {
            found |= get_bishop_moves(square, BitBoard(occupied)).0 & (of(Kind::Queen) | of(Kind::Bishop));
        }
        found |= get_knight_moves(square).0 & of(Kind::Knight);
        found | get_pawn_attacks(square, !self.color).0 & of(Kind::Pawn)
    }

    #[inline(always)]
    fn all(&self) -> u64 {
        self.pieces.iter().fold(1 << self.king, |all, pieces| all | pieces)
    }

    fn take(&mut self, square: u64) -> Option<Kind> {
        let kind = Kind::ALL.into_iter().find(|&kind| self.pieces[kind as usize] & square != 0)?;
        self.pieces[kind as usize] ^= square;
        Some(kind)
    }
}

impl Setup {
    /// Returns true when the position is legal: the side that has just moved is not in check, and
    /// at most two pieces give check. The pieces must stand on separate squares.
    #[inline(always)]
    pub(crate) fn is_legal(&self) -> bool {
        let [own, other] = self.both();
        let occupied = own.all() | other.all();
        let is_checked = own.attackers(Square::index(other.king.into()), occupied) != 0;
        // Three checks need at least three pieces.
        let may_check = other.pieces.iter().map(|squares| squares.count_ones()).sum::<u32>() > CHECKERS_MAX;
        let checkers = || other.attackers(Square::index(own.king.into()), occupied).count_ones();
        !is_checked && (!may_check || checkers() <= CHECKERS_MAX)
    }

    #[inline(always)]
    fn both(&self) -> [Men; 2] {
        let men = |side: usize, color| Men { king: self.kings[side], pieces: self.pieces[side], color };
        [men(0, Color::White), men(1, Color::Black)]
    }

    /// Calls `each` with the position after every legal capture except en passant, until `each`
    /// breaks. Each position is turned so that the side that moves next plays up the board.
    ///
    /// # Panics
    /// Panics when a king is missing.
    #[inline]
    pub fn try_after_captures<B>(&self, mut each: impl FnMut(&Setup) -> ControlFlow<B>) -> ControlFlow<B> {
        let targets = self.pieces[1].iter().fold(0, |all, pieces| all | pieces);
        if targets == 0 {
            return ControlFlow::Continue(());
        }
        let [own, other] = self.both();
        let occupied = own.all() | other.all();
        for square in BitBoard(targets) {
            for from in BitBoard(own.attackers(square, occupied)) {
                each_after(own, other, occupied, from, square, &mut each)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Calls `each` with the position after a capture, if the capture is legal. If the capture promotes
/// a pawn, calls `each` once for each kind that the pawn can become.
fn each_after<B>(
    mut own: Men,
    mut other: Men,
    occupied: u64,
    from: Square,
    to: Square,
    each: &mut impl FnMut(&Setup) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (from_bit, to_bit) = (from.bitboard().0, to.bitboard().0);
    other.take(to_bit);
    let moved = own.take(from_bit);
    if moved.is_none() {
        own.king = to as u8;
    }
    if other.attackers(Square::index(own.king.into()), occupied ^ from_bit) != 0 {
        return ControlFlow::Continue(());
    }
    let becomes: &[Kind] = match &moved {
        None => &[],
        Some(Kind::Pawn) if to.rank() == Rank::Eighth => &Kind::PROMOTIONS,
        Some(kind) => std::slice::from_ref(kind),
    };
    if becomes.is_empty() {
        return each(&turned(&own, &other));
    }
    for &kind in becomes {
        let mut own = own;
        own.pieces[kind as usize] |= to_bit;
        each(&turned(&own, &other))?;
    }
    ControlFlow::Continue(())
}

/// Returns the position with `other` to move, turned so that this side plays up the board.
fn turned(own: &Men, other: &Men) -> Setup {
    let up = |men: &Men| men.pieces.map(u64::swap_bytes);
    Setup { kings: [other.king ^ 56, own.king ^ 56], pieces: [up(other), up(own)] }
}
