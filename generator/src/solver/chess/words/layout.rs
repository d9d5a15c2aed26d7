//! The order of the positions of a set in memory: rows of words, one bit for each square of the
//! black king.
//!
//! A *placement* is an arrangement of all pawns; mirror images (left and right) share a placement.
//! A placement has one row for each square of the white king and arrangement of the other pieces.
//! Without pawns there is one placement, and the white king stands in the triangle a1, d1, d4.

use peatee_chess::{Group, Index, Kind, Slice, Symmetry, choose};

/// Maximum number of men besides the kings.
pub const MEN_MAX: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Man {
    /// Colour: 0 for White, 1 for Black.
    pub color: usize,
    pub kind: Kind,
}

/// Squares of all men except kings, in the order of [`SetLayout::men`].
pub type Squares = [u8; MEN_MAX];

/// The order in which the positions of a set (a slice and its opposite) are stored. Positions that
/// differ only in the square of the black king are the bits of one word.
#[derive(Debug, Clone)]
pub struct SetLayout {
    pub material: Slice,
    /// All men except kings: first the pawns, then the men of each group in `groups`.
    pub men: Vec<Man>,
    pub pawns: usize,
    /// The men except kings and pawns, grouped by side and kind. A row number encodes their squares
    /// as mixed-radix digits, one digit for each group.
    groups: Vec<RowGroup>,
    pawn_groups: Vec<Group>,
    /// Number of arrangements of the men except kings and pawns.
    pub ways: usize,
    /// Number of rows that belong to one arrangement of the pawns. A row has the positions that
    /// differ only in the square of the black king.
    pub rows: usize,
    /// Arrangements of the pawns. An arrangement comes after those to which its pawn moves lead.
    pub placements: Vec<PawnPlacement>,
    /// For each number that encodes the squares of the pawns, the index of their arrangement in
    /// `placements`, and true if only the mirror image of the pawns is listed there. `None` if two
    /// pawns share a square.
    slots: Vec<Option<(u32, bool)>>,
}

/// Men of the same side and kind. One mixed-radix digit of a row number encodes their squares.
#[derive(Debug, Clone)]
struct RowGroup {
    group: Group,
    /// Amount by which the row number grows when the digit of this group grows by one.
    stride: usize,
    first: usize,
    /// Squares of the men of the group as a bitboard, for each value of the digit that encodes
    /// them.
    squares: Vec<u64>,
}

#[derive(Debug, Clone)]
pub struct PawnPlacement {
    /// Squares of the pawns, in the order of [`SetLayout::men`].
    pub squares: Squares,
    pub occupied: u64,
    /// Number that encodes the squares of the pawns, and number that encodes their mirror image.
    pub numbers: [u64; 2],
    pub advance: u32,
}

/// Location of a position in a set: the arrangement of pawns, the row (all men but the black king),
/// and the symmetry that maps the position to this row.
#[derive(Debug, Clone, Copy)]
pub struct Location {
    pub placement: usize,
    pub row: usize,
    pub symmetry: Symmetry,
}

/// Squares on which the white king stands in sets without pawns; a symmetry of the board maps each
/// other square to one of these.
pub const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];

/// Index in [`TRIANGLE`] of each square in that list; 0 for all other squares.
const TRIANGLE_PLACES: [u8; 64] = {
    let mut places = [0; 64];
    let mut place = 0;
    while place < TRIANGLE.len() {
        places[TRIANGLE[place] as usize] = place as u8;
        place += 1;
    }
    places
};

/// Returns all men except kings, first the pawns, then the other men in groups of the same side and
/// kind; and the number of pawns.
pub fn men_of(index: &Index) -> (Vec<Man>, usize) {
    let of_group = |group: &Group| vec![Man { color: group.side, kind: group.kind }; group.count];
    let men: Vec<Man> = index.pawns().iter().chain(index.pieces()).flat_map(of_group).collect();
    (men, index.slice().pawns() as usize)
}

