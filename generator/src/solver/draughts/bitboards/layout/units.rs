//! Maps a position to its unit, row, column and bit.
//!
//! The squares of one king, the *open king*, are the bits of a word. A *unit* is one configuration
//! of the *fixed pieces*: men, and all other kinds except kings. A unit has a *row* for every
//! placement of the kings of the side without the open king; a row has a *column* for every
//! placement of the other kings of the open king's side.
//!
//! With `k` kings on the open king's side, every position is stored `k` times, once with each of
//! these kings as the open king. The open king therefore belongs to the side with fewer kings.

use peatee_rules::{Bitboard, Kernel, Kind, Setup, Side};
use peatee_table::index::{Cursor, SliceIndex};
use peatee_table::{Material, Slice};

use super::placements::{all_placements, choose, number_of};

#[derive(Debug, Clone)]
pub struct Layout<W> {
    /// Pieces of each side on the solver's board. The board may show a slice mirrored, with the
    /// colours exchanged.
    pub material: Material,
    /// The side of the open king (the king whose squares are the bits of a word); `None` in slices
    /// without kings, whose words have only bit 0.
    pub open: Option<Side>,
    /// Index that numbers the configurations of the fixed pieces (all but kings); `None` if the
    /// slice has only kings.
    fixed: Option<SliceIndex<W>>,
    /// Number of rows: one for each placement of the kings of the side without the open king (the
    /// king whose squares are the bits of a word).
    pub rows: usize,
    /// Number of columns: one for each placement of the other kings of the open king's side. The
    /// squares of the open king are the bits of a word.
    pub columns: usize,
    squares: u32,
}

fn king_count(material: &Material, side: Side) -> u8 {
    material.counts[side as usize][Kind::King as usize]
}

fn without_kings(material: &Material) -> Material {
    let mut fixed = *material;
    fixed.counts.iter_mut().for_each(|counts| counts[Kind::King as usize] = 0);
    fixed
}

/// Returns an index that numbers the configurations of the fixed pieces (all but kings) of a slice;
/// `None` when the slice has no fixed pieces.
///
/// Table order (see `peatee_table::index`) places the kings last, so it sorts positions first by
/// this number. Every configuration has the same number of positions, because the kings can be
/// placed in equally many ways.
pub fn fixed_index<W: Bitboard>(kernel: &Kernel<W>, slice: Slice) -> Option<SliceIndex<W>> {
    let material = without_kings(&slice.material);
    (material.pieces() > 0).then(|| SliceIndex::new(kernel, Slice { material, side: slice.side }))
}

/// Returns the best side for the open king (the king whose squares are the bits of a word): the
/// side with the fewer kings, but at least one. This choice takes the least memory.
pub fn best_open_side(material: &Material) -> Option<Side> {
    let with_kings = Side::BOTH.into_iter().filter(|&side| king_count(material, side) > 0);
    with_kings.min_by_key(|&side| king_count(material, side))
}

impl<W: Bitboard> Layout<W> {
    /// Creates the layout in which a king of `open` is the open king (the king whose squares are
    /// the bits of a word). If `open` has no king, a king of the other side is the open king.
    pub fn new(kernel: &Kernel<W>, material: Material, open: Option<Side>) -> Self {
        let open = Self::open_side(&material, open);
        let squares = kernel.squares;
        let count =
            |side: Side, left_out: u8| choose(squares as usize, (king_count(&material, side) - left_out) as usize);
        let (rows, columns) = open.map_or((1, 1), |side| (count(side.other(), 0), count(side, 1)));
        let fixed = fixed_index(kernel, Slice { material, side: Side::White });
        Layout { material, open, fixed, rows, columns, squares }
    }

    /// Returns the side of the open king (the king whose squares are the bits of a word): `wanted`
    /// if that side has a king, otherwise the side that [`best_open_side`] chooses.
    pub fn open_side(material: &Material, wanted: Option<Side>) -> Option<Side> {
        wanted.filter(|&side| king_count(material, side) > 0).or_else(|| best_open_side(material))
    }

    pub fn units(&self) -> usize {
        self.fixed.as_ref().map_or(1, |index| index.size() as usize)
    }

    pub fn unit_words(&self) -> usize {
        self.rows * self.columns
    }

    fn placed_kings(&self) -> (usize, usize) {
        self.open.map_or((0, 0), |side| {
            (king_count(&self.material, side.other()) as usize, king_count(&self.material, side) as usize - 1)
        })
    }

    pub fn squares(&self) -> u32 {
        self.squares
    }

    /// Returns the number of kings of the open king's side except the open king (the king whose
    /// squares are the bits of a word). A column stands for a placement of these kings.
    pub fn column_kings(&self) -> usize {
        self.placed_kings().1
    }

    /// Returns two lists of placements of kings. The first has one for each row: the kings of the
    /// side without the open king (the king whose squares are the bits of a word). The second has
    /// one for each column: the other kings of the open king's side.
    pub fn placements(&self) -> (Vec<W>, Vec<W>) {
        let (row, column) = self.placed_kings();
        (all_placements(self.squares, row), all_placements(self.squares, column))
    }

    #[inline(always)]
    pub fn unit_of(&self, setup: &Setup<W>) -> usize {
        self.fixed.as_ref().map_or(0, |index| index.rank(setup) as usize)
    }

    pub fn fixed_pieces(&self, unit: u32) -> Setup<W> {
        self.fixed_cursor().map_or(Setup::default(), |mut cursor| *cursor.seek(unit as u64))
    }

    pub fn fixed_cursor(&self) -> Option<Cursor<'_, W>> {
        self.fixed.as_ref().map(SliceIndex::cursor)
    }

    #[inline(always)]
    pub fn has_fixed(&self) -> bool {
        self.fixed.is_some()
    }

    /// Returns the index of the word that holds a position, and the bit of the position in the
    /// word. The bit is the square of the lowest king of the side `open`. The other kings of that
    /// side lead to other words that hold the same position.
    #[inline(always)]
    pub fn word_of(&self, unit: usize, setup: &Setup<W>) -> (usize, u8) {
        let Some(open) = self.open else {
            return (unit, 0);
        };
        let own = setup.get(open, Kind::King);
        (self.word_with(unit, setup, own.without_lowest()), own.lowest())
    }

    /// Returns the index of the word that holds the position `setup`. `own` holds the kings of the
    /// open king's side except the open king, whose squares are the bits of the word.
    #[inline(always)]
    pub fn word_with(&self, unit: usize, setup: &Setup<W>, own: W) -> usize {
        let open = self.open.unwrap_or(Side::White);
        self.word_of_kings(unit, setup.get(open.other(), Kind::King), own)
    }

    /// Returns the index of the word with these placements of kings in a unit. `own` holds the
    /// kings of the open king's side except the open king, whose squares are the bits of the word.
    /// `others` holds the kings of the other side.
    #[inline(always)]
    pub fn word_of_kings(&self, unit: usize, others: W, own: W) -> usize {
        self.word_in_row(unit, number_of(others), own)
    }

    /// Returns the index of a word in row `row` of a unit (configuration of the men). `own` holds
    /// the kings of the open king's side except the open king, whose squares are the bits of the
    /// word.
    #[inline(always)]
    pub fn word_in_row(&self, unit: usize, row: usize, own: W) -> usize {
        (unit * self.rows + row) * self.columns + number_of(own)
    }
}
