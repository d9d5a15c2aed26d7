//! The positions of a slice in the order of its table, and where they lie in words.
//!
//! A table's order places the fixed pieces, then the opponent's kings, then those of the side to move, each as a
//! combination of the squares still free. Positions that differ in the lowest king of the side to move alone follow each
//! other: a *line*. Where that side has the open king a line is a part of one word. Where the opponent has it a line is
//! one bit of many words, and a block of words is turned, rows to columns, to get lines for all squares of the open king.

use std::ops::Range;

use peatee_rules::{Kernel, Kind, Setup, Side, Word};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

use super::layout::{Layout, fixed_index};
use super::placements::{MAX_KINGS, OneMore, choose, number_of, placement};

/// How many there are of what a table's order runs through.
#[derive(Debug, Clone, Copy)]
struct Shape {
    /// Configurations of the fixed pieces.
    units: usize,
    opponent_kings: usize,
    own_kings: usize,
    /// Placements of the opponent's kings.
    opponents: usize,
    /// Placements of the opponent's kings but the lowest one: the groups of one unit.
    groups: usize,
    /// Placements of the kings of the side to move once the others stand.
    run: usize,
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
            groups: opponent_kings.checked_sub(1).map_or(1, |others| choose(free - 1, others)),
            run: choose(free - opponent_kings, own_kings),
        }
    }
}

/// By square: where it comes to lie when the board is turned for the other colour; nothing in games without that symmetry.
pub fn turned<W: Word>(kernel: &Kernel<W>) -> Vec<u8> {
    let turn = |square: u8| kernel.turned(W::bit(square)).lowest();
    kernel.mirror.map_or(Vec::new(), |_| (0..kernel.squares as u8).map(turn).collect())
}

/// A choice of places in colexicographic order.
#[derive(Debug, Clone)]
struct Places {
    /// Lowest first; then one that is never reached.
    chosen: [u8; MAX_KINGS + 1],
    count: usize,
}

impl Places {
    fn new(number: usize, count: usize) -> Self {
        let mut chosen = [u8::MAX; MAX_KINGS + 1];
        for (place, chosen) in placement::<u128>(number, count).squares().zip(&mut chosen) {
            *chosen = place;
        }
        Places { chosen, count }
    }

    fn chosen(&self) -> &[u8] {
        &self.chosen[..self.count]
    }

    /// The next choice.
    #[inline(always)]
    fn advance(&mut self) {
        for i in 0..self.count {
            self.chosen[i] += 1;
            if self.chosen[i] < self.chosen[i + 1] {
                return;
            }
            self.chosen[i] = i as u8;
        }
    }
}

/// Positions that follow each other, differing in one king alone.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a, W> {
    /// The number of the first.
    pub number: usize,
    /// How many there are.
    pub count: u32,
    /// The squares that king stands on, as the slice has them, in order.
    squares: W,
    /// Given when the slice is turned on the board.
    turns: Option<&'a Kernel<W>>,
}

impl<'a, W: Word> Line<'a, W> {
    /// The positions in which the king stands on one of these squares, as the slice has them; there is one.
    #[inline(always)]
    pub fn new(number: usize, squares: W, turns: Option<&'a Kernel<W>>) -> Self {
        Line { number, count: squares.count(), squares, turns }
    }

    /// From the squares of the board to the positions, lowest bit first.
    #[inline(always)]
    pub fn gather(&self, on_board: W) -> W {
        self.turns.map_or(on_board, |kernel| kernel.turned(on_board)).packed(self.squares)
    }

    /// The other way round.
    #[inline(always)]
    pub fn scatter(&self, positions: W) -> W {
        let set = positions.spread(self.squares);
        self.turns.map_or(set, |kernel| kernel.turned(set))
    }
}

