//! A search for mates that continues from promising positions, in several orders.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use cozy_chess::{Board, Color, Move};

use super::blocked::Reaches;
use super::material::{cannot_mate, is_dead};
use super::patterns::{CORNERS, FAR, Patterns};
use super::promise::promise;
use super::repetition::Sameness;
use crate::position::Position;

/// Positions whose moves were not tried yet, the most promising first; among equals, the oldest
/// first.
type Order = BinaryHeap<(i32, Reverse<usize>)>;

/// Factor by which a move less to a pattern counts more than any promise of the position.
const MOVE: i32 = 256;

/// A search that meets all positions, if it goes on for long enough.
pub(super) struct Search {
    winners: Vec<Color>,
    /// The positions that the search has met, complete instead of as hashes, because a hash
    /// collision could hide a mate.
    seen: HashSet<Sameness>,
    nodes: Vec<Node>,
    by_promise: Order,
    /// Empty until [`Search::aim`].
    patterns: Vec<Patterns>,
    by_nearest_pattern: Order,
    /// For each corner, positions by moves to the nearest pattern there, then by promise.
    by_pattern_in: [Order; CORNERS],
    turn: usize,
}

struct Node {
    board: Board,
    from: Option<(usize, Move)>,
    promise: i32,
    is_open: bool,
}

impl Search {
    pub(super) fn new(board: &Board, winners: Vec<Color>) -> Search {
        let mut search = Search {
            winners,
            seen: HashSet::new(),
            nodes: Vec::new(),
            by_promise: Order::new(),
            patterns: Vec::new(),
            by_nearest_pattern: Order::new(),
            by_pattern_in: Default::default(),
            turn: 0,
        };
        search.add(board.clone(), None);
        search
    }

    /// Returns the number of positions that the search has met.
    pub(super) fn met(&self) -> usize {
        self.nodes.len()
    }

    /// Takes the next position from the orders in turn: by promise, by the nearest pattern, by the
    /// patterns in one corner. Returns its index; `None` when no position is left.
    pub(super) fn next(&mut self) -> Option<usize> {
        for _ in 0..3 * CORNERS {
            self.turn += 1;
            let order = match self.turn % 3 {
                0 => &mut self.by_promise,
                1 => &mut self.by_nearest_pattern,
                _ => &mut self.by_pattern_in[self.turn / 3 % CORNERS],
            };
            while let Some((_, Reverse(place))) = order.pop() {
                if std::mem::take(&mut self.nodes[place].is_open) {
                    return Some(place);
                }
            }
        }
        None
    }

    /// Returns true when a position is the mate that is looked for.
    pub(super) fn is_mate(&self, place: usize) -> bool {
        let board = &self.nodes[place].board;
        self.winners.contains(&!board.side_to_move()) && !board.checkers().is_empty() && !board.generate_moves(|_| true)
    }

    /// Adds the positions that follow by one move.
    pub(super) fn expand(&mut self, place: usize) {
        let position = Position::new(self.nodes[place].board.clone(), 0, 1);
        for mv in position.moves() {
            let mut after = position.board().clone();
            after.play_unchecked(mv);
            self.add(after, Some((place, mv)));
        }
    }

    /// Starts the orders by patterns.
    pub(super) fn aim(&mut self, board: &Board) {
        let patterns = |&winner: &Color| {
            let reaches = Reaches::of_board(board, winner);
            let may_stand =
                |color, piece, square| reaches.as_ref().is_none_or(|reaches| reaches.may_stand(color, piece, square));
            Patterns::of_board(board, winner, &may_stand)
        };
        self.patterns = self.winners.iter().map(patterns).collect();
        for place in 0..self.nodes.len() {
            if self.nodes[place].is_open {
                self.rank(place);
            }
        }
    }

    /// Returns the moves from the first position of the search to the node with index `place`.
    pub(super) fn line(&self, mut place: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some((from, mv)) = self.nodes[place].from {
            moves.push(mv);
            place = from;
        }
        moves.reverse();
        moves
    }

    fn add(&mut self, board: Board, from: Option<(usize, Move)>) {
        // Positions from which no mate can follow are left out.
        let is_hopeless = is_dead(&board) || self.winners.iter().all(|&winner| cannot_mate(&board, winner));
        if is_hopeless || !self.seen.insert(Sameness::of_board(&board)) {
            return;
        }
        let promise = self.winners.iter().map(|&winner| promise(&board, winner)).max().unwrap_or_default();
        let place = self.nodes.len();
        self.by_promise.push((promise, Reverse(place)));
        self.nodes.push(Node { board, from, promise, is_open: true });
        if !self.patterns.is_empty() {
            self.rank(place);
        }
    }

    /// Puts a position into the orders by patterns.
    fn rank(&mut self, place: usize) {
        let Node { board, promise, .. } = &self.nodes[place];
        let mut moves = [FAR; CORNERS];
        for patterns in &self.patterns {
            let nearest = patterns.moves_to_nearest(board);
            moves.iter_mut().zip(nearest).for_each(|(least, moves)| *least = moves.min(*least));
        }
        let nearest = moves.into_iter().min().unwrap_or(FAR);
        self.by_nearest_pattern.push((-(nearest as i32), Reverse(place)));
        for (order, moves) in self.by_pattern_in.iter_mut().zip(moves) {
            if moves < FAR {
                order.push((promise - MOVE * moves as i32, Reverse(place)));
            }
        }
    }
}
