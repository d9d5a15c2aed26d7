//! Proves that a side cannot mate because pawns block each other. The proof computes the squares
//! that each man may ever reach.
//!
//! The method follows M. Ambrona, *A Practical Algorithm for Chess Unwinnability* (2022). The set
//! of squares of a man starts with the square on which it stands; squares to which it may move from
//! there are added until no set changes. The side to move and checks are ignored, so a set may
//! contain too many squares, but never too few. A man that can neither move nor be captured blocks
//! lines, and keeps the other king from the squares it controls.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_pawn_quiets, get_rook_moves,
};

/// A man with the squares on which it may ever stand.
struct Man {
    piece: Piece,
    color: Color,
    home: Square,
    reach: BitBoard,
    is_capturable: bool,
}

impl Man {
    fn is_fixed(&self) -> bool {
        self.reach == self.home.bitboard() && !self.is_capturable
    }

    fn stays_on_file(&self) -> bool {
        self.piece == Piece::Pawn && (self.reach & !self.home.file().bitboard()).is_empty()
    }

    /// Returns true for a pawn that is never captured and never leaves its file.
    fn is_barrier(&self) -> bool {
        self.stays_on_file() && !self.is_capturable
    }

    /// Returns the squares that the man attacks from any square that it may reach, if only
    /// `blockers` stand in its way.
    fn attacks(&self, blockers: BitBoard) -> BitBoard {
        let from = |square| match self.piece {
            Piece::Pawn => get_pawn_attacks(square, self.color),
            Piece::Knight => get_knight_moves(square),
            Piece::Bishop => get_bishop_moves(square, blockers),
            Piece::Rook => get_rook_moves(square, blockers),
            Piece::Queen => get_bishop_moves(square, blockers) | get_rook_moves(square, blockers),
            Piece::King => get_king_moves(square),
        };
        self.reach.iter().fold(BitBoard::EMPTY, |all, square| all | from(square))
    }
}

/// Returns true when a side can surely never mate, because pawns that block each other keep its men
/// from the other king.
pub(super) fn is_blocked(board: &Board, winner: Color) -> bool {
    let has_rights = |color| board.castle_rights(color).short.is_some() || board.castle_rights(color).long.is_some();
    if Color::ALL.into_iter().any(has_rights) || board.en_passant().is_some() {
        return false;
    }
    let mut men = Reaches::of_board(board);
    while men.widen() {
        if men.may_promote() {
            return false;
        }
    }
    !men.may_mate(winner)
}

/// All men with the squares that they may reach.
struct Reaches(Vec<Man>);

impl Reaches {
    fn of_board(board: &Board) -> Reaches {
        let man = |home| {
            let (piece, color) = (board.piece_on(home)?, board.color_on(home)?);
            Some(Man { piece, color, home, reach: home.bitboard(), is_capturable: false })
        };
        Reaches(board.occupied().iter().filter_map(man).collect())
    }

    fn of(&self, color: Color) -> impl Iterator<Item = &Man> {
        self.0.iter().filter(move |man| man.color == color)
    }

    fn fixed(&self, color: Color) -> BitBoard {
        self.of(color).filter(|man| man.is_fixed()).map(|man| man.home).collect()
    }

    /// Returns the squares on which men of a side, except its king, may stand.
    fn reach(&self, color: Color) -> BitBoard {
        let men = self.of(color).filter(|man| man.piece != Piece::King);
        men.fold(BitBoard::EMPTY, |all, man| all | man.reach)
    }

    /// Returns the squares that men of a side control at all times.
    fn control(&self, color: Color) -> BitBoard {
        let is_sure = |man: &&Man| man.is_fixed() && matches!(man.piece, Piece::Pawn | Piece::Knight);
        self.of(color).filter(is_sure).fold(BitBoard::EMPTY, |all, man| all | man.attacks(BitBoard::EMPTY))
    }

    fn may_promote(&self) -> bool {
        let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
        self.0.iter().any(|man| man.piece == Piece::Pawn && !(man.reach & ends).is_empty())
    }

