//! Converts positions, given by row and square of the black king, to position numbers of tables,
//! for writing and reading tables.

use std::ops::Range;

use peatee_chess::{Group, Index, Slice, Symmetry};

use super::layout::SetLayout;
use super::placement_view::{BLACK, PlacementView, WHITE};

/// Converts positions in memory to position numbers of a table.
///
/// In memory, positions that differ only in the square of the black king form a row. A row number
/// consists of an index of the white king's square, and of a number that encodes the squares of the
/// men except kings and pawns.
#[derive(Debug)]
pub struct Numbering {
    index: Index,
    color: usize,
    /// For each symmetry, a map from the number that encodes the men's squares in memory to the
    /// number that encodes them in the table after this symmetry. The map is empty for symmetries
    /// that do not occur.
    digits: Vec<Vec<u32>>,
    /// Pairs of squares of the two kings: for each square of the white king, a list with one pair
    /// for each possible square of the black king.
    places: Vec<Vec<KingPair>>,
}

/// The squares of both kings in memory, and the number that stands for this pair of squares in the
/// table.
#[derive(Debug, Clone, Copy)]
struct KingPair {
    /// Square of the black king in memory, where it is a bit of a word.
    bit: u8,
    pair: u32,
    /// Symmetry that maps positions in memory to positions of the table. If Black is to move, the
    /// colours are swapped before it is applied.
    symmetry: Symmetry,
    /// True when both kings stand on the diagonal. The position then has two position numbers, and
    /// the smaller one is used.
    has_mirror: bool,
    /// True for the one of two pairs of kings that is not written to a table. Its positions are
    /// those of the other pair, mirrored at the diagonal.
    is_twin: bool,
}

/// Number of rows (positions that differ only in the black king's square) processed together, so
/// that their values fit into the processor's cache.
const ROWS_AT_ONCE: usize = 128;

impl Numbering {
    /// Returns the numbering of each slice of a set (a slice and its opposite): first with White to
    /// move, then with Black to move. If both sides have the same pieces, the set has only one
    /// slice.
    pub fn of_set(layout: &SetLayout) -> Vec<Numbering> {
        let colors = [WHITE, BLACK].into_iter().zip(layout.material.both());
        colors.map(|(color, slice)| Self::new(layout, slice, color)).collect()
    }

    /// Returns the numberings for White to move and for Black to move. They share a table if both
    /// sides have the same pieces.
    pub fn of_both(layout: &SetLayout) -> [Numbering; 2] {
        let material = layout.material;
        [Self::new(layout, material, WHITE), Self::new(layout, material.opposite(), BLACK)]
    }

    fn new(layout: &SetLayout, slice: Slice, color: usize) -> Numbering {
        let index = Index::new(slice);
        let kings = layout.rows / layout.ways;
        let place = |king: usize, bit: u8| KingPair::new(&index, layout, color, layout.king_square(king), bit);
        let places = (0..kings).map(|king| (0..64).filter_map(|bit| place(king, bit)).collect()).collect();
        let digits = Symmetry::all().map(|symmetry| match layout.pawns {
            1.. if symmetry.number() > Symmetry::FLIP_FILES.number() => Vec::new(),
            _ => digits_in_table(&index, layout, color, symmetry),
        });
        Numbering { color, digits: digits.collect(), places, index }
    }

    pub fn slice(&self) -> Slice {
        self.index.slice()
    }

    pub fn color(&self) -> usize {
        self.color
    }

    pub fn numbers(&self) -> usize {
        self.index.numbers() as usize
    }

    /// Returns how many consecutive position numbers have the same pawn squares.
    pub fn numbers_of_pawns(&self, layout: &SetLayout) -> usize {
        self.index.kings().pairs().len() * layout.ways
    }