/// Returns the number of rows for one arrangement of the pawns: one row for each combination of
/// squares of the other men except the black king.
pub fn rows_of(index: &Index) -> u64 {
    let kings = if index.pawns().is_empty() { TRIANGLE.len() } else { 64 };
    index.pieces().iter().map(|group| group.ways).product::<u64>() * kings as u64
}

/// Returns the number of arrangements of the pawns. An arrangement and its mirror image count once.
pub fn placements_of(material: Slice) -> u64 {
    let [own, other] = material.sides().map(|army| army.count(Kind::Pawn) as usize);
    let ways = |squares: usize, own: usize, other: usize| choose(squares, own) * choose(squares - own, other);
    // Mirror images (left and right) share a placement. An arrangement that is its own mirror image
    // shares its placement with no other.
    let is_alike = own.is_multiple_of(2) && other.is_multiple_of(2);
    let alike = if is_alike { ways(24, own / 2, other / 2) } else { 0 };
    (ways(48, own, other) + alike) / 2
}

impl SetLayout {
    pub fn new(material: Slice) -> SetLayout {
        let index = Index::new(material);
        let (men, pawns) = men_of(&index);
        let ways = index.pieces().iter().map(|group| group.ways as usize).product();
        let (mut groups, mut stride, mut first) = (Vec::new(), ways, pawns);
        for &group in index.pieces() {
            stride /= group.ways as usize;
            let squares = (0..group.ways).map(|digit| group.squares(digit)).collect();
            groups.push(RowGroup { group, stride, first, squares });
            first += group.count;
        }
        let pawn_groups = index.pawns().to_vec();
        let mut layout = SetLayout {
            material,
            men,
            pawns,
            groups,
            pawn_groups,
            ways,
            rows: rows_of(&index) as usize,
            placements: Vec::new(),
            slots: Vec::new(),
        };
        layout.place_pawns();
        layout
    }

    fn place_pawns(&mut self) {
        let numbers: u64 = self.pawn_groups.iter().map(|group| group.ways).product();
        for number in 0..numbers {
            let Some(squares) = self.pawn_squares(number) else { continue };
            let mirrored = self.pawn_number(&squares, Symmetry::FLIP_FILES);
            if mirrored < number {
                continue;
            }
            let pawns = self.men.iter().zip(squares).take(self.pawns);
            let steps = |(man, square): (&Man, u8)| if man.color == 0 { square / 8 } else { 7 - square / 8 };
            self.placements.push(PawnPlacement {
                squares,
                occupied: squares[..self.pawns].iter().fold(0, |all, square| all | 1 << square),
                numbers: [number, mirrored],
                advance: pawns.map(|pawn| u32::from(steps(pawn))).sum(),
            });
        }
        self.placements.sort_by_key(|placement| (u32::MAX - placement.advance, placement.numbers[0]));
        self.slots = vec![None; numbers as usize];
        for (placement, place) in self.placements.iter().zip(0..) {
            let [number, mirrored] = placement.numbers;
            self.slots[mirrored as usize] = Some((place, true));
            self.slots[number as usize] = Some((place, false));
        }
    }

    /// Returns the squares of the pawns that a number encodes; `None` if two pawns share a square.
    fn pawn_squares(&self, mut number: u64) -> Option<Squares> {
        let (mut squares, mut occupied, mut end) = (Squares::default(), 0, self.pawns);
        for group in self.pawn_groups.iter().rev() {
            let of_group = group.squares(number % group.ways);
            number /= group.ways;
            if occupied & of_group != 0 {
                return None;
            }
            occupied |= of_group;
            put_squares(&mut squares[end - group.count..end], of_group);
            end -= group.count;
        }
        Some(squares)
    }

    /// Returns the number that encodes the squares of the pawns after `symmetry` is applied.
    pub fn pawn_number(&self, squares: &Squares, symmetry: Symmetry) -> u64 {
        let mut first = 0;
        self.pawn_groups.iter().fold(0, |number, group| {
            let of_group = set_of(&squares[first..first + group.count], symmetry);
            first += group.count;
            number * group.ways + group.digit(of_group)
        })
    }

