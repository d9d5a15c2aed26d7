//! The positions of a slice in the order of its table, and where they lie in words.
//!
//! A table's order places the fixed pieces, then the opponent's kings, then those of the side to move, each as a
//! combination of the squares still free. Here the opponent's kings are placed once per run of positions, and the kings of
//! the side to move are walked through in that order.

use peatee_probe::Slice;
use peatee_probe::index::SliceIndex;
use peatee_rules::{Kernel, Kind, Setup, Side, Word};

use super::layout::{Layout, fixed_index};
use super::placements::{MAX_KINGS, OneMore, choose, number_of, placement};

/// How many there are of what a table's order runs through.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Configurations of the fixed pieces.
    pub units: usize,
    opponent_kings: usize,
    own_kings: usize,
    /// Placements of the opponent's kings.
    pub opponents: usize,
    /// Placements of the kings of the side to move once the others stand.
    pub run: usize,
}

impl Shape {
    fn of<W: Word>(kernel: &Kernel<W>, slice: Slice, fixed: Option<&SliceIndex<W>>) -> Self {
        let kings = |side: Side| slice.material.counts[side as usize][Kind::King as usize] as usize;
        let (own_kings, opponent_kings) = (kings(slice.side), kings(slice.side.other()));
        let fixed_pieces = slice.material.pieces() as usize - own_kings - opponent_kings;
        let free = kernel.squares as usize - fixed_pieces;
        Shape {
            units: fixed.map_or(1, |index| index.size() as usize),
            opponent_kings,
            own_kings,
            opponents: choose(free, opponent_kings),
            run: choose(free - opponent_kings, own_kings),
        }
    }
}

/// By square: where it comes to lie when the board is turned for the other colour; nothing in games without that symmetry.
pub fn turned<W: Word>(kernel: &Kernel<W>) -> Vec<u8> {
    let turn = |square: u8| {
        let mut setup = Setup::<W>::default();
        setup.pieces[Side::White as usize][Kind::King as usize] = W::bit(square);
        kernel.mirrored(&setup).get(Side::Black, Kind::King).lowest()
    };
    kernel.mirror.map_or(Vec::new(), |_| (0..kernel.squares as u8).map(turn).collect())
}

/// A choice of places in colexicographic order.
struct Places {
    /// Lowest first.
    squares: [u8; MAX_KINGS + 1],
    count: usize,
}

impl Places {
    fn new(number: usize, count: usize) -> Self {
        let mut squares = [u8::MAX; MAX_KINGS + 1];
        for (place, square) in squares.iter_mut().zip(placement::<u128>(number, count).squares()) {
            *place = square;
        }
        Places { squares, count }
    }

    /// The next choice.
    #[inline(always)]
    fn advance(&mut self) {
        for i in 0..self.count {
            self.squares[i] += 1;
            if self.squares[i] < self.squares[i + 1] {
                return;
            }
            self.squares[i] = i as u8;
        }
    }
}

/// Takes positions in the order of a table.
pub trait Visit {
    /// So many positions that follow each other; `position` says where the word of each is and which bit of it it has.
    fn visit(&mut self, count: usize, position: impl Fn(usize) -> (usize, u8));
}

/// Goes through the positions of a slice in the order of its table.
#[derive(Debug)]
pub struct Walk<'a, W> {
    kernel: &'a Kernel<W>,
    slice: Slice,
    /// The side to move, on the board.
    side: Side,
    layout: &'a Layout<W>,
    /// Numbers the configurations of the fixed pieces as the table does.
    fixed: Option<SliceIndex<W>>,
    /// What it goes through.
    pub shape: Shape,
    /// From the slice's squares to those of the board.
    map: Vec<u8>,
}

/// Where the positions of a run are.
enum Source {
    /// The open king belongs to the side to move: in a row.
    Row { first: usize },
    /// It belongs to the opponent: at a bit in a column of one unit.
    Column { first: usize, square: u8 },
}

impl<'a, W: Word> Walk<'a, W> {
    /// Through `slice`, which on the board has `side` to move and is turned where `side` is not that of the slice.
    pub fn new(kernel: &'a Kernel<W>, slice: Slice, side: Side, layout: &'a Layout<W>) -> Self {
        let map = if side == slice.side { (0..kernel.squares as u8).collect() } else { turned(kernel) };
        let fixed = fixed_index(kernel, slice);
        let shape = Shape::of(kernel, slice, fixed.as_ref());
        Walk { kernel, slice, side, layout, fixed, shape, map }
    }