    /// Returns the number that encodes the squares of the pawns in the table. `placement` is the
    /// index of an arrangement of the pawns, to which `mirror` is applied first.
    pub fn pawn_number(&self, layout: &SetLayout, placement: usize, mirror: Symmetry) -> usize {
        let (squares, turn) = (&layout.placements[placement].squares, turn_of(self.color));
        let digit = |group: &Group| {
            let men = layout.men.iter().zip(squares).take(layout.pawns);
            let of_group = men.filter(|(man, _)| man.color == group.side ^ self.color);
            group.digit(of_group.fold(0, |set, (_, &square)| set | 1 << mirror.square(turn.square(square))))
        };
        self.index.pawns().iter().fold(0, |number, group| number * group.ways + digit(group)) as usize
    }

    /// Writes the values of the positions with one arrangement of the pawns to a table. `mirror` is
    /// applied to the positions first. `onto` is the part of the table with the pawns on the
    /// resulting squares. `values` returns the values of a row, indexed by the square of the black
    /// king.
    pub fn put<T: Copy>(
        &self,
        layout: &SetLayout,
        mirror: Symmetry,
        onto: &mut [T],
        values: impl Fn(usize) -> [T; 64],
    ) {
        let mut of_rows: Vec<[T; 64]> = Vec::with_capacity(ROWS_AT_ONCE);
        let mut first_row = usize::MAX;
        self.each_block(layout, |place, row, digits| {
            if std::mem::replace(&mut first_row, row) != row {
                of_rows.clear();
                of_rows.extend((row..row + digits.len()).map(&values));
            }
            if place.is_twin || layout.pawns > 0 && place.symmetry != mirror {
                return;
            }
            let of_kings = &mut onto[place.pair as usize * layout.ways..][..layout.ways];
            let in_table = &self.digits[place.symmetry.number()][digits.clone()];
            let values = of_rows.iter().map(|of_row| of_row[usize::from(place.bit)]);
            match self.mirrored(place) {
                None => in_table.iter().zip(values).for_each(|(&number, value)| of_kings[number as usize] = value),
                Some(mirrored) => {
                    for ((&number, &mirrored), value) in in_table.iter().zip(&mirrored[digits]).zip(values) {
                        if mirrored >= number {
                            of_kings[number as usize] = value;
                        }
                    }
                }
            }
        });
    }

    /// Reads `N` bits of each position with one arrangement of the pawns. `read` returns the bits
    /// for a position number.
    ///
    /// Calls `write` for each row (positions that differ only in the black king's square). The
    /// arguments are the index of the row, `N` words with a bit for each square of the black king,
    /// and the legal positions of the row.
    pub fn read<const N: usize>(
        &self,
        view: PlacementView,
        read: impl Fn(usize) -> [bool; N],
        mut write: impl FnMut(usize, [u64; N], u64),
    ) {
        let mut words = vec![[0; N]; view.layout.rows];
        self.each_number(view, |row, bit, number| {
            for (word, is_set) in words[row].iter_mut().zip(read(number)) {
                *word |= u64::from(is_set) << bit;
            }
        });
        for (number, words) in words.into_iter().enumerate() {
            // Cells of position numbers without a legal position are ignored.
            let legal = view.row(number).map_or(0, |row| view.legal(&row)[self.color]);
            write(number, words.map(|word| word & legal), legal);
        }
    }

    /// Reads one byte for each position with one arrangement of the pawns. `read` returns the byte
    /// of a position number. The result is indexed by row and square of the black king. Bytes
    /// without a legal position are arbitrary.
    pub fn read_bytes(&self, view: PlacementView, read: impl Fn(usize) -> u8) -> Vec<u8> {
        let mut bytes = vec![0; view.layout.rows * 64];
        self.each_number(view, |row, bit, number| bytes[row * 64 + usize::from(bit)] = read(number));
        bytes
    }

