//! A second move generator for international draughts and two related variants. It is as simple as
//! possible: an array of squares, without bitboards and look-up tables. It shares only the position
//! type with the generator under test.

#![allow(dead_code, reason = "each test file uses a part of it")]
use std::collections::BTreeSet;

use peatee_rules::{Kind, Position, Side, Square};

/// A move: origin, destination, and captured squares in ascending order. All squares are indices
/// from 0.
pub type Ends = (usize, usize, Vec<usize>);

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    International,
    /// A king whose last captured piece is a king must stop directly behind that piece.
    Killer,
    /// No move is legal after the first promotion.
    Breakthrough,
}

/// A board of 50 squares. Each piece is stored as its side and a flag, which is true for a king.
#[derive(Clone, PartialEq, Eq)]
pub struct Mailbox {
    squares: [Option<(Side, bool)>; 50],
    side: Side,
    rules: Rules,
}

const WAYS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// Returns the row of a square, counted from the top, and its column.
fn place(square: usize) -> (i32, i32) {
    let row = square as i32 / 5;
    (row, 2 * (square as i32 % 5) + (1 - row % 2))
}

fn step(square: usize, (down, right): (i32, i32)) -> Option<usize> {
    let (row, column) = place(square);
    let (row, column) = (row + down, column + right);
    let is_on_board = (0..10).contains(&row) && (0..10).contains(&column);
    is_on_board.then(|| (row * 5 + column / 2) as usize)
}

impl Mailbox {
    pub fn new(position: &Position, rules: Rules) -> Mailbox {
        let piece = |square: u8| position.setup.at(Square(square)).map(|(side, kind)| (side, kind == Kind::King));
        Mailbox { squares: std::array::from_fn(|square| piece(square as u8)), side: position.side, rules }
    }

    /// Returns the legal moves.
    pub fn moves(&self) -> BTreeSet<Ends> {
        if self.rules == Rules::Breakthrough && self.has_king() {
            return BTreeSet::new();
        }
        let mut captures = BTreeSet::new();
        for from in 0..50 {
            if let Some((side, is_king)) = self.squares[from].filter(|(side, _)| *side == self.side) {
                let mut lifted = self.clone();
                lifted.squares[from] = None;
                lifted.jump(from, from, (side, is_king), &mut Vec::new(), &mut captures);
            }
        }
        let most = captures.iter().map(|(_, _, captured): &Ends| captured.len()).max().unwrap_or(0);
        if most > 0 {
            return captures.into_iter().filter(|(_, _, captured)| captured.len() == most).collect();
        }
        let mut quiet = BTreeSet::new();
        for from in 0..50 {
            let Some((_, is_king)) = self.squares[from].filter(|(side, _)| *side == self.side) else { continue };
            let ahead = if self.side == Side::White { -1 } else { 1 };
            for way in WAYS.into_iter().filter(|way| is_king || way.0 == ahead) {
                let mut at = from;
                while let Some(next) = step(at, way).filter(|&next| self.squares[next].is_none()) {
                    quiet.insert((from, next, Vec::new()));
                    at = next;
                    if !is_king {
                        break;
                    }
                }
            }
        }
        quiet
    }

    /// Adds every capture that continues from the square `at`. The capturing piece is off the
    /// board.
    fn jump(&self, from: usize, at: usize, piece: (Side, bool), taken: &mut Vec<usize>, out: &mut BTreeSet<Ends>) {
        for way in WAYS {
            let mut ahead = step(at, way);
            while piece.1 && ahead.is_some_and(|square| self.squares[square].is_none()) {
                ahead = step(ahead.expect("just looked at"), way);
            }
            let Some(victim) = ahead else { continue };
            if self.squares[victim].is_none_or(|(side, _)| side == piece.0) || taken.contains(&victim) {
                continue;
            }
            let mut landings = Vec::new();
            let mut behind = step(victim, way).filter(|&square| self.squares[square].is_none());
            while let Some(square) = behind {
                landings.push(square);
                behind = step(square, way).filter(|&next| piece.1 && self.squares[next].is_none());
            }
            taken.push(victim);
            let takes_king = self.squares[victim].is_some_and(|(_, is_king)| is_king);
            for (number, &to) in landings.iter().enumerate() {
                self.jump(from, to, piece, taken, out);
                // Captures that go on from here have more captured pieces, so they take precedence
                // later.
                if number == 0 || !(self.rules == Rules::Killer && piece.1 && takes_king) {
                    let mut captured = taken.clone();
                    captured.sort_unstable();
                    out.insert((from, to, captured));
                }
            }
            taken.pop();
        }
    }

    pub fn has_king(&self) -> bool {
        self.squares.iter().flatten().any(|&(_, is_king)| is_king)
    }

    pub fn after(&self, (from, to, captured): &Ends) -> Mailbox {
        let mut next = self.clone();
        let piece = next.squares[*from].take().expect("a piece moves");
        captured.iter().for_each(|&square| next.squares[square] = None);
        let last_row = if self.side == Side::White { 0 } else { 9 };
        next.squares[*to] = Some((piece.0, piece.1 || place(*to).0 == last_row));
        next.side = self.side.other();
        next
    }

    /// Converts the board to a position.
    pub fn position(&self) -> Position {
        let mut position = Position::empty(self.side);
        for (square, piece) in self.squares.iter().enumerate() {
            if let Some((side, is_king)) = *piece {
                position.setup.put(side, if is_king { Kind::King } else { Kind::Man }, Square(square as u8));
            }
        }
        position
    }

    /// Returns the number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        if depth <= 1 {
            return if depth == 0 { 1 } else { moves.len() as u64 };
        }
        moves.iter().map(|mv| self.after(mv).perft(depth - 1)).sum()
    }
}
