//! A search for mates that continues from promising positions, in several orders.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cozy_chess::{Board, Color, Move, Piece};
use rustc_hash::FxHashSet;

use super::blocked::{Reaches, is_blocked};
use super::material::{cannot_mate, is_dead};
use super::nearness::estimate_nearness;
use super::patterns::{CORNERS, FAR, Patterns};
use super::repetition::PositionKey;
use crate::position::Position;

/// Queue of node indices with their priorities. The greatest priority comes first; among equal
/// priorities, the oldest node. The queue may contain nodes that have been expanded already.
type NodeQueue = BinaryHeap<(i32, Reverse<usize>)>;

/// Number of visited positions after which the search tests whether pawns block each other. In a
/// sample of last positions of games, 87 of 100 searches ended before this number.
pub(super) const UNTIL_BLOCKED: usize = 1000;

/// Greatest number of men other than kings and pawns with which the search tests whether pawns
/// block each other. With more such men, the test takes long and seldom succeeds.
const BLOCKED_MEN_MAX: u32 = 4;

/// Weight of each move that is still needed to reach a mate pattern. The weight is greater than any
/// estimate of [`estimate_nearness`], so nodes are ordered first by the number of needed moves.
const WEIGHT_OF_MOVE: i32 = 256;

/// A best-first search through the positions that can arise from a board. Given enough time, it
/// visits all of them.
pub(super) struct Search {
    winners: Vec<Color>,
    /// Keys of all visited positions. The set holds whole keys instead of hashes, because a
    /// collision of hashes could hide a mate.
    seen: FxHashSet<PositionKey>,
    nodes: Vec<Node>,
    by_nearness: NodeQueue,
    /// Mate patterns for each winner; empty until [`Search::guide_by_patterns`] is called.
    patterns: Vec<Patterns>,
    by_nearest_pattern: NodeQueue,
    /// One queue for each corner. Its order depends first on the number of moves to the nearest
    /// mate pattern in this corner, then on the estimate of [`estimate_nearness`].
    by_pattern_in: [NodeQueue; CORNERS],
    turn: usize,
}

struct Node {
    board: Board,
    from: Option<(usize, Move)>,
    nearness: i32,
    is_open: bool,
}

impl Search {
    pub(super) fn new(board: &Board, winners: Vec<Color>) -> Search {
        let mut search = Search {
            winners,
            seen: FxHashSet::default(),
            nodes: Vec::new(),
            by_nearness: NodeQueue::new(),
            patterns: Vec::new(),
            by_nearest_pattern: NodeQueue::new(),
            by_pattern_in: Default::default(),
            turn: 0,
        };
        search.add(board.clone(), None);
        search
    }

    pub(super) fn met(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the index of the next node to expand, taken from the queues in turn; `None` when all
    /// nodes have been expanded.
    pub(super) fn next(&mut self) -> Option<usize> {
        for _ in 0..3 * CORNERS {
            self.turn += 1;
            let order = match self.turn % 3 {
                0 => &mut self.by_nearness,
                1 => &mut self.by_nearest_pattern,
                _ => &mut self.by_pattern_in[self.turn / 3 % CORNERS],
            };
            while let Some((_, Reverse(node))) = order.pop() {
                if std::mem::take(&mut self.nodes[node].is_open) {
                    return Some(node);
                }
            }
        }
        None
    }

    /// Returns true when the position of a node is a mate, and the winner is a side in `winners`.
    pub(super) fn is_mate(&self, node: usize) -> bool {
        let board = &self.nodes[node].board;
        self.winners.contains(&!board.side_to_move()) && !board.checkers().is_empty() && !board.generate_moves(|_| true)
    }

    pub(super) fn expand(&mut self, node: usize) {
        let position = Position::new(self.nodes[node].board.clone(), 0, 1);
        for mv in position.moves() {
            let mut after = position.board().clone();
            after.play_unchecked(mv);
            self.add(after, Some((node, mv)));
        }
    }

    /// Finds the mate patterns that are near, and fills the queues that are sorted by the number of
    /// moves to a pattern.
    pub(super) fn guide_by_patterns(&mut self, board: &Board) {
        let patterns = |&winner: &Color| {
            let reaches = Reaches::of_board(board, winner);
            let may_stand =
                |color, piece, square| reaches.as_ref().is_none_or(|reaches| reaches.may_stand(color, piece, square));
            Patterns::of_board(board, winner, &may_stand)
        };
        self.patterns = self.winners.iter().map(patterns).collect();
        for node in 0..self.nodes.len() {
            if self.nodes[node].is_open {
                self.queue_by_patterns(node);
            }
        }
    }

    pub(super) fn line(&self, mut node: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some((from, mv)) = self.nodes[node].from {
            moves.push(mv);
            node = from;
        }
        moves.reverse();
        moves
    }

    fn add(&mut self, board: Board, from: Option<(usize, Move)>) {
        // Positions from which no mate can follow are left out.
        let is_hopeless = is_dead(&board) || self.winners.iter().all(|&winner| cannot_mate(&board, winner));
        if is_hopeless || !self.seen.insert(PositionKey::of_board(&board)) {
            return;
        }
        // Most searches end before this is worth its time.
        let may_be_blocked = self.nodes.len() > UNTIL_BLOCKED
            && has_stuck_pawns(&board)
            && from.is_some_and(|(before, mv)| self.changes_men(before, mv));
        if may_be_blocked && self.winners.iter().all(|&winner| is_blocked(&board, winner)) {
            return;
        }
        let nearness = self.winners.iter().map(|&winner| estimate_nearness(&board, winner)).max().unwrap_or_default();
        let node = self.nodes.len();
        self.by_nearness.push((nearness, Reverse(node)));
        self.nodes.push(Node { board, from, nearness, is_open: true });
        if !self.patterns.is_empty() {
            self.queue_by_patterns(node);
        }
    }

    fn changes_men(&self, place: usize, mv: Move) -> bool {
        let board = &self.nodes[place].board;
        board.occupied().has(mv.to) || board.pieces(Piece::Pawn).has(mv.from)
    }

    /// Puts a node into the queues that are sorted by the number of moves to a mate pattern.
    fn queue_by_patterns(&mut self, node: usize) {
        let Node { board, nearness, .. } = &self.nodes[node];
        let mut moves = [FAR; CORNERS];
        for patterns in &self.patterns {
            let nearest = patterns.moves_to_nearest(board);
            moves.iter_mut().zip(nearest).for_each(|(least, moves)| *least = moves.min(*least));
        }
        let nearest = moves.into_iter().min().unwrap_or(FAR);
        self.by_nearest_pattern.push((-(nearest as i32), Reverse(node)));
        for (order, moves) in self.by_pattern_in.iter_mut().zip(moves) {
            if moves < FAR {
                order.push((nearness - WEIGHT_OF_MOVE * moves as i32, Reverse(node)));
            }
        }
    }
}

/// Returns true when there are pawns, each pawn has a man directly in front of it, and few men
/// other than kings and pawns are left.
fn has_stuck_pawns(board: &Board) -> bool {
    let pawns = |color| board.colored_pieces(color, Piece::Pawn).0;
    let in_front = pawns(Color::White) << 8 | pawns(Color::Black) >> 8;
    let others = board.occupied() - board.pieces(Piece::Pawn) - board.pieces(Piece::King);
    others.len() <= BLOCKED_MEN_MAX && in_front != 0 && in_front & !board.occupied().0 == 0
}