    /// Adds the squares that each man may reach by one more move. Returns false when nothing
    /// changes.
    fn widen(&mut self) -> bool {
        let fixed = Color::ALL.map(|color| self.fixed(color));
        let reach = Color::ALL.map(|color| self.reach(color));
        let control = Color::ALL.map(|color| self.control(color));
        let blockers = fixed[0] | fixed[1];
        let barriers = Color::ALL
            .map(|color| self.of(color).filter(|man| man.is_barrier()).map(|man| man.home).collect::<BitBoard>());
        let mut captures = [BitBoard::EMPTY; Color::NUM];
        let mut has_changed = false;
        for man in &mut self.0 {
            let (own, other) = (man.color as usize, !man.color as usize);
            let mut to = man.attacks(blockers) & !fixed[own];
            match man.piece {
                Piece::Pawn => to &= reach[other],
                Piece::King => to &= !control[other],
                _ => {}
            }
            captures[own] |= to;
            if man.piece == Piece::Pawn {
                // Pawns that stay on a file do not pass each other.
                let in_front = if man.stays_on_file() { barriers[other] } else { BitBoard::EMPTY };
                let quiet = |square| get_pawn_quiets(square, man.color, blockers | in_front);
                to = man.reach.iter().fold(to, |all, square| all | quiet(square));
            }
            has_changed |= !(to & !man.reach).is_empty();
            man.reach |= to;
        }
        for man in &mut self.0 {
            let is_hit = !(captures[!man.color as usize] & man.reach).is_empty() && man.piece != Piece::King;
            has_changed |= is_hit && !man.is_capturable;
            man.is_capturable |= is_hit;
        }
        has_changed
    }

    /// Returns true when `winner` may mate: a square that the other king may reach may be attacked,
    /// and every square next to it may be attacked or occupied by a man of the other side.
    fn may_mate(&self, winner: Color) -> bool {
        let Some(king) = self.of(!winner).find(|man| man.piece == Piece::King) else { return true };
        let blockers = (self.fixed(winner) | self.fixed(!winner)) & !king.home.bitboard();
        let attacks = |man: &Man| man.attacks(blockers);
        let checks =
            self.of(winner).filter(|man| man.piece != Piece::King).fold(BitBoard::EMPTY, |all, man| all | attacks(man));
        let covered = self.of(winner).fold(self.reach(!winner), |all, man| all | attacks(man));
        (king.reach & checks).iter().any(|square| (get_king_moves(square) & !covered).is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::super::mating::{Mating, searched};
    use super::*;
    use crate::position::Position;

    fn blocks(fen: &str) -> [bool; 2] {
        let position = Position::parse_fen(fen).expect("a FEN");
        Color::ALL.map(|winner| is_blocked(position.board(), winner))
    }

    #[test]
    fn men_behind_blocked_pawns_cannot_mate() {
        for (fen, expected) in [
            ("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1", [true, true]),
            ("4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w - - 0 1", [true, true]),
            // Pawns that stand apart on a file do not pass each other.
            ("2k5/p1p1p1p1/P1P1P1P1/2p5/8/8/2P5/4K3 w - - 0 1", [true, true]),
            // A pawn that moves on may be taken where it then stands.
            ("8/p1p5/2p4k/PpP1p1p1/1P2P1P1/8/8/7K b - - 0 1", [false, false]),
            // The bishop captures the pawns on squares of its colour.
            ("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/3BK3 w - - 0 1", [false, false]),
            // The pawns leave a gap, a knight jumps over them, or a file is open.
            ("4k3/8/8/p1p3p1/P1P3P1/8/8/4K3 w - - 0 1", [false, false]),
            ("4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K1N1 w - - 0 1", [false, false]),
            ("4k3/8/2p1p1p1/1pPpPpPp/1P1P1P1P/8/8/R3K3 w - - 0 1", [false, false]),
        ] {
            assert_eq!(blocks(fen), expected, "{fen}");
        }
    }

    /// Returns a FEN with pawns that block each other, kings and pieces, chosen at random.
    fn random_fen(random: &mut fastrand::Rng) -> String {
        let mut board = [['.'; 8]; 8];
        for file in (0..8).filter(|_| random.u8(..4) > 0).collect::<Vec<usize>>() {
            let rank = random.usize(1..6);
            (board[rank][file], board[rank + 1][file]) = ('P', 'p');
        }
        for man in ['K', 'k', 'B', 'b', 'N', 'r'].into_iter().take(2 + random.usize(..5)) {
            let (rank, file) = (random.usize(..8), random.usize(..8));
            if board[rank][file] == '.' {
                board[rank][file] = man;
            }
        }
        let row = |rank: &[char; 8]| rank.iter().collect::<String>();
        let text = board.iter().rev().map(row).collect::<Vec<_>>().join("/");
        let text = (1..=8).rev().fold(text, |text, count| text.replace(&".".repeat(count), &count.to_string()));
        format!("{text} {} - - 0 1", if random.bool() { 'w' } else { 'b' })
    }

    #[test]
    fn no_mate_is_found_where_pawns_block_it() {
        let mut random = fastrand::Rng::with_seed(47);
        let mut blocked = 0;
        while blocked < 40 {
            let Ok(position) = Position::parse_fen(&random_fen(&mut random)) else { continue };
            for winner in Color::ALL {
                if is_blocked(position.board(), winner) {
                    let found = searched(&position, Some(winner), 3000, &|_| true);
                    assert!(!matches!(found, Mating::Possible(_)), "{}: {found:?}", position.fen());
                    blocked += 1;
                }
            }
        }
    }
}
