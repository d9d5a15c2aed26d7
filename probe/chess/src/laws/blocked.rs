//! Proves that a side cannot mate because pawns block each other. The proof computes the squares
//! that each man may ever reach.
//!
//! The method follows M. Ambrona, *A Practical Algorithm for Chess Unwinnability* (2022). The set
//! of squares of a man starts with its present square. Squares to which it may move from there are
//! added until no set changes. Checks are ignored, so a set may contain too many squares, but never
//! too few. A man that can neither move nor be captured blocks lines, and keeps the other king from
//! the squares it controls. Unlike the paper, the proof keeps the squares of both kings together
//! with the side to move ([`Kings`]). It also checks whether there are enough men to block the
//! squares next to a mated king.

use std::collections::VecDeque;

use cozy_chess::{
    BitBoard, Board, Color, File, GameStatus, Piece, Rank, Square, get_between_rays, get_king_moves, get_pawn_quiets,
};
use rustc_hash::FxHashSet;

use super::kings::Kings;
use super::material::cannot_mate;
use super::repetition::PositionKey;
use crate::attacks::attacks;

/// A man that is not a king, with the squares on which it may ever stand.
struct Man {
    piece: Piece,
    color: Color,
    home: Square,
    reach: BitBoard,
    is_capturable: bool,
    /// True for a pawn that may promote. After the promotion, the man may reach and attack every
    /// square.
    may_promote: bool,
}

impl Man {
    fn moves(&self) -> bool {
        self.reach != self.home.bitboard()
    }

    fn is_fixed(&self) -> bool {
        !self.moves() && !self.is_capturable
    }

    fn stays_on_file(&self) -> bool {
        self.piece == Piece::Pawn && (self.reach & !self.home.file().bitboard()).is_empty()
    }

    /// Returns true for a pawn that is never captured and never leaves its file. Opposing pawns on
    /// the file cannot pass it.
    fn is_barrier(&self) -> bool {
        self.stays_on_file() && !self.is_capturable
    }

    fn is_slider(&self) -> bool {
        matches!(self.piece, Piece::Bishop | Piece::Rook | Piece::Queen)
    }

    fn attacks_from(&self, square: Square, blockers: BitBoard) -> BitBoard {
        attacks(self.piece, self.color, square, blockers)
    }

    /// Returns the squares that the man attacks from any square that it may reach, if only
    /// `blockers` stand in its way.
    fn attacks(&self, blockers: BitBoard) -> BitBoard {
        if self.may_promote {
            return BitBoard::FULL;
        }
        self.reach.iter().fold(BitBoard::EMPTY, |all, square| all | self.attacks_from(square, blockers))
    }
}

/// Returns true when a side can surely never mate, because pawns that block each other keep its men
/// from the other king.
pub(super) fn is_blocked(board: &Board, winner: Color) -> bool {
    !has_open_file(board, winner)
        && !is_mated(board, winner)
        && Reaches::of_board(board, winner).is_some_and(|reaches| !reaches.may_mate(winner))
}

/// Returns true when `winner` has mated the other side.
pub(super) fn is_mated(board: &Board, winner: Color) -> bool {
    board.side_to_move() != winner && board.status() == GameStatus::Won
}

/// Returns true when a pawn of `winner` has only empty squares in front of it. It may promote, so
/// that [`Reaches::of_board`] finds no proof.
fn has_open_file(board: &Board, winner: Color) -> bool {
    let men = board.occupied();
    board.colored_pieces(winner, Piece::Pawn).iter().any(|pawn| {
        let end = Square::new(pawn.file(), Rank::Eighth.relative_to(winner));
        (men & (get_between_rays(pawn, end) | end.bitboard())).is_empty()
    })
}

const BLOCKED_SOON_MAX: usize = 40;

/// Returns true when `winner` can surely never mate, because pawns will block the board within a
/// few moves. Every line of moves then leads to a position in which [`is_blocked`] holds or
/// `winner` has too few men to mate. Returns false also when more than [`BLOCKED_SOON_MAX`]
/// positions arise.
pub(super) fn is_blocked_soon(board: &Board, winner: Color) -> bool {
    let mut open = VecDeque::from([board.clone()]);
    let mut seen = FxHashSet::from_iter([PositionKey::of_board(board)]);
    while let Some(board) = open.pop_front() {
        if cannot_mate(&board, winner) || is_blocked(&board, winner) {
            continue;
        }
        if is_mated(&board, winner) || seen.len() > BLOCKED_SOON_MAX {
            return false;
        }
        board.generate_moves(|moves| {
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                if seen.insert(PositionKey::of_board(&after)) {
                    open.push_back(after);
                }
            }
            false
        });
    }
    true
}

/// A right to castle.
struct Castling {
    color: Color,
    rook: Square,
    rook_to: Square,
    king_to: Square,
    /// Squares that must be empty, apart from king and rook.
    path: BitBoard,
}