    /// Of the kings of `open`, of which it takes one as the open one, it takes that which comes first in this order.
    pub fn order(&self, open: Option<Side>, square: u8) -> u8 {
        if open == Some(self.side) { self.map[square as usize] } else { square }
    }

    /// Goes through so many runs from the one with number `first` on.
    pub fn runs(&self, first: usize, runs: usize, visitor: &mut impl Visit) {
        let Shape { opponent_kings, opponents, .. } = self.shape;
        let mut cursor = self.fixed.as_ref().map(SliceIndex::cursor);
        let mut number = first;
        while number < first + runs {
            let setup = match &mut cursor {
                Some(cursor) => *cursor.seek((number / opponents) as u64),
                None => Setup::default(),
            };
            let unit = UnitRuns::new(self, &setup);
            let in_unit = number % opponents;
            let mut places = Places::new(in_unit, opponent_kings);
            let end = (number + opponents - in_unit).min(first + runs);
            for _ in number..end {
                unit.run(&places.squares[..opponent_kings], visitor);
                places.advance();
            }
            number = end;
        }
    }

    /// Places the kings that are left, highest first: the lowest one runs fastest.
    fn place(&self, source: &Source, left: &[u8], kings: W, count: usize, visitor: &mut impl Visit) {
        if count > 1 {
            for highest in count - 1..left.len() {
                self.place(source, &left[..highest], kings | W::bit(left[highest]), count - 1, visitor);
            }
            return;
        }
        match *source {
            Source::Row { first } => {
                let place = first + number_of(kings);
                visitor.visit(left.len(), |i| (place, left[i]));
            }
            Source::Column { first, square } if count == 1 => {
                let rows = OneMore::than(kings);
                visitor.visit(left.len(), |i| (first + rows.with(left[i]) * self.layout.columns, square));
            }
            // The side to move has no kings.
            Source::Column { first, square } => visitor.visit(1, |_| (first, square)),
        }
    }
}

/// The runs of one unit.
struct UnitRuns<'a, W> {
    walk: &'a Walk<'a, W>,
    /// The first word.
    first: usize,
    /// The free squares, in the slice's order, as squares of the board.
    free: [u8; 128],
    free_count: usize,
}

impl<'a, W: Word> UnitRuns<'a, W> {
    /// `setup` holds the fixed pieces, as the slice has them.
    fn new(walk: &'a Walk<'a, W>, setup: &Setup<W>) -> Self {
        let mut free = [0; 128];
        let squares = walk.kernel.all & !setup.occupied();
        for (place, square) in free.iter_mut().zip(squares.squares()) {
            *place = walk.map[square as usize];
        }
        let fixed = if walk.side == walk.slice.side { *setup } else { walk.kernel.mirrored(setup) };
        let first = walk.layout.unit_of(&fixed) * walk.layout.unit_words();
        UnitRuns { walk, first, free, free_count: squares.count() as usize }
    }

    /// Goes through all placements of the side to move's kings, the opponent's standing on these free squares.
    #[inline(always)]
    fn run(&self, opponent: &[u8], visitor: &mut impl Visit) {
        let walk = self.walk;
        let own_kings = walk.shape.own_kings;
        let opponents = opponent.iter().fold(W::EMPTY, |set, &nth| set | W::bit(self.free[nth as usize]));
        let source = match walk.layout.open {
            None => return visitor.visit(1, |_| (self.first, 0)),
            Some(open) if open == walk.side => {
                Source::Row { first: self.first + number_of(opponents) * walk.layout.columns }
            }
            Some(_) => {
                let column = number_of(opponents.without_lowest());
                Source::Column { first: self.first + column, square: opponents.lowest() }
            }
        };
        // The squares left for the side to move.
        let mut left = [0; 128];
        let mut start = 0;
        for (taken, &nth) in opponent.iter().enumerate() {
            let end = nth as usize;
            left[start - taken..end - taken].copy_from_slice(&self.free[start..end]);
            start = end + 1;
        }
        let count = self.free_count - opponent.len();
        left[start - opponent.len()..count].copy_from_slice(&self.free[start..self.free_count]);
        walk.place(&source, &left[..count], W::EMPTY, own_kings, visitor);
    }
}
