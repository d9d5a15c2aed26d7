//! Whether a side can mate by any series of legal moves, however unskilled.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square, get_king_moves};

use super::material::{is_dead, is_lone_king, mates_lone_king};
use super::repetition::Sameness;
use crate::position::Position;

/// How many positions are looked at unless the caller says otherwise: some seconds and a quarter of
/// a gigabyte.
pub const POSITIONS_MAX_DEFAULT: usize = 1_000_000;

/// How many positions are looked at only to show a mate that is known to be possible.
pub(super) const LINE_POSITIONS_MAX: usize = 20_000;

/// Positions after which it is asked whether the search may go on: well below a millisecond.
const POSITIONS_UNTIL_ASKED: usize = 128;

/// By what it is proved that a side cannot mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The side has only its king, or there are only kings and one knight, or kings and bishops on
    /// squares of one colour.
    Material,
    /// Tables that hold who can still mate.
    Tables,
    /// All positions that any series of legal moves leads to were looked at; none is such a mate.
    AllPositions {
        /// How many they are.
        positions: usize,
    },
}

impl Method {
    /// In words.
    pub fn text(self) -> String {
        match self {
            Method::Material => "the men that are left cannot mate".to_owned(),
            Method::Tables => "by the tables no series of legal moves leads to a mate".to_owned(),
            Method::AllPositions { positions } => {
                format!("none of the {positions} positions that legal moves lead to is a mate")
            }
        }
    }
}

/// Whether a mate can still come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mating {
    /// These moves lead to one.
    Possible(Vec<Move>),
    /// There is none.
    Impossible(Method),
    /// As many positions as were allowed do not tell.
    NotDecided {
        /// How many were looked at.
        positions: usize,
    },
}

/// Whether `side` can mate by any series of legal moves of both sides, or either side where it is
/// `None`. Looks at `positions_max` positions at most: first at those that are likely to lead to a
/// mate, in the end at all. Counts of moves and repetitions end no series.
pub fn can_mate(position: &Position, side: Option<Color>, positions_max: usize) -> Mating {
    can_mate_within(position, side, positions_max, &|_| true)
}

/// [`can_mate`] for a caller who may lose interest: `goes_on` is told from time to time how many
/// more positions were looked at, and says whether to look at others.
pub(super) fn can_mate_within(
    position: &Position,
    side: Option<Color>,
    positions_max: usize,
    goes_on: &dyn Fn(usize) -> bool,
) -> Mating {
    let board = position.board();
    if is_dead(board) || side.is_some_and(|side| is_lone_king(board, side)) {
        return Mating::Impossible(Method::Material);
    }
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
    Mating::Impossible(Method::AllPositions { positions: search.nodes.len() })
}

/// A search that goes on from the most promising position.
struct Search {
    side: Option<Color>,
    /// Whole positions and no hashes: a collision could hide a mate.
    seen: HashSet<Sameness>,
    nodes: Vec<Node>,
    /// By promise; among equals the first one.
    open: BinaryHeap<(i32, Reverse<usize>)>,
}

struct Node {
    board: Board,
    from: Option<(usize, Move)>,
}

impl Search {
    fn add(&mut self, board: Board, from: Option<(usize, Move)>) {
        // What no series of moves can lead out of holds no mate.
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

    /// The moves that lead to a node.
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

/// The most men of a side.
const ARMY_MAX: i32 = 16;

/// How near a mate by a side seems: a lone king on the edge, the other king beside it, a queen. It
/// decides only in which order positions are looked at.
fn promise(board: &Board, side: Color) -> i32 {
    let loser = !side;
    let (own, other) = (board.king(side), board.king(loser));
    let mut promise = -from_edge(other) * 4 - steps(own, other) * 3;
    if mates_lone_king(board, side) {
        promise += 20 * (ARMY_MAX - board.colors(loser).len() as i32);
    } else {
        // The king must be hemmed in by men of its own.
        promise += 8 * (get_king_moves(other) & board.colors(loser)).len().min(2) as i32;
    }
    promise += 30 * board.colored_pieces(side, Piece::Queen).len().min(2) as i32;
    promise += 15 * board.colored_pieces(side, Piece::Rook).len().min(2) as i32;
    let advance = |pawn: Square| pawn.rank().relative_to(side) as i32;
    promise += board.colored_pieces(side, Piece::Pawn).iter().map(advance).max().unwrap_or_default() * 3;
    promise
}

/// King's steps to the nearest edge, and to the nearest corner along it.
fn from_edge(square: Square) -> i32 {
    let of = |place: i32, last: usize| place.min(last as i32 - 1 - place);
    let (file, rank) = (of(square.file() as i32, File::NUM), of(square.rank() as i32, Rank::NUM));
    2 * file.min(rank) + file.max(rank)
}

/// King's steps between two squares.
fn steps(from: Square, to: Square) -> i32 {
    let files = (from.file() as i32 - to.file() as i32).abs();
    let ranks = (from.rank() as i32 - to.rank() as i32).abs();
    files.max(ranks)
}
