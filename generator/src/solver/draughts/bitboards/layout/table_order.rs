//! Iterates over the positions of a slice in table order, with the words that hold them.
//!
//! Table order, defined in `peatee_table::index`, places first the fixed pieces, then the kings of
//! the opponent, then the kings of the side to move. Each of the three is placed as a combination
//! of the squares still free.
//!
//! Consecutive positions that differ only in the lowest king of the side to move are a *run*:
//!
//! * If the side to move has the open king, a run is a part of one word.
//! * If the opponent has the open king, a run is one bit of many words. Transposing a square bit
//!   matrix of these words gives the runs for all squares of the open king.

use std::ops::Range;

use peatee_rules::{Bitboard, Kernel, Kind, Setup, Side};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

use super::placements::{MAX_KINGS, OneMore, choose, number_of, placement};
use super::units::{Layout, fixed_index};

#[derive(Debug, Clone, Copy)]
struct Shape {
    units: usize,
    opponent_kings: usize,
    own_kings: usize,
    /// Number of placements of the kings of the side that is not to move.
    opponents: usize,
    /// Number of groups of positions in one unit (configuration of the men). Placements of the
    /// opponent's kings that differ only in the lowest king belong to the same group.
    groups: usize,
    /// Number of placements of the kings of the side to move, for one placement of the opponent's
    /// kings.
    own_placements: usize,
}

impl Shape {
    fn of<W: Bitboard>(kernel: &Kernel<W>, slice: Slice, fixed: Option<&SliceIndex<W>>) -> Self {
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
            own_placements: choose(free - opponent_kings, own_kings),
        }
    }
}

/// Returns the image of each square under the colour symmetry; empty in games without a colour
/// symmetry.
fn mirror_map<W: Bitboard>(kernel: &Kernel<W>) -> Vec<u8> {
    let image = |square: u8| kernel.mirrored_set(W::bit(square)).lowest();
    kernel.mirror.map_or(Vec::new(), |_| (0..kernel.squares as u8).map(image).collect())
}

#[derive(Debug, Clone)]
struct Combination {
    /// The chosen numbers in ascending order, followed by a larger number that marks the end.
    chosen: [u8; MAX_KINGS + 1],
    count: usize,
}

impl Combination {
    fn new(number: usize, count: usize) -> Self {
        let mut chosen = [u8::MAX; MAX_KINGS + 1];
        for (place, chosen) in placement::<u128>(number, count).squares().zip(&mut chosen) {
            *chosen = place;
        }
        Combination { chosen, count }
    }

    fn chosen(&self) -> &[u8] {
        &self.chosen[..self.count]
    }

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

/// Consecutive positions of a table that differ only in the square of one king.
#[derive(Debug, Clone, Copy)]
pub struct SquareRun<'a, W> {
    pub number: usize,
    pub count: u32,
    /// Squares of the one king whose square differs between the positions, one square for each
    /// position. If `mirror` is set, this king stands on the mirror images of these squares on the
    /// solver's board, which shows the positions mirrored.
    squares: W,
    /// Move generator that mirrors sets of squares. It is set if the solver's board shows the
    /// positions of the slice mirrored, with the colours exchanged; `None` if the board shows them
    /// as they are.
    mirror: Option<&'a Kernel<W>>,
}

impl<'a, W: Bitboard> SquareRun<'a, W> {
    /// Creates a run of consecutive positions that differ only in the square of one king. `number`
    /// is the number of the first position. `squares` holds the squares of this king in the slice,
    /// and must not be empty. If `mirror` is set, the solver's board shows the positions mirrored.
    #[inline(always)]
    pub fn new(number: usize, squares: W, mirror: Option<&'a Kernel<W>>) -> Self {
        SquareRun { number, count: squares.count(), squares, mirror }
    }

    /// Returns one bit for each position of the run, the first position in the lowest bit. The bit
    /// is set if the king of this position stands on a square of `on_board`. Uses the instruction
    /// `pext`.
    #[inline(always)]
    pub fn gather(&self, on_board: W) -> W {
        self.mirror.map_or(on_board, |kernel| kernel.mirrored_set(on_board)).pext(self.squares)
    }

    /// Returns the squares of the king on the board, for the positions of the run whose bits are
    /// set in `positions`. Uses the instruction `pdep`. Inverse of [`SquareRun::gather`].
    #[inline(always)]
    pub fn scatter(&self, positions: W) -> W {
        let set = positions.pdep(self.squares);
        self.mirror.map_or(set, |kernel| kernel.mirrored_set(set))
    }
}

