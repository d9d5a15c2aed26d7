//! Generates every position of few pieces by a simple loop over the board, with its value. No code
//! here depends on the miner, the index of positions or the solver.

use std::collections::HashMap;

use peatee_probe::{Tables, Value, Wdl};
use peatee_rules::{Bitboard as _, Draughts, Kind, Move, Position, Side};

/// Function that returns the value of any position.
pub type Values<'a> = Box<dyn Fn(&Position) -> Value + Send + Sync + 'a>;

/// All positions of a game with at most a given number of pieces, with their values.
pub struct World<'a> {
    pub game: Draughts,
    /// Positions with pieces on both sides. In games with a colour symmetry, only positions with
    /// White to move.
    pub positions: Vec<Position>,
    values: Values<'a>,
}

/// Men and kings of both sides.
const PIECES: [(Side, Kind); 4] =
    [(Side::White, Kind::Man), (Side::White, Kind::King), (Side::Black, Kind::Man), (Side::Black, Kind::King)];

impl<'a> World<'a> {
    /// Creates the positions with values that are probed from tables.
    pub fn probed(tables: &'a Tables, pieces: u32) -> Self {
        let game = tables.game().clone();
        let values = |position: &Position| tables.probe(position).expect("there is a table");
        World { positions: of_white(&game, pieces), game, values: Box::new(values) }
    }

    /// Creates the positions with values from [`solve`], without tables.
    pub fn solved(game: Draughts, pieces: u32, values: &'a HashMap<Position, Value>) -> Self {
        let positions = of_white(&game, pieces);
        World { positions, game, values: Box::new(move |position| value_of(values, position)) }
    }

    pub fn value(&self, position: &Position) -> Value {
        (self.values)(position)
    }

    /// Returns the legal moves, each with the position after it and the value of this position for
    /// the side to move in it.
    pub fn moves(&self, position: &Position) -> Vec<(Move, Position, Value)> {
        let moves = self.game.moves(position).expect("few pieces have few captures");
        let after = moves.into_iter().map(|mv| (self.game.play(position, &mv), mv));
        after.map(|(after, mv)| (mv, after, self.value(&after))).collect()
    }

    /// Returns the winning moves, in the order of the move generator.
    pub fn winning(&self, position: &Position) -> Vec<(Move, Position, Value)> {
        let mut moves = self.moves(position);
        moves.retain(|(_, _, value)| value.wdl == Wdl::Loss);
        moves
    }
}

fn of_white(game: &Draughts, pieces: u32) -> Vec<Position> {
    let mut positions = positions(game, pieces);
    if game.variant().mirror.is_some() {
        positions.retain(|position| position.side == Side::White);
    }
    positions
}

/// Returns all legal positions in which both sides have pieces.
fn positions(game: &Draughts, pieces: u32) -> Vec<Position> {
    let mut found = Vec::new();
    place(game, pieces, 0, &mut Position::empty(Side::White), &mut found);
    found
}

/// Adds all positions that differ from `at` only in squares from `square` on. Tries each of these
/// squares empty and with each piece.
fn place(game: &Draughts, left: u32, square: u8, at: &mut Position, found: &mut Vec<Position>) {
    if left == 0 || square == game.variant().board.square_count() {
        let has_both = Side::BOTH.into_iter().all(|side| at.setup.of_side(side) != 0);
        if has_both && game.check(at).is_ok() {
            found.extend(Side::BOTH.map(|side| Position { side, ..*at }));
        }
        return;
    }
    place(game, left, square + 1, at, found);
    for (side, kind) in PIECES {
        at.setup.pieces[side as usize][kind as usize] |= u128::bit(square);
        place(game, left - 1, square + 1, at, found);
        at.setup.pieces[side as usize][kind as usize] &= !u128::bit(square);
    }
}

/// Solves a game in which a side without a move has lost. Each pass decides positions from the
/// positions after their moves, until a pass decides none.
pub fn solve(game: &Draughts, pieces: u32) -> HashMap<Position, Value> {
    let positions = positions(game, pieces);
    let number: HashMap<Position, u32> = positions.iter().copied().zip(0..).collect();
    // A child without a number is a position whose side to move has no pieces; see `value_of`.
    let children: Vec<Vec<Option<u32>>> = positions
        .iter()
        .map(|position| {
            let moves = game.moves(position).expect("few pieces have few captures");
            moves.iter().map(|mv| number.get(&game.play(position, mv)).copied()).collect()
        })
        .collect();
    let mut values = vec![Value::DRAW; positions.len()];
    for plies in 0.. {
        // All positions of fewer plies are already decided. This pass decides only positions of
        // `plies` plies.
        let decided = |at: usize| {
            let mut of_children =
                children[at].iter().map(|child| child.map_or(lost(0), |child| values[child as usize]));
            if plies > 0 && of_children.clone().any(|value| value == lost(plies - 1)) {
                return Some(Value { wdl: Wdl::Win, plies: Some(plies) });
            }
            of_children.all(|value| value.wdl == Wdl::Win).then_some(lost(plies))
        };
        let undecided = (0..positions.len()).filter(|&at| values[at] == Value::DRAW);
        let now: Vec<(usize, Value)> = undecided.filter_map(|at| Some((at, decided(at)?))).collect();
        if now.is_empty() && plies > 0 {
            break;
        }
        now.into_iter().for_each(|(at, value)| values[at] = value);
    }
    positions.into_iter().zip(values).collect()
}

const fn lost(plies: u32) -> Value {
    Value { wdl: Wdl::Loss, plies: Some(plies) }
}

/// Returns the value of a position. A position that is not in the map comes after a capture, and
/// its side to move has no pieces.
fn value_of(values: &HashMap<Position, Value>, position: &Position) -> Value {
    values.get(position).copied().unwrap_or_else(|| {
        assert_eq!(position.setup.of_side(position.side), 0, "{position:?}");
        lost(0)
    })
}
