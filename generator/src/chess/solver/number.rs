//! The values of a solved placement, by the numbers that tables give positions.

use std::ops::Range;

use peatee_chess::{Group, Index, Slice, Symmetry};

use super::iterate::SolvedPlacement;
use super::layout::{Layout, Squares};
use super::unit::{BLACK, WHITE};
use crate::solver::Known;

/// The values of all numbers of a slice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedValues {
    /// The slice.
    pub slice: Slice,
    /// The value of each number; a draw where no legal position has the number.
    pub values: Vec<Known>,
    /// A bit for each number that no legal position has, eight to a byte.
    pub no_position: Vec<u8>,
}

impl NumberedValues {
    /// Puts in the values of some numbers.
    pub fn put(&mut self, cells: Cells) {
        let first = cells.numbers.start;
        for (place, value) in cells.values.iter().enumerate() {
            let number = first + place;
            if let Some(value) = value {
                self.values[number] = *value;
                self.no_position[number / 8] &= !(1 << (number % 8));
            }
        }
    }
}

/// The values of numbers that follow each other.
#[derive(Debug)]
pub struct Cells {
    /// The place of their slice in [`ByNumber::empty`].
    pub slice: usize,
    numbers: Range<usize>,
    /// None for numbers that no legal position has.
    values: Vec<Option<Known>>,
}

/// How the slices of a set number what rows hold.
#[derive(Debug)]
pub struct ByNumber {
    slices: Vec<OfSlice>,
}

/// One slice.
#[derive(Debug)]
struct OfSlice {
    index: Index,
    /// The side to move, as rows have it.
    color: usize,
    /// For each symmetry from squares of the board to those of rows: the number of the men in rows
    /// for each number of them in the table. Empty where the symmetry is not used.
    men: Vec<Vec<u32>>,
    /// The number of the men of the mirror image, without pawns.
    mirrored: Vec<u32>,
}

impl ByNumber {
    /// Of both slices of a set.
    pub fn new(layout: &Layout) -> ByNumber {
        let slices = layout.material.both().into_iter().zip([WHITE, BLACK]);
        ByNumber { slices: slices.map(|(slice, color)| OfSlice::new(layout, slice, color)).collect() }
    }

    /// The slices, no value known yet.
    pub fn empty(&self) -> Vec<NumberedValues> {
        let empty = |of_slice: &OfSlice| {
            let numbers = of_slice.index.numbers() as usize;
            // Numbers with two pawns on one square are in no placement.
            let mut no_position = vec![u8::MAX; numbers.div_ceil(8)];
            if let Some(last) = no_position.last_mut().filter(|_| !numbers.is_multiple_of(8)) {
                *last = (1 << (numbers % 8)) - 1;
            }
            NumberedValues { slice: of_slice.index.slice(), values: vec![Known::DRAW; numbers], no_position }
        };
        self.slices.iter().map(empty).collect()
    }

    /// The values that a placement holds.
    pub fn cells_of(&self, layout: &Layout, placement: usize, solved: &SolvedPlacement) -> Vec<Cells> {
        let numbers = layout.placements[placement].numbers;
        let mut images = vec![(numbers[0], Symmetry::NONE), (numbers[1], Symmetry::FLIP_FILES)];
        images.dedup_by_key(|(number, _)| *number);
        let of_slice = |slice: usize| images.iter().map(move |&(_, mirror)| (slice, mirror));
        let wanted = (0..self.slices.len()).flat_map(of_slice);
        wanted.map(|(slice, mirror)| self.slices[slice].cells(slice, layout, placement, mirror, solved)).collect()
    }
}

/// What brings squares of a table to squares of the board with White's pieces as rows have them.
fn turn_of(color: usize) -> Symmetry {
    if color == WHITE { Symmetry::NONE } else { Symmetry::FLIP_RANKS }
}

impl OfSlice {
    fn new(layout: &Layout, slice: Slice, color: usize) -> OfSlice {
        let index = Index::new(slice);
        let symmetries: Vec<Symmetry> = match layout.pawns {
            0 => Symmetry::all().collect(),
            _ => vec![Symmetry::NONE, Symmetry::FLIP_FILES],
        };
        let mut men = vec![Vec::new(); Symmetry::COUNT];
        for symmetry in symmetries {
            let in_rows = |squares: Squares| layout.digits(&squares, symmetry) as u32;
            men[symmetry.number()] = each_men(&index, layout, color).map(in_rows).collect();
        }
        let mirrored = match layout.pawns {
            0 => each_men(&index, layout, color).map(|squares| table_digits(&index, layout, color, &squares)).collect(),
            _ => Vec::new(),
        };
        OfSlice { index, color, men, mirrored }
    }