/// Receives the positions of a table as runs (consecutive positions that differ only in the square
/// of one king), with the words that hold them.
pub trait Visitor<W> {
    /// Receives a run (consecutive positions that differ only in the square of one king) whose
    /// positions are all in one word. `place` is the index of that word.
    fn run_in_word(&mut self, place: usize, run: &SquareRun<'_, W>);

    /// Receives several runs (consecutive positions that differ only in the square of one king).
    /// Each position of a run is in a different word: there is one word for each square of that
    /// king. In all these words, the positions of one run have the same bit, which stands for the
    /// square of the open king (a king of the other side).
    ///
    /// * An item of `words` holds a square of the king whose square differs within a run, and the
    ///   index of the word for that square.
    /// * An item of `runs` holds the square of the open king, and the run.
    fn runs_across_words(&mut self, words: &[(u8, usize)], runs: &[(u8, SquareRun<'_, W>)]);
}

/// Returns the size of a square bit matrix that has a row for each square in `words` and a column
/// for each square in `runs` (see `Visitor::runs_across_words`). The size is the least power of two
/// that is greater than all these squares.
pub fn matrix_size<W>(words: &[(u8, usize)], runs: &[(u8, SquareRun<'_, W>)]) -> usize {
    let squares = words.iter().map(|&(square, _)| square).chain(runs.iter().map(|&(square, _)| square));
    squares.max().map_or(1, |highest| (highest as usize + 1).next_power_of_two())
}

/// Iterates over the positions of a slice in table order.
#[derive(Debug)]
pub struct TableOrder<'a, W> {
    kernel: &'a Kernel<W>,
    slice: Slice,
    side: Side,
    layout: &'a Layout<W>,
    /// Index that numbers the configurations of the fixed pieces (all but kings) in table order;
    /// `None` if the slice has only kings.
    fixed: Option<SliceIndex<W>>,
    shape: Shape,
    /// For each square of the slice, the corresponding square of the board. This is the mirror
    /// image of the square if the board shows the slice with the colours exchanged.
    map: Vec<u8>,
    /// Move generator that mirrors sets of squares. It is set if the solver's board shows the
    /// positions of the slice mirrored, with the colours exchanged; `None` if the board shows them
    /// as they are.
    mirror: Option<&'a Kernel<W>>,
}

impl<'a, W: Bitboard> TableOrder<'a, W> {
    /// Creates the table order of `slice`. `layout` describes the solver's board, and `side` is the
    /// side to move on that board. If `side` differs from the side to move of `slice`, the board
    /// shows the positions of `slice` mirrored, with the colours exchanged.
    pub fn new(kernel: &'a Kernel<W>, slice: Slice, side: Side, layout: &'a Layout<W>) -> Self {
        let is_mirrored = side != slice.side;
        let map = if is_mirrored { mirror_map(kernel) } else { (0..kernel.squares as u8).collect() };
        let fixed = fixed_index(kernel, slice);
        let shape = Shape::of(kernel, slice, fixed.as_ref());
        TableOrder { kernel, slice, side, layout, fixed, shape, map, mirror: is_mirrored.then_some(kernel) }
    }

    pub fn positions(&self) -> usize {
        self.shape.units * self.unit_positions()
    }

    /// Returns the number of groups. A group is a sequence of consecutive positions with the same
    /// fixed pieces (all but kings) and the same kings of the opponent except the lowest.
    pub fn groups(&self) -> usize {
        self.shape.units * self.shape.groups
    }

    pub fn unit_groups(&self) -> usize {
        self.shape.groups
    }

    pub fn unit_positions(&self) -> usize {
        self.shape.opponents * self.shape.own_placements
    }

    /// Returns the index in table order of the unit (configuration of the men) whose pieces except
    /// kings are those of `on_board`.
    pub fn unit_of(&self, on_board: &Setup<W>) -> usize {
        self.fixed.as_ref().map_or(0, |index| index.rank(&self.as_in_slice(on_board)) as usize)
    }

    fn as_in_slice(&self, on_board: &Setup<W>) -> Setup<W> {
        self.mirror.map_or(*on_board, |kernel| kernel.mirrored(on_board))
    }

    /// Returns the number of the first position of a group (a sequence of consecutive positions;
    /// see [`TableOrder::groups`]). For the index just after the last group, returns the number of
    /// all positions.
    pub fn first_of(&self, group: usize) -> usize {
        let Shape { opponents, groups, own_placements, .. } = self.shape;
        let others = self.others(group % groups);
        (group / groups * opponents + first_opponents(others.chosen())) * own_placements
    }

    /// Returns the opponent's kings except the lowest, for the group with index `group` in a unit
    /// (see [`TableOrder::groups`]). Each king is given by the index of its square among the free
    /// squares (those without men and other pieces except kings), minus 1. The 1 is subtracted
    /// because only the lowest king can stand on the first free square.
    fn others(&self, group: usize) -> Combination {
        Combination::new(group, self.shape.opponent_kings.saturating_sub(1))
    }

    /// Visits all runs (consecutive positions that differ only in the square of one king) in some
    /// groups of one unit. A group is a sequence of runs; see `TableOrder::groups`. `on_board`
    /// holds the fixed pieces of the unit: all but kings. Groups, positions and words are numbered
    /// from 0 within the unit.
    pub fn visit_in_unit<'o>(
        &'o self,
        on_board: &Setup<W>,
        groups: Range<usize>,
        runs: &mut RunBuffer<'o, W>,
        visitor: &mut impl Visitor<W>,
    ) {
        let free = self.kernel.all & !self.as_in_slice(on_board).occupied();
        UnitOrder { order: self, number: 0, first: 0, free }.groups(groups, runs, visitor);
    }

    /// Visits all runs (consecutive positions that differ only in the square of one king) of one
    /// unit. `on_board` holds the fixed pieces of the unit: all but kings. Positions are numbered
    /// from 0 within the slice, words from 0 within the unit.
    pub fn visit_unit<'o>(&'o self, on_board: &Setup<W>, runs: &mut RunBuffer<'o, W>, visitor: &mut impl Visitor<W>) {
        let fixed = self.as_in_slice(on_board);
        let unit = self.fixed.as_ref().map_or(0, |index| index.rank(&fixed) as usize);
        let (number, free) = (unit * self.unit_positions(), self.kernel.all & !fixed.occupied());
        UnitOrder { order: self, number, first: 0, free }.groups(0..self.shape.groups, runs, visitor);
    }

    pub fn visit(&self, groups: Range<usize>, visitor: &mut impl Visitor<W>) {
        let in_unit = self.shape.groups;
        let mut cursor = self.fixed.as_ref().map(SliceIndex::cursor);
        let mut runs = RunBuffer::default();
        let mut group = groups.start;
        while group < groups.end {
            let number = group / in_unit;
            let setup = match &mut cursor {
                Some(cursor) => *cursor.seek(number as u64),
                None => Setup::default(),
            };
            let first = number * in_unit;
            let end = (first + in_unit).min(groups.end);
            UnitOrder::new(self, number, &setup).groups(group - first..end - first, &mut runs, visitor);
            group = end;
        }
    }
}

/// Returns the index of the first placement of the opponent's kings in which the kings except the
/// lowest are `others`. These are given in the form that [`TableOrder::others`] returns.
fn first_opponents(others: &[u8]) -> usize {
    others.iter().zip(2..).map(|(&other, k)| choose(other as usize + 1, k)).sum()
}

/// Buffers for the arguments of [`Visitor::runs_across_words`].
#[derive(Debug)]
pub struct RunBuffer<'a, W> {
    words: Vec<(u8, usize)>,
    runs: Vec<(u8, SquareRun<'a, W>)>,
    /// Number of the next position to visit, for each square of the open king (the king whose
    /// squares are the bits of a word).
    next: Vec<usize>,
}

impl<W> Default for RunBuffer<'_, W> {
    fn default() -> Self {
        RunBuffer { words: Vec::new(), runs: Vec::new(), next: Vec::new() }
    }
}

struct UnitOrder<'a, W> {
    order: &'a TableOrder<'a, W>,
    number: usize,
    first: usize,
    /// Squares on which no man or other piece except kings stands. These are squares of the slice,
    /// which the solver's board may show mirrored.
    free: W,
}

impl<'a, W: Bitboard> UnitOrder<'a, W> {
    /// Prepares to visit the unit with index `unit` in table order. `setup` holds the fixed pieces
    /// (all but kings) of the unit as they stand in the slice, even if the solver's board shows
    /// them mirrored.
    fn new(order: &'a TableOrder<'a, W>, unit: usize, setup: &Setup<W>) -> Self {
        let free = order.kernel.all & !setup.occupied();
        let on_board = if order.side == order.slice.side { *setup } else { order.kernel.mirrored(setup) };
        let first = order.layout.unit_of(&on_board) * order.layout.unit_words();
        UnitOrder { order, number: unit * order.unit_positions(), first, free }
    }

