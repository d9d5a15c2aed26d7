//! One pawn placement: its rows, and the moves inside the placement.

use std::sync::LazyLock;

use peatee_chess::Symmetry;

use super::layout::{SetLayout, Squares, TRIANGLE};
use super::rays::{attacks, between, king_moves, neighbours, squares};
use super::solved::BySide;

pub const WHITE: usize = 0;
pub const BLACK: usize = 1;

/// One pawn placement (arrangement of the pawns) of a set. A set is a slice and its opposite.
#[derive(Debug, Clone, Copy)]
pub struct PlacementView<'a> {
    pub layout: &'a SetLayout,
    pub placement: usize,
}

/// A row: the squares of all men except the black king. The positions of a row differ only in the
/// square of the black king.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    pub number: usize,
    pub king_place: usize,
    pub king: u8,
    pub squares: Squares,
    pub occupied: u64,
}

/// A quiet move from one row to another.
///
/// * `row`: the row after the move, or the row before it if moves are followed backward;
/// * `mask`: the squares of the black king for which the move is possible;
/// * `symmetry`: the map from squares before the move to squares after the move.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    pub row: usize,
    pub mask: u64,
    pub symmetry: Symmetry,
}

/// Moves of the white king in sets without pawns. In memory, this king always stands on a square of
/// `TRIANGLE`. After a move to another square, a symmetry maps the position back to such a square.
///
/// The index into `from` is the index in `TRIANGLE` of the king's square before the move. An item
/// holds the index after the move, and the symmetry.
struct TriangleSteps {
    from: [Vec<(usize, Symmetry)>; TRIANGLE.len()],
    /// Moves followed backward, indexed by the place in `TRIANGLE` of the king's square after the
    /// move. An item holds the place of the king's square before the move, and the symmetry of the
    /// move forward.
    to: [Vec<(usize, Symmetry)>; TRIANGLE.len()],
    /// For each item of `from`, the square to which the king moves, before the symmetry is applied.
    squares: [Vec<u8>; TRIANGLE.len()],
}

static TRIANGLE_STEPS: LazyLock<TriangleSteps> = LazyLock::new(|| {
    let mut steps = TriangleSteps { from: Default::default(), to: Default::default(), squares: Default::default() };
    for (place, king) in TRIANGLE.into_iter().enumerate() {
        for square in squares(king_moves(king)) {
            let symmetry = Symmetry::into_triangle(square);
            let inside = symmetry.square(square);
            let after = TRIANGLE.iter().position(|&other| other == inside).expect("a square of the triangle");
            steps.from[place].push((after, symmetry));
            steps.squares[place].push(square);
            steps.to[after].push((place, symmetry));
        }
    }
    steps
});

impl<'a> PlacementView<'a> {
    /// Returns the row with index `number`; `None` if two men share a square in this row.
    #[inline(always)]
    pub fn row(&self, number: usize) -> Option<Row> {
        let PlacementView { layout, placement } = *self;
        let placement = &layout.placements[placement];
        // Row numbers have 32 bits. Numbers of 32 bits are divided faster than longer ones.
        let (king_place, digits) = (number as u32 / layout.ways as u32, number as u32 % layout.ways as u32);
        let king_place = king_place as usize;
        let king = layout.king_square(king_place);
        let mut squares = placement.squares;
        layout.put_men(digits as usize, &mut squares);
        let mut occupied = placement.occupied | 1 << king;
        let mut count = layout.pawns + 1;
        for square in &squares[layout.pawns..layout.men.len()] {
            occupied |= 1 << square;
            count += 1;
        }
        (occupied.count_ones() as usize == count).then_some(Row { number, king_place, king, squares, occupied })
    }

    /// Returns the legal positions of a row, as squares of the black king: with White to move, then
    /// with Black to move.
    pub fn legal(&self, row: &Row) -> [u64; 2] {
        // With White to move, the black king is not in check; with Black to move, the white king is
        // not.
        let mut attacked = king_moves(row.king);
        let mut black_may = !attacked;
        for (man, &square) in self.layout.men.iter().zip(&row.squares) {
            let reach = attacks(man.kind, man.color, square, row.occupied);
            if man.color == WHITE {
                attacked |= reach;
            } else if reach >> row.king & 1 != 0 {
                // Only the black king can stand in the way of this check.
                black_may &= between(square, row.king);
            }
        }
        [!row.occupied & !attacked, !row.occupied & black_may]
    }

    pub fn all_legal(&self) -> BySide<Vec<u64>> {
        let mut legal = [vec![0; self.layout.rows], vec![0; self.layout.rows]];
        for row in (0..self.layout.rows).filter_map(|number| self.row(number)) {
            let [white, black] = self.legal(&row);
            legal[WHITE][row.number] = white;
            legal[BLACK][row.number] = black;
        }
        legal
    }