    /// Returns the number that encodes the squares of the men except kings and pawns, after
    /// `symmetry` is applied. It has one mixed-radix digit for each group of men of the same side
    /// and kind.
    #[inline(always)]
    pub fn digits(&self, squares: &Squares, symmetry: Symmetry) -> usize {
        self.groups.iter().fold(0, |number, of_row| {
            let men = &squares[of_row.first..of_row.first + of_row.group.count];
            number * of_row.group.ways as usize + of_row.group.digit(set_of(men, symmetry)) as usize
        })
    }

    /// Sets the squares of the men except kings and pawns to those that the number `digits`
    /// encodes.
    #[inline(always)]
    pub fn put_men(&self, digits: usize, squares: &mut Squares) {
        // Row numbers have 32 bits. Numbers of 32 bits are divided faster than longer ones.
        let mut rest = digits as u32;
        for of_row in self.groups.iter().rev() {
            let ways = of_row.squares.len() as u32;
            let of_group = of_row.squares[(rest % ways) as usize];
            rest /= ways;
            put_squares(&mut squares[of_row.first..of_row.first + of_row.group.count], of_group);
        }
    }

    /// Returns where a position is stored: the arrangement of the pawns, the row (positions that
    /// differ only in the black king's square), and the symmetry that maps the position to this
    /// row.
    ///
    /// # Panics
    /// Panics when a pawn stands on a first or last rank.
    #[inline(always)]
    pub fn locate(&self, white_king: u8, squares: &Squares) -> Location {
        let (placement, symmetry) = if self.pawns == 0 {
            (0, Symmetry::into_triangle(white_king))
        } else {
            let number = self.pawn_number(squares, Symmetry::NONE) as usize;
            let (placement, is_mirrored) = self.slots[number].expect("a placement of pawns");
            (placement as usize, if is_mirrored { Symmetry::FLIP_FILES } else { Symmetry::NONE })
        };
        let king = self.king_place(symmetry.square(white_king));
        Location { placement, row: king * self.ways + self.digits(squares, symmetry), symmetry }
    }

    /// Returns the index that stands for the square of the white king in row numbers.
    #[inline(always)]
    pub fn king_place(&self, square: u8) -> usize {
        if self.pawns == 0 { TRIANGLE_PLACES[square as usize].into() } else { square.into() }
    }

    /// Returns the square of the white king for an index that [`Self::king_place`] returns.
    #[inline(always)]
    pub fn king_square(&self, place: usize) -> u8 {
        if self.pawns == 0 { TRIANGLE[place] } else { place as u8 }
    }

    /// Returns the groups of men of the same side and kind, except kings and pawns, in the order in
    /// which row numbers encode their squares. Side 0 is White.
    pub fn row_groups(&self) -> impl Iterator<Item = Group> {
        self.groups.iter().map(|of_row| of_row.group)
    }

    /// Returns a function that takes a square and returns the index of the row in which `man`,
    /// which is not a pawn, stands on that square. All other men stand as in `row`.
    #[inline(always)]
    pub fn rows_with(&self, row: usize, squares: &Squares, man: usize) -> impl Fn(u8) -> usize {
        let of_row = self.groups.iter().rev().find(|of_row| of_row.first <= man).expect("a man that is no pawn");
        let (group, stride) = (of_row.group, of_row.stride);
        let others = set_of(&squares[of_row.first..of_row.first + group.count], Symmetry::NONE) ^ 1 << squares[man];
        let digit = move |square: u8| match group.count {
            1 => usize::from(square),
            _ => group.digit(others | 1 << square) as usize,
        };
        let without = row - digit(squares[man]) * stride;
        move |to| without + digit(to) * stride
    }
}

#[inline(always)]
fn set_of(squares: &[u8], symmetry: Symmetry) -> u64 {
    squares.iter().fold(0, |set, &square| set | 1 << symmetry.square(square))
}

#[inline(always)]
fn put_squares(squares: &mut [u8], mut set: u64) {
    for square in squares {
        *square = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
    }
}