    fn groups(&self, groups: Range<usize>, runs: &mut RunBuffer<'a, W>, visitor: &mut impl Visitor<W>) {
        let mut others = self.order.others(groups.start);
        for _ in groups {
            self.group(others.chosen(), runs, visitor);
            others.advance();
        }
    }

    /// Visits one group: positions in which the opponent's kings, except the lowest, stand on the
    /// same squares. `others` holds these kings, as [`TableOrder::others`] returns them.
    fn group(&self, others: &[u8], runs: &mut RunBuffer<'a, W>, visitor: &mut impl Visitor<W>) {
        let TableOrder { layout, side, ref shape, mirror, .. } = *self.order;
        let first_number = self.number + first_opponents(others) * shape.own_placements;
        let other_squares = others.iter().fold(W::EMPTY, |set, &other| set | W::bit(self.free.nth(other as u32 + 1)));
        let Some(open) = layout.open else {
            return visitor.run_in_word(self.first, &SquareRun::new(first_number, W::bit(0), None));
        };
        // The opponent's kings other than the lowest stand above it, so it stands on a free square
        // below the lowest of these.
        let lowest_count = others.first().map_or(self.free.count(), |&lowest| lowest as u32 + 1);
        let lowest = first(self.free, lowest_count);
        if open == side {
            if shape.opponent_kings == 0 {
                return self.runs_in_words(W::EMPTY, first_number, visitor);
            }
            for (lowest, number) in lowest.squares().zip((first_number..).step_by(shape.own_placements)) {
                self.runs_in_words(other_squares | W::bit(lowest), number, visitor);
            }
            return;
        }
        let first = self.first + number_of(self.on_board(other_squares));
        if shape.own_kings == 0 {
            return visitor.run_in_word(first, &SquareRun::new(first_number, lowest, mirror));
        }
        runs.next.clear();
        runs.next.extend((first_number..).step_by(shape.own_placements).take(lowest_count as usize));
        self.runs_across_words(first, other_squares, runs, visitor);
    }