    /// Calls `see` with every row to which a quiet move of the side `color` leads from `row`,
    /// except moves of the black king. If `see` returns true, stops and returns true; otherwise
    /// returns false after all rows.
    #[inline(always)]
    pub fn steps(&self, color: usize, row: &Row, mut see: impl FnMut(Step) -> bool) -> bool {
        if let Some(is_stopped) = self.steps_in_place(color, row, &mut see) {
            return is_stopped;
        }
        let triangle = &*TRIANGLE_STEPS;
        let steps = triangle.from[row.king_place].iter().zip(&triangle.squares[row.king_place]);
        steps.into_iter().any(|(&(place, symmetry), &square)| {
            row.occupied >> square & 1 == 0 && see(self.turned_step(row, place, symmetry, symmetry))
        })
    }

    /// Calls `see` with every row from which a quiet move of a side leads to `row`, except moves of
    /// the black king. If `see` returns true, stops and returns true; otherwise returns false after
    /// all rows.
    #[inline(always)]
    pub fn steps_back(&self, color: usize, row: &Row, mut see: impl FnMut(Step) -> bool) -> bool {
        if let Some(is_stopped) = self.steps_in_place(color, row, &mut see) {
            return is_stopped;
        }
        TRIANGLE_STEPS.to[row.king_place]
            .iter()
            .any(|&(place, symmetry)| see(self.turned_step(row, place, symmetry.inverse(), symmetry)))
    }

    /// Calls `see` with the quiet moves of a side, except those of the black king, that need no
    /// symmetry. Moves of the white king need one in sets without pawns. Returns one of these:
    ///
    /// * `Some(true)`: `see` returned true and stopped the calls.
    /// * `Some(false)`: `see` got all moves.
    /// * `None`: `see` got all moves but those of the white king.
    #[inline(always)]
    fn steps_in_place(&self, color: usize, row: &Row, see: &mut impl FnMut(Step) -> bool) -> Option<bool> {
        match self.steps_of_men(color, row, see) {
            true => Some(true),
            false if color == BLACK => Some(false),
            false if self.layout.pawns > 0 => Some(self.king_steps(row, see)),
            false => None,
        }
    }

    #[inline(always)]
    fn steps_of_men(&self, color: usize, row: &Row, see: &mut impl FnMut(Step) -> bool) -> bool {
        for (place, man) in self.layout.men.iter().enumerate().skip(self.layout.pawns) {
            if man.color != color {
                continue;
            }
            let from = row.squares[place];
            let row_with = self.layout.rows_with(row.number, &row.squares, place);
            for to in squares(attacks(man.kind, color, from, row.occupied) & !row.occupied) {
                if see(Step { row: row_with(to), mask: !between(from, to), symmetry: Symmetry::NONE }) {
                    return true;
                }
            }
        }
        false
    }

    #[inline(always)]
    fn king_steps(&self, row: &Row, mut see: impl FnMut(Step) -> bool) -> bool {
        squares(king_moves(row.king) & !row.occupied).any(|to| {
            let row = row.number % self.layout.ways + usize::from(to) * self.layout.ways;
            see(Step { row, mask: u64::MAX, symmetry: Symmetry::NONE })
        })
    }

    #[inline(always)]
    fn turned_step(&self, row: &Row, place: usize, moved: Symmetry, symmetry: Symmetry) -> Step {
        let digits = if moved == Symmetry::NONE {
            row.number % self.layout.ways
        } else {
            self.layout.digits(&row.squares, moved)
        };
        Step { row: place * self.layout.ways + digits, mask: u64::MAX, symmetry }
    }

    /// Returns the positions among `wanted` in which the side `color` has a quiet move to a
    /// position of `into`. `into` takes the index of the row after the move and returns positions
    /// of that row. Positions are given as squares of the black king.
    #[inline(always)]
    pub fn can_reach(&self, color: usize, row: &Row, wanted: u64, into: impl Fn(usize) -> u64) -> u64 {
        let mut left = wanted;
        if color == BLACK {
            left &= !neighbours(into(row.number));
        }
        if left != 0 {
            self.steps(color, row, |Step { row, mask, symmetry }| {
                left &= !(symmetry.bitboard_back(into(row)) & mask);
                left == 0
            });
        }
        wanted & !left
    }

    /// Adds to `onto` all positions from which a quiet move of the side `color` leads to the
    /// positions `reached` of `row`. `onto` has a word for each row (positions that differ only in
    /// the black king's square). Illegal positions may be added too.
    #[inline(always)]
    pub fn push_back(&self, color: usize, row: &Row, reached: u64, onto: &mut [u64]) {
        self.each_back(color, row, reached, |row, before| onto[row] |= before);
    }

    /// Calls `see` with each row from which a quiet move of the side `color` leads to the positions
    /// `reached` of `row`, and with the positions of that row before the move. Illegal positions
    /// may be among them.
    #[inline(always)]
    pub fn each_back(&self, color: usize, row: &Row, reached: u64, mut see: impl FnMut(usize, u64)) {
        if color == BLACK {
            see(row.number, neighbours(reached));
        }
        self.steps_back(color, row, |Step { row, mask, symmetry }| {
            see(row, symmetry.bitboard_back(reached & mask));
            false
        });
    }
}