/// Returns the rights to castle that are left.
fn castlings(board: &Board) -> Vec<Castling> {
    let of = |color: Color| {
        let rights = board.castle_rights(color);
        let sides = [(rights.short, File::G, File::F), (rights.long, File::C, File::D)];
        sides.into_iter().filter_map(move |(rook, king_to, rook_to)| {
            let on = |file| Square::new(file, Rank::First.relative_to(color));
            rook.map(|rook| {
                let (rook, king) = (on(rook), board.king(color));
                let (rook_to, king_to) = (on(rook_to), on(king_to));
                let way = get_between_rays(king, rook) | rook_to.bitboard() | king_to.bitboard();
                Castling { color, rook, rook_to, king_to, path: way - king.bitboard() - rook.bitboard() }
            })
        })
    };
    Color::ALL.into_iter().flat_map(of).collect()
}

pub(super) struct Reaches {
    men: Vec<Man>,
    kings: Kings,
    /// Rights to castle that have not been used yet. A right stays unused while a man that never
    /// moves is in the way.
    castlings: Vec<Castling>,
}

impl Reaches {
    /// Finds the squares that each man may ever reach. Returns `None` if a right to capture en
    /// passant is left, or if a pawn of `winner` may promote.
    pub(super) fn of_board(board: &Board, winner: Color) -> Option<Reaches> {
        if board.en_passant().is_some() {
            return None;
        }
        let man = |home| {
            let (piece, color) = (board.piece_on(home)?, board.color_on(home)?);
            Some(Man { piece, color, home, reach: home.bitboard(), is_capturable: false, may_promote: false })
        };
        let men = board.occupied() & !board.pieces(Piece::King);
        let mut reaches = Reaches {
            men: men.iter().filter_map(man).collect(),
            kings: Kings::of_board(board),
            castlings: castlings(board),
        };
        while reaches.widen() {
            if reaches.of(winner).any(|man| man.may_promote) {
                return None;
            }
        }
        Some(reaches)
    }

    pub(super) fn may_stand(&self, color: Color, piece: Piece, square: Square) -> bool {
        match piece {
            Piece::King => self.kings.reach(color).has(square),
            _ => self.of(color).any(|man| (man.piece == piece || man.may_promote) && man.reach.has(square)),
        }
    }

    fn of(&self, color: Color) -> impl Iterator<Item = &Man> {
        self.men.iter().filter(move |man| man.color == color)
    }

    fn homes(&self, color: Color, are: impl Fn(&Man) -> bool) -> BitBoard {
        self.of(color).filter(|man| are(man)).map(|man| man.home).collect()
    }

    /// Returns the squares of men of a side that never move and are never captured.
    fn fixed(&self, color: Color) -> BitBoard {
        let king = self.kings.reach(color);
        self.homes(color, Man::is_fixed) | if king.len() == 1 { king } else { BitBoard::EMPTY }
    }

    fn reach(&self, color: Color) -> BitBoard {
        self.of(color).fold(BitBoard::EMPTY, |all, man| all | man.reach)
    }

    /// Returns the squares that the fixed men of a side attack: the men that never move and are
    /// never captured. Of each line of a fixed queen, rook or bishop, only the first square counts
    /// as attacked.
    fn control(&self, color: Color) -> BitBoard {
        let fixed = self.of(color).filter(|man| man.is_fixed());
        fixed.fold(BitBoard::EMPTY, |all, man| all | man.attacks(BitBoard::FULL))
    }

    /// Adds to the set of each man the squares that the man may reach by one more move. The kings
    /// move only when no other man reaches a new square, because their moves take longest to
    /// compute and a promotion is usually found without them. Returns false when no set changes.
    fn widen(&mut self) -> bool {
        let fixed = Color::ALL.map(|color| self.fixed(color));
        self.widen_men(fixed) || self.widen_kings(fixed)
    }

    fn widen_kings(&mut self, fixed: [BitBoard; Color::NUM]) -> bool {
        let control = Color::ALL.map(|color| self.control(color));
        let moves = Color::ALL.map(|color| self.of(color).any(Man::moves));
        let open = Color::ALL.map(|color| !fixed[color as usize] & !control[!color as usize]);
        self.kings.widen(open, moves)
    }

    fn widen_men(&mut self, fixed: [BitBoard; Color::NUM]) -> bool {
        let reach = Color::ALL.map(|color| self.reach(color));
        let barriers = Color::ALL.map(|color| self.homes(color, Man::is_barrier));
        let mut has_changed = self.castle(fixed[0] | fixed[1]);
        let mut captures = Color::ALL.map(|color| self.kings.captures(color));
        for man in &mut self.men {
            let (own, other) = (man.color as usize, !man.color as usize);
            let attacks = man.attacks(fixed[0] | fixed[1]) & !fixed[own];
            let mut to = attacks;
            if man.piece == Piece::Pawn && !man.may_promote {
                to &= reach[other];
            }
            captures[own] |= to;
            if man.piece == Piece::Pawn {
                // Pawns that stay on a file do not pass each other.
                let in_front = if man.stays_on_file() { barriers[other] } else { BitBoard::EMPTY };
                let quiet = |square| get_pawn_quiets(square, man.color, fixed[0] | fixed[1] | in_front);
                to = man.reach.iter().fold(to, |all, square| all | quiet(square));
                man.may_promote |= !((man.reach | to) & Rank::Eighth.relative_to(man.color).bitboard()).is_empty();
            }
            has_changed |= !(to & !man.reach).is_empty();
            man.reach |= to;
        }
        for man in &mut self.men {
            let is_hit = !(captures[!man.color as usize] & man.reach).is_empty();
            has_changed |= is_hit && !man.is_capturable;
            man.is_capturable |= is_hit;
        }
        has_changed
    }