/// Takes the positions of a table.
pub trait Visit<W> {
    /// Those of one line lie in the word at `place`.
    fn row(&mut self, place: usize, line: &Line<'_, W>);

    /// Those of several lines: each word holds, for one square of the king in which positions of a line differ, one bit of
    /// every line.
    fn block(&mut self, words: &[(u8, usize)], lines: &[(u8, Line<'_, W>)]);
}

/// Rows and columns of a square block of bits that these words and lines fit into: a power of two.
pub fn block_size<W>(words: &[(u8, usize)], lines: &[(u8, Line<'_, W>)]) -> usize {
    let squares = words.iter().map(|&(square, _)| square).chain(lines.iter().map(|&(square, _)| square));
    squares.max().map_or(1, |highest| (highest as usize + 1).next_power_of_two())
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
    shape: Shape,
    /// From the slice's squares to those of the board.
    map: Vec<u8>,
    /// Given when these differ.
    turns: Option<&'a Kernel<W>>,
}

impl<'a, W: Word> Walk<'a, W> {
    /// Through `slice`, which on the board has `side` to move and is turned where `side` is not that of the slice.
    pub fn new(kernel: &'a Kernel<W>, slice: Slice, side: Side, layout: &'a Layout<W>) -> Self {
        let is_turned = side != slice.side;
        let map = if is_turned { turned(kernel) } else { (0..kernel.squares as u8).collect() };
        let fixed = fixed_index(kernel, slice);
        let shape = Shape::of(kernel, slice, fixed.as_ref());
        Walk { kernel, slice, side, layout, fixed, shape, map, turns: is_turned.then_some(kernel) }
    }

    /// Of the kings of the open king's side, it takes that which comes first in this order as the open one.
    pub fn order(&self, square: u8) -> u8 {
        self.map[square as usize]
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.shape.units * self.shape.opponents * self.shape.run
    }

    /// How many groups of positions that follow each other it goes through.
    pub fn groups(&self) -> usize {
        self.shape.units * self.shape.groups
    }

    /// The number of the first position of a group, or of all positions for the group behind the last.
    pub fn first_of(&self, group: usize) -> usize {
        let Shape { opponents, groups, run, .. } = self.shape;
        let others = self.others(group % groups);
        (group / groups * opponents + first_opponents(others.chosen())) * run
    }

    /// The opponent's kings but the lowest, in a group of a unit: counted among the free squares from the second on.
    fn others(&self, group: usize) -> Places {
        Places::new(group, self.shape.opponent_kings.saturating_sub(1))
    }

    /// Goes through these groups.
    pub fn visit(&self, groups: Range<usize>, visitor: &mut impl Visit<W>) {
        let in_unit = self.shape.groups;
        let mut cursor = self.fixed.as_ref().map(SliceIndex::cursor);
        let mut lines = Lines::default();
        let mut group = groups.start;
        while group < groups.end {
            let number = group / in_unit;
            let setup = match &mut cursor {
                Some(cursor) => *cursor.seek(number as u64),
                None => Setup::default(),
            };
            let unit = UnitWalk::new(self, number, &setup);
            let mut others = self.others(group % in_unit);
            let end = ((number + 1) * in_unit).min(groups.end);
            for _ in group..end {
                unit.group(others.chosen(), &mut lines, visitor);
                others.advance();
            }
            group = end;
        }
    }
}

/// The number of the first placement of the opponent's kings in which all but the lowest stand so.
fn first_opponents(others: &[u8]) -> usize {
    others.iter().zip(2..).map(|(&other, k)| choose(other as usize + 1, k)).sum()
}

/// Memory for one block.
#[derive(Debug)]
struct Lines<'a, W> {
    words: Vec<(u8, usize)>,
    lines: Vec<(u8, Line<'a, W>)>,
    /// By square of the open king: the position that comes next.
    next: Vec<usize>,
}

impl<W> Default for Lines<'_, W> {
    fn default() -> Self {
        Lines { words: Vec::new(), lines: Vec::new(), next: Vec::new() }
    }
}

/// The positions of one unit.
struct UnitWalk<'a, W> {
    walk: &'a Walk<'a, W>,
    /// The first position.
    number: usize,
    /// The first word.
    first: usize,
    /// The squares that no fixed piece stands on, as the slice has them.
    free: W,
}

impl<'a, W: Word> UnitWalk<'a, W> {
    /// `setup` holds the fixed pieces, as the slice has them.
    fn new(walk: &'a Walk<'a, W>, unit: usize, setup: &Setup<W>) -> Self {
        let free = walk.kernel.all & !setup.occupied();
        let on_board = if walk.side == walk.slice.side { *setup } else { walk.kernel.mirrored(setup) };
        let first = walk.layout.unit_of(&on_board) * walk.layout.unit_words();
        let number = unit * walk.shape.opponents * walk.shape.run;
        UnitWalk { walk, number, first, free }
    }

    /// Goes through all placements of the other kings, the opponent's but the lowest standing on these free squares,
    /// counted from the second.
    fn group(&self, others: &[u8], lines: &mut Lines<'a, W>, visitor: &mut impl Visit<W>) {
        let Walk { layout, side, ref shape, turns, .. } = *self.walk;
        let first_number = self.number + first_opponents(others) * shape.run;
        let other_squares = others.iter().fold(W::EMPTY, |set, &other| set | W::bit(self.free.nth(other as u32 + 1)));
        let Some(open) = layout.open else {
            return visitor.row(self.first, &Line::new(first_number, W::bit(0), None));
        };
        // The lowest of the opponent's kings stands on one of the first.
        let lowest_count = others.first().map_or(self.free.count(), |&lowest| lowest as u32 + 1);
        let lowest = first(self.free, lowest_count);
        if open == side {
            if shape.opponent_kings == 0 {
                return self.rows(W::EMPTY, first_number, visitor);
            }
            for (lowest, number) in lowest.squares().zip((first_number..).step_by(shape.run)) {
                self.rows(other_squares | W::bit(lowest), number, visitor);
            }
            return;
        }
        let first = self.first + number_of(self.on_board(other_squares));
        if shape.own_kings == 0 {
            return visitor.row(first, &Line::new(first_number, lowest, turns));
        }
        lines.next.clear();
        lines.next.extend((first_number..).step_by(shape.run).take(lowest_count as usize));
        self.blocks(first, other_squares, lines, visitor);
    }

    /// The side to move has the open king: a row, that in which the opponent's kings stand so, holds all its placements.
    fn rows(&self, opponents: W, mut number: usize, visitor: &mut impl Visit<W>) {
        let Walk { layout, turns, .. } = *self.walk;
        let row = self.first + number_of(self.on_board(opponents)) * layout.columns;
        let left = self.free & !opponents;
        self.each_choice(left, |higher, lowest| {
            let line = Line::new(number, lowest, turns);
            visitor.row(row + number_of(self.on_board(higher)), &line);
            number += line.count as usize;
        });
    }

    /// The opponent has the open king, `others` being his other kings; `lines` knows where the positions of each of its
    /// squares begin.
    fn blocks(&self, first: usize, others: W, lines: &mut Lines<'a, W>, visitor: &mut impl Visit<W>) {
        let Walk { layout, ref map, turns, .. } = *self.walk;
        let left = self.free & !others;
        let Lines { words, lines, next } = lines;
        self.each_choice(left, |higher, lowest| {
            let rows = OneMore::than(self.on_board(higher));
            words.clear();
            words.extend(lowest.squares().map(|square| {
                let square = map[square as usize];
                (square, first + rows.with(square) * layout.columns)
            }));
            lines.clear();
            for (open, next) in left.squares().zip(next.iter_mut()) {
                let squares = lowest & !W::bit(open);
                if higher.has(open) || squares.is_empty() {
                    continue;
                }
                let line = Line::new(*next, squares, turns);
                *next += line.count as usize;
                lines.push((map[open as usize], line));
            }
            visitor.block(words, lines);
        });
    }

    /// Calls `each` with every choice of the kings of the side to move but the lowest among the squares `left`, and with
    /// the squares of `left` below them.
    #[inline(always)]
    fn each_choice(&self, left: W, mut each: impl FnMut(W, W)) {
        let count = self.walk.shape.own_kings - 1;
        let mut higher = Places::new(0, count);
        for _ in 0..choose(left.count() as usize, count) {
            let chosen = higher.chosen();
            let below = chosen.first().map_or(left, |&lowest| first(left, lowest as u32));
            if !below.is_empty() {
                each(chosen.iter().fold(W::EMPTY, |set, &nth| set | W::bit(left.nth(nth as u32))), below);
            }
            higher.advance();
        }
    }

    /// Squares of the slice as squares of the board.
    #[inline(always)]
    fn on_board(&self, set: W) -> W {
        self.walk.turns.map_or(set, |kernel| kernel.turned(set))
    }
}

/// The first so many squares of a set.
#[inline(always)]
fn first<W: Word>(set: W, count: u32) -> W {
    W::first_n(count).spread(set)
}