    /// Visits the runs (consecutive positions that differ only in the square of one king) of one
    /// placement of the opponent's kings. The side to move must have the open king, whose squares
    /// are the bits of a word. Each run is then a part of one word. All these words are in one row,
    /// because a row holds the positions with one placement of the opponent's kings.
    fn runs_in_words(&self, opponents: W, mut number: usize, visitor: &mut impl Visitor<W>) {
        let TableOrder { layout, mirror, .. } = *self.order;
        let row = self.first + number_of(self.on_board(opponents)) * layout.columns;
        let left = self.free & !opponents;
        self.each_choice(left, |higher, lowest| {
            let run = SquareRun::new(number, lowest, mirror);
            visitor.run_in_word(row + number_of(self.on_board(higher)), &run);
            number += run.count as usize;
        });
    }

    /// Visits the runs (consecutive positions that differ only in the square of one king) of one
    /// group (see `TableOrder::groups`), when the opponent has the open king (the king whose
    /// squares are the bits of a word).
    ///
    /// * `others` holds the squares of the opponent's other kings.
    /// * `first` is the index of the first word in which the other kings stand on `others`.
    /// * `runs.next` must hold, for each square of the open king, the number of the group's first
    ///   position with the open king on that square.
    fn runs_across_words(&self, first: usize, others: W, runs: &mut RunBuffer<'a, W>, visitor: &mut impl Visitor<W>) {
        let TableOrder { layout, ref map, mirror, .. } = *self.order;
        let left = self.free & !others;
        let RunBuffer { words, runs, next } = runs;
        self.each_choice(left, |higher, lowest| {
            let rows = OneMore::than(self.on_board(higher));
            words.clear();
            words.extend(lowest.squares().map(|square| {
                let square = map[square as usize];
                (square, first + rows.with(square) * layout.columns)
            }));
            runs.clear();
            for (open, next) in left.squares().zip(next.iter_mut()) {
                let squares = lowest & !W::bit(open);
                if higher.has(open) || squares.is_empty() {
                    continue;
                }
                let run = SquareRun::new(*next, squares, mirror);
                *next += run.count as usize;
                runs.push((map[open as usize], run));
            }
            visitor.runs_across_words(words, runs);
        });
    }

    /// Calls `each` for every way to place the kings of the side to move, except the lowest, on the
    /// squares `left`. The arguments are the squares of these kings, and the squares of `left`
    /// below all of them.
    #[inline(always)]
    fn each_choice(&self, left: W, mut each: impl FnMut(W, W)) {
        let count = self.order.shape.own_kings - 1;
        let mut higher = Combination::new(0, count);
        for _ in 0..choose(left.count() as usize, count) {
            let chosen = higher.chosen();
            let below = chosen.first().map_or(left, |&lowest| first(left, lowest as u32));
            if !below.is_empty() {
                each(chosen.iter().fold(W::EMPTY, |set, &nth| set | W::bit(left.nth(nth as u32))), below);
            }
            higher.advance();
        }
    }

    #[inline(always)]
    fn on_board(&self, set: W) -> W {
        self.order.mirror.map_or(set, |kernel| kernel.mirrored_set(set))
    }
}

#[inline(always)]
fn first<W: Bitboard>(set: W, count: u32) -> W {
    W::first_n(count).pdep(set)
}