    /// Adds the squares that castling leads to, if no square of `fixed` is in the way. These are
    /// the squares of men that never move and are never captured. Returns false when nothing
    /// changes.
    fn castle(&mut self, fixed: BitBoard) -> bool {
        let (free, stuck): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.castlings).into_iter().partition(|castling| castling.path.is_disjoint(fixed));
        self.castlings = stuck;
        for Castling { color, rook, rook_to, king_to, .. } in &free {
            self.kings.castles(*color, *king_to);
            let rooks = self.men.iter_mut().filter(|man| man.home == *rook);
            rooks.for_each(|man| man.reach |= rook_to.bitboard());
        }
        !free.is_empty()
    }

    fn may_mate(&self, winner: Color) -> bool {
        // A king is no blocker, because a check along a line continues behind the king.
        let blockers =
            Color::ALL.into_iter().fold(BitBoard::EMPTY, |all, color| all | self.homes(color, Man::is_fixed));
        let attacks = |men: &dyn Fn(&Man) -> bool| {
            let men = self.of(winner).filter(|man| men(man));
            men.fold(BitBoard::EMPTY, |all, man| all | man.attacks(blockers))
        };
        let all = attacks(&|_| true);
        // A man that never moves gives check only along a line that another man has left.
        let checks = attacks(&|man| man.moves() || man.is_slider());
        let moves = self.of(winner).any(Man::moves);
        let pairs = self.kings.pairs_to_move(!winner, winner);
        pairs.into_iter().any(|[own, other]| {
            let is_checked = moves && checks.has(other) && self.kings.may_be([own, other], winner, winner)
                || self.discovers([own, other], winner, blockers);
            is_checked && self.may_cover(get_king_moves(other) & !get_king_moves(own) & !all, !winner)
        })
    }

    /// Returns true when the king of `winner`, by moving to `own`, may open a line that gives check
    /// to the other king on `other`.
    fn discovers(&self, [own, other]: [Square; 2], winner: Color, blockers: BitBoard) -> bool {
        let from = get_king_moves(own).iter().filter(|&from| self.kings.may_be([from, other], winner, winner));
        let opens = |from: Square, man: &Man| {
            let line = man.attacks_from(from, blockers);
            line.has(other) && (line & man.reach).iter().any(|square| get_between_rays(square, other).has(from))
        };
        from.into_iter().any(|from| self.of(winner).any(|man| man.is_slider() && opens(from, man)))
    }

    /// Returns true when men of `side` may stand on all of `squares` at the same time.
    fn may_cover(&self, squares: BitBoard, side: Color) -> bool {
        let men: Vec<BitBoard> = self.of(side).map(|man| man.reach & squares).collect();
        let mut holds = vec![None; men.len()];
        squares.iter().all(|square| assign(square, &men, &mut holds, &mut BitBoard::EMPTY.clone()))
    }
}

/// Finds a man for `square` among men that each hold at most one square. If a man that may stand on
/// `square` holds another square, finds a new man for that square first (an augmenting path of a
/// bipartite matching). `men` has the squares on which each man may stand. Returns false when no
/// man can get `square`.
fn assign(square: Square, men: &[BitBoard], holds: &mut [Option<Square>], tried: &mut BitBoard) -> bool {
    if tried.has(square) {
        return false;
    }
    *tried |= square.bitboard();
    for man in 0..men.len() {
        if men[man].has(square) && holds[man].is_none_or(|other| assign(other, men, holds, tried)) {
            holds[man] = Some(square);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn blocks(fen: &str) -> [bool; 2] {
        let position = Position::parse_fen(fen).expect("a FEN");
        Color::ALL.map(|winner| is_blocked(position.board(), winner))
    }

    #[test]
    fn pawns_on_open_files_are_found_to_promote() {
        let mut position = Position::start();
        let mut open = 0;
        for ply in 0..400 {
            for winner in Color::ALL.into_iter().filter(|&winner| has_open_file(position.board(), winner)) {
                assert!(Reaches::of_board(position.board(), winner).is_none(), "{}", position.fen());
                open += 1;
            }
            let moves = position.moves();
            let Some(&mv) = moves.get(ply * 7919 % moves.len().max(1)) else { break };
            position = position.after(mv);
        }
        assert!(open > 100, "{open}");
    }

    #[test]
    fn men_behind_blocked_pawns_cannot_mate() {
        for (fen, expected) in [
            ("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1", [true, true]),
            ("4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w - - 0 1", [true, true]),
            // Pawns that stand apart on a file do not pass each other.
            ("2k5/p1p1p1p1/P1P1P1P1/2p5/8/8/2P5/4K3 w - - 0 1", [true, true]),
            // A pawn that can still advance may be captured on a later square.
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
}