    fn cells(
        &self,
        slice: usize,
        layout: &Layout,
        placement: usize,
        mirror: Symmetry,
        solved: &SolvedPlacement,
    ) -> Cells {
        let (pairs, ways, turn) = (self.index.kings().pairs(), layout.ways, turn_of(self.color));
        let legal = &solved.words.legal[self.color];
        let (won, lost) = (&solved.words.won[self.color], &solved.words.lost[self.color]);
        let plies = &solved.plies[self.color];
        let mut values = Vec::with_capacity(pairs.len() * ways);
        for &[own, other] in pairs {
            let (own_in_rows, other_in_rows) = (turn.square(own), turn.square(other));
            let (white, black) =
                if self.color == WHITE { (own_in_rows, other_in_rows) } else { (other_in_rows, own_in_rows) };
            let symmetry = if layout.pawns == 0 { Symmetry::into_triangle(white) } else { mirror };
            let (first, bit) = (layout.king_place(symmetry.square(white)) * ways, symmetry.square(black));
            let men = &self.men[symmetry.number()];
            // Both kings on the diagonal: the smaller of two numbers stands for the position.
            let has_mirror = layout.pawns == 0 && own % 9 == 0 && other % 9 == 0;
            values.extend(men.iter().zip(0..).map(|(&digits, number)| {
                let row = first + digits as usize;
                if legal[row] >> bit & 1 == 0 || has_mirror && self.mirrored[number as usize] < number {
                    return None;
                }
                let plies = || plies[row * 64 + usize::from(bit)].into();
                Some(match (won[row] >> bit & 1, lost[row] >> bit & 1) {
                    (1, _) => Known::won(plies()),
                    (_, 1) => Known::lost(plies()),
                    _ => Known::DRAW,
                })
            }));
        }
        let squares = &layout.placements[placement].squares;
        let pawns = self.pawn_number(layout, squares, mirror) as usize;
        Cells { slice, numbers: pawns * values.len()..(pawns + 1) * values.len(), values }
    }

    /// The number of the pawns in the table.
    fn pawn_number(&self, layout: &Layout, squares: &Squares, mirror: Symmetry) -> u64 {
        let turn = turn_of(self.color);
        let digit = |group: &Group| {
            let men = layout.men.iter().zip(squares).take(layout.pawns);
            let of_group = men.filter(|(man, _)| man.color == group.side ^ self.color);
            group.digit(of_group.fold(0, |set, (_, &square)| set | 1 << turn.square(mirror.square(square))))
        };
        self.index.pawns().iter().fold(0, |number, group| number * group.ways + digit(group))
    }
}

/// The squares of the men that are no pawns, as rows have them but for symmetries, for each number
/// of them in the table.
fn each_men<'a>(index: &'a Index, layout: &'a Layout, color: usize) -> impl Iterator<Item = Squares> + 'a {
    (0..layout.ways as u64).map(move |mut number| {
        let mut squares = Squares::default();
        for group in index.pieces().iter().rev() {
            let mut of_group = turn_of(color).bitboard(group.squares(number % group.ways));
            number /= group.ways;
            for (square, man) in squares.iter_mut().zip(&layout.men) {
                if man.kind == group.kind && man.color == group.side ^ color {
                    *square = of_group.trailing_zeros() as u8;
                    of_group &= of_group.wrapping_sub(1);
                }
            }
        }
        squares
    })
}

/// The number in the table of the mirror image of men that stand as rows have them.
fn table_digits(index: &Index, layout: &Layout, color: usize, squares: &Squares) -> u32 {
    let mirror = Symmetry::NONE.and_diagonal();
    let digit = |group: &Group| {
        let men = layout.men.iter().zip(squares);
        let of_group = men.filter(|(man, _)| man.kind == group.kind && man.color == group.side ^ color);
        group.digit(of_group.fold(0, |set, (_, &square)| set | 1 << mirror.square(turn_of(color).square(square))))
    };
    index.pieces().iter().fold(0, |number, group| number * group.ways + digit(group)) as u32
}