    /// Calls `see` for each position of a pawn placement (arrangement of the pawns). The arguments
    /// are the row, the square of the black king, and the position number.
    #[inline(always)]
    fn each_number(&self, view: PlacementView, mut see: impl FnMut(usize, u8, usize)) {
        let layout = view.layout;
        let first_of = |mirror| self.pawn_number(layout, view.placement, mirror) * self.numbers_of_pawns(layout);
        let first = [Symmetry::NONE, Symmetry::FLIP_FILES].map(first_of);
        self.each_block(layout, |place, row, digits| {
            let first = if layout.pawns > 0 { first[place.symmetry.number()] } else { 0 };
            let first = first + place.pair as usize * layout.ways;
            let in_table = &self.digits[place.symmetry.number()][digits.clone()];
            let mirrored = self.mirrored(place).map(|mirrored| &mirrored[digits]);
            for (at, &number) in in_table.iter().enumerate() {
                let number = first + mirrored.map_or(number, |mirrored| number.min(mirrored[at])) as usize;
                see(row + at, place.bit, number);
            }
        });
    }

    /// Divides the rows with the white king on the same square into blocks of at most
    /// `ROWS_AT_ONCE` successive rows. For each block, calls `see` with every pair of kings that
    /// has this square of the white king. The arguments are the pair, the first row of the block,
    /// and the range of the numbers that encode the squares of the other men in these rows.
    #[inline(always)]
    fn each_block(&self, layout: &SetLayout, mut see: impl FnMut(KingPair, usize, Range<usize>)) {
        for (king, places) in self.places.iter().enumerate() {
            for first in (0..layout.ways).step_by(ROWS_AT_ONCE) {
                let digits = first..layout.ways.min(first + ROWS_AT_ONCE);
                places.iter().for_each(|&place| see(place, king * layout.ways + first, digits.clone()));
            }
        }
    }

    /// Returns the map to use for the mirror images of positions. If both kings stand on the
    /// diagonal, mirroring at it gives each position a second position number. The map leads from
    /// the number that encodes the men's squares in memory to the number that encodes their
    /// mirrored squares in the table. Returns `None` for other pairs of kings.
    #[inline(always)]
    fn mirrored(&self, place: KingPair) -> Option<&[u32]> {
        place.has_mirror.then(|| &self.digits[place.symmetry.and_diagonal().number()][..])
    }
}

impl KingPair {
    /// Creates the pair of two kings; `None` if the kings are adjacent.
    fn new(index: &Index, layout: &SetLayout, color: usize, white: u8, bit: u8) -> Option<KingPair> {
        let turn = turn_of(color);
        let kings = if color == WHITE { [white, bit] } else { [bit, white] }.map(|square| turn.square(square));
        let listed = index.kings().listed(kings)?;
        Some(KingPair {
            bit,
            pair: listed.pair() as u32,
            symmetry: listed.symmetry(),
            has_mirror: listed.is_twofold(),
            is_twin: layout.pawns == 0 && white.is_multiple_of(9) && bit / 8 > bit % 8,
        })
    }
}

/// Returns the symmetry that maps squares in memory to those of a table, and back. Positions in
/// memory have the colours of the board, but a table has the side to move as White.
fn turn_of(color: usize) -> Symmetry {
    if color == WHITE { Symmetry::NONE } else { Symmetry::FLIP_RANKS }
}

/// Returns the numbers that encode the men's squares in the table after a symmetry is applied,
/// indexed by the number that encodes these squares in memory.
fn digits_in_table(index: &Index, layout: &SetLayout, color: usize, symmetry: Symmetry) -> Vec<u32> {
    let turn = turn_of(color);
    // `sums[i]` is the number that encodes the men's squares in the table, if `i` encodes them in
    // rows; so far only for the groups handled, beginning with the most significant digit.
    layout.row_groups().fold(vec![0], |sums, of_row| {
        let mut stride = 1;
        let is_it = |group: &&Group| group.kind == of_row.kind && group.side ^ color == of_row.side;
        for group in index.pieces().iter().rev().take_while(|group| !is_it(group)) {
            stride *= group.ways as u32;
        }
        let digit = |squares: u64| of_row.digit(symmetry.bitboard(turn.bitboard(squares))) as u32 * stride;
        let digits: Vec<u32> = (0..of_row.ways).map(|number| digit(of_row.squares(number))).collect();
        sums.iter().flat_map(|sum| digits.iter().map(move |digit| sum + digit)).collect()
    })
}
