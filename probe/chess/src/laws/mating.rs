//! Searches for a mate by any series of legal moves, good or bad.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::blocked::is_blocked;
use super::material::{is_dead, is_lone_king, mates_lone_king};
use super::repetition::Sameness;
use crate::position::Position;

/// Default limit for the number of positions of a search; such a search takes some seconds and a
/// quarter of a gigabyte.
pub const POSITIONS_MAX_DEFAULT: usize = 1_000_000;

/// Limit for the number of positions of a search that only shows a mate known to be possible.
pub const LINE_POSITIONS_MAX: usize = 20_000;

/// Number of positions between two calls that ask whether the search may continue. The search takes
/// well below a millisecond for this number of positions.
const POSITIONS_UNTIL_ASKED: usize = 128;

/// Proof that a side cannot mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MateProof {
    /// The side has only its king, or there are only kings and one knight, or kings and bishops on
    /// squares of one colour.
    Material,
    /// Pawns that block each other keep the men of the side from the other king.
    Blocked,
    /// Endgame tables show that the side can never mate.
    Tables,
    /// A search through all positions that can arise by legal moves found no mate.
    AllPositions {
        /// Number of positions that the search examined.
        positions: usize,
    },
}

impl MateProof {
    /// Returns the proof in words, such as "the men that are left cannot mate".
    pub fn text(self) -> String {
        match self {
            MateProof::Material => "the men that are left cannot mate".to_owned(),
            MateProof::Blocked => "pawns that block each other keep the men from the king".to_owned(),
            MateProof::Tables => "by the tables no series of legal moves leads to a mate".to_owned(),
            MateProof::AllPositions { positions } => {
                format!("none of the {positions} positions that legal moves lead to is a mate")
            }
        }
    }
}

/// Answer to whether a mate is still possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mating {
    /// A mate is possible by these moves.
    Possible(Vec<Move>),
    /// No series of legal moves leads to a mate.
    Impossible(MateProof),
    /// The search has reached its limit, or was stopped, without an answer.
    NotDecided {
        /// Number of positions that the search examined.
        positions: usize,
    },
}

/// Searches for a mate by `side`, or by either side if `side` is `None`, through any series of
/// legal moves of both sides. Examines up to `positions_max` positions, promising ones first. Draws
/// by move counts and repetition are ignored.
pub fn can_mate(position: &Position, side: Option<Color>, positions_max: usize) -> Mating {
    can_mate_within(position, side, positions_max, &|_| true)
}

/// Searches like [`can_mate`], but can be stopped by the caller: the search regularly calls
/// `goes_on` with the number of positions since the last call, and stops when it returns false.
pub fn can_mate_within(
    position: &Position,
    side: Option<Color>,
    positions_max: usize,
    goes_on: &dyn Fn(usize) -> bool,
) -> Mating {
    let board = position.board();
    if is_dead(board) || side.is_some_and(|side| is_lone_king(board, side)) {
        return Mating::Impossible(MateProof::Material);
    }
    if Color::ALL.into_iter().all(|winner| side.is_some_and(|side| side != winner) || is_blocked(board, winner)) {
        return Mating::Impossible(MateProof::Blocked);
    }
    searched(position, side, positions_max, goes_on)
}

/// Searches for a mate like [`can_mate_within`], but does not try the proofs by material and by
/// blocked pawns first.
pub(super) fn searched(
    position: &Position,
    side: Option<Color>,
    positions_max: usize,
    goes_on: &dyn Fn(usize) -> bool,
) -> Mating {
    let board = position.board();
    let mut search = Search { side, seen: HashSet::new(), nodes: Vec::new(), open: BinaryHeap::new() };
    search.add(board.clone(), None);
    let mut told = 0;
    while let Some((_, Reverse(place))) = search.open.pop() {
        let position = Position::new(search.nodes[place].board.clone(), 0, 1);
        let moves = position.moves();
        if moves.is_empty() && position.is_check() {
            let winner = !position.side_to_move();
            if side.is_none_or(|side| side == winner) {
                return Mating::Possible(search.line(place));
            }
        }
        for mv in moves {
            let mut after = position.board().clone();
            after.play_unchecked(mv);
            search.add(after, Some((place, mv)));
        }
        if search.nodes.len() > positions_max {
            return Mating::NotDecided { positions: positions_max };
        }
        let untold = search.nodes.len() - told;
        if untold >= POSITIONS_UNTIL_ASKED {
            told += untold;
            if !goes_on(untold) {
                return Mating::NotDecided { positions: told };
            }
        }
    }
    Mating::Impossible(MateProof::AllPositions { positions: search.nodes.len() })
}

/// A search that always continues from the most promising position.
struct Search {
    side: Option<Color>,
    /// The positions that the search has met, complete instead of as hashes, because a hash
    /// collision could hide a mate.
    seen: HashSet<Sameness>,
    nodes: Vec<Node>,
    /// Indices of the nodes whose moves were not tried yet, the most promising first; among equals,
    /// the oldest first.
    open: BinaryHeap<(i32, Reverse<usize>)>,
}

struct Node {
    board: Board,
    from: Option<(usize, Move)>,
}

impl Search {
    fn add(&mut self, board: Board, from: Option<(usize, Move)>) {
        // These positions are left out, because no mate can follow from them.
        let is_hopeless = is_dead(&board) || self.side.is_some_and(|side| is_lone_king(&board, side));
        if is_hopeless || !self.seen.insert(Sameness::of_board(&board)) {
            return;
        }
        let promise = match self.side {
            Some(side) => promise(&board, side),
            None => promise(&board, Color::White).max(promise(&board, Color::Black)),
        };
        self.open.push((promise, Reverse(self.nodes.len())));
        self.nodes.push(Node { board, from });
    }

    /// Returns the moves from the first position of the search to the node with index `place`.
    fn line(&self, mut place: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some((from, mv)) = self.nodes[place].from {
            moves.push(mv);
            place = from;
        }
        moves.reverse();
        moves
    }
}

/// Maximal number of men of a side.
const ARMY_MAX: i32 = 16;

/// Estimates how near a mate by a side is. The estimate decides only the order of the search.
fn promise(board: &Board, side: Color) -> i32 {
    let (own, other) = (board.king(side), board.king(!side));
    let men = |piece: Piece| board.colored_pieces(side, piece);
    let count = |men: BitBoard, most: u32| men.len().min(most) as i32;
    let advance = |pawn: Square| pawn.rank().relative_to(side) as i32;
    let heavy = men(Piece::Queen) | men(Piece::Rook);
    let is_check = board.side_to_move() != side && !board.checkers().is_empty();
    let mut promise = 30 * count(men(Piece::Queen), 2) + 15 * count(men(Piece::Rook), 2) + 4 * i32::from(is_check);
    promise += 3 * men(Piece::Pawn).iter().map(advance).max().unwrap_or_default();
    promise -= 2 * heavy.iter().map(|man| steps(man, other)).min().unwrap_or_default();
    promise -= 6 * count(flights(board, side), 8);
    let mates_alone = mates_lone_king(board, side);
    if mates_alone {
        promise += 20 * (ARMY_MAX - board.colors(!side).len() as i32);
    }
    if mates_alone && !(heavy | men(Piece::Pawn)).is_empty() {
        // A mate is nearer when the other king is on the edge and the own king beside it.
        return promise - from_edge(other) * 4 - steps(own, other) * 3;
    }
    let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
    promise + corners.into_iter().map(|corner| cornered(board, side, corner)).max().unwrap_or_default()
}

/// Returns the squares next to the king of the opponent of `side` to which that king could still
/// move.
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

/// Estimates how near a mate in a corner is. In such a mate the king is hemmed in by its own men,
/// so men of both sides must come near the corner. Queens and rooks of the mated side make it less
/// likely, because they could capture the mating man.
fn cornered(board: &Board, side: Color, corner: Square) -> i32 {
    let (own, other) = (board.king(side), board.king(!side));
    let nearest = |men: BitBoard| men.iter().map(|man| steps(man, corner)).min().unwrap_or(8);
    let count = |men: BitBoard, most: u32| men.len().min(most) as i32;
    let hemming = board.colors(!side) & !other.bitboard();
    let minor = board.colors(side) & !own.bitboard() & !board.pieces(Piece::Pawn);
    let is_light = BitBoard::LIGHT_SQUARES.has(corner);
    let of_corner = if is_light { BitBoard::LIGHT_SQUARES } else { BitBoard::DARK_SQUARES };
    let reaches = !(minor & (of_corner | !board.pieces(Piece::Bishop))).is_empty() || minor.is_empty();
    let mut promise = if reaches { 0 } else { -40 };
    promise -= 4 * steps(other, corner) + 3 * steps(own, corner).max(2) + 2 * nearest(minor) + 3 * nearest(hemming);
    promise += 8 * count(get_king_moves(other) & board.colors(!side), 2);
    promise - 6 * count(hemming & board.pieces(Piece::Queen), 3) - 3 * count(hemming & board.pieces(Piece::Rook), 3)
}

/// Returns a measure of the distance from the edge and the corner: twice the king's steps to the
/// nearest edge plus the steps to the second nearest.
fn from_edge(square: Square) -> i32 {
    let of = |place: i32, last: usize| place.min(last as i32 - 1 - place);
    let (file, rank) = (of(square.file() as i32, File::NUM), of(square.rank() as i32, Rank::NUM));
    2 * file.min(rank) + file.max(rank)
}

/// Returns the number of king's steps between two squares.
fn steps(from: Square, to: Square) -> i32 {
    let files = (from.file() as i32 - to.file() as i32).abs();
    let ranks = (from.rank() as i32 - to.rank() as i32).abs();
    files.max(ranks)
}
