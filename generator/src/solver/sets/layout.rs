//! How the positions of one material are laid out in words.
//!
//! One king, the open one, is left out; its squares are the bits of a word. A *unit* is one configuration of the fixed
//! pieces (men, and any other kind that is no king). Inside a unit there is a row for every placement of the kings of
//! the other side and, in it, a column for every placement of the other kings of the open king's side.
//!
//! With `k` kings on the open king's side every position is there `k` times, once for each of them as the open one. So
//! the open king is one of the side that has fewer.

use peatee_rules::{Kernel, Kind, Setup, Side, Word};
use peatee_table::index::{Cursor, SliceIndex};
use peatee_table::{Material, Slice};

use super::placements::{all_placements, choose, number_of};

/// The layout of one material.
#[derive(Debug, Clone)]
pub struct Layout<W> {
    /// The pieces, colours as on the board.
    pub material: Material,
    /// Whose king is open; `None` where nobody has a king, and words have only bit 0.
    pub open: Option<Side>,
    /// Numbers the configurations of the fixed pieces; `None` where there are none.
    fixed: Option<SliceIndex<W>>,
    /// Number of placements of the kings of the side that does not have the open king.
    pub rows: usize,
    /// Number of placements of the other kings of the side that has it.
    pub columns: usize,
    squares: u32,
}

/// The kings of `side`.
fn kings(material: &Material, side: Side) -> u8 {
    material.counts[side as usize][Kind::King as usize]
}

/// The same material without its kings.
fn without_kings(material: &Material) -> Material {
    let mut fixed = *material;
    fixed.counts.iter_mut().for_each(|counts| counts[Kind::King as usize] = 0);
    fixed
}

/// The numbering of the configurations of the fixed pieces of a slice; `None` when it has none.
///
/// The numbers of positions in tables begin with it: pieces that cannot stand everywhere are placed first, and the kings
/// can be placed in the same number of ways for each.
pub fn fixed_index<W: Word>(kernel: &Kernel<W>, slice: Slice) -> Option<SliceIndex<W>> {
    let material = without_kings(&slice.material);
    (material.pieces() > 0).then(|| SliceIndex::new(kernel, Slice { material, side: slice.side }))
}

/// The side whose king is best left open.
pub fn best_open_side(material: &Material) -> Option<Side> {
    let with_kings = Side::BOTH.into_iter().filter(|&side| kings(material, side) > 0);
    with_kings.min_by_key(|&side| kings(material, side))
}

impl<W: Word> Layout<W> {
    /// The layout with a king of `open` left open, or of the other side when that side has no king.
    pub fn new(kernel: &Kernel<W>, material: Material, open: Option<Side>) -> Self {
        let open = Self::open_side(&material, open);
        let squares = kernel.squares;
        let count = |side: Side, left_out: u8| choose(squares as usize, (kings(&material, side) - left_out) as usize);
        let (rows, columns) = open.map_or((1, 1), |side| (count(side.other(), 0), count(side, 1)));
        let fixed = fixed_index(kernel, Slice { material, side: Side::White });
        Layout { material, open, fixed, rows, columns, squares }
    }

    /// Whose king is open when one of `wanted` is to be.
    pub fn open_side(material: &Material, wanted: Option<Side>) -> Option<Side> {
        wanted.filter(|&side| kings(material, side) > 0).or_else(|| best_open_side(material))
    }

    /// The number of units.
    pub fn units(&self) -> usize {
        self.fixed.as_ref().map_or(1, |index| index.size() as usize)
    }

    /// The number of words of one unit.
    pub fn unit_words(&self) -> usize {
        self.rows * self.columns
    }

    /// The number of kings that rows and columns place.
    fn king_counts(&self) -> (usize, usize) {
        self.open.map_or((0, 0), |side| {
            (kings(&self.material, side.other()) as usize, kings(&self.material, side) as usize - 1)
        })
    }

    /// The placements of the rows and of the columns.
    pub fn placements(&self) -> (Vec<W>, Vec<W>) {
        let (row, column) = self.king_counts();
        (all_placements(self.squares, row), all_placements(self.squares, column))
    }

    /// The unit that a position belongs to.
    #[inline(always)]
    pub fn unit_of(&self, setup: &Setup<W>) -> usize {
        self.fixed.as_ref().map_or(0, |index| index.rank(setup) as usize)
    }

    /// Walks over the configurations of the fixed pieces.
    pub fn fixed_cursor(&self) -> Option<Cursor<'_, W>> {
        self.fixed.as_ref().map(SliceIndex::cursor)
    }

    /// True when there are fixed pieces.
    #[inline(always)]
    pub fn has_fixed(&self) -> bool {
        self.fixed.is_some()
    }

    /// Where the word of a position of that unit is and its bit there, the lowest king being the open one.
    #[inline(always)]
    pub fn place_of(&self, unit: usize, setup: &Setup<W>) -> (usize, u8) {
        let Some(open) = self.open else {
            return (unit, 0);
        };
        let own = setup.get(open, Kind::King);
        (self.place_with(unit, setup, own.without_lowest()), own.lowest())
    }

    /// Where the word of a position is, whose open king is not among `own`, the kings of its side.
    #[inline(always)]
    pub fn place_with(&self, unit: usize, setup: &Setup<W>, own: W) -> usize {
        let open = self.open.unwrap_or(Side::White);
        self.place_among(unit, setup.get(open.other(), Kind::King), own)
    }

    /// Where the word is in which these are the kings of the other side, and these those of the open king's side but for
    /// the open one.
    #[inline(always)]
    pub fn place_among(&self, unit: usize, others: W, own: W) -> usize {
        self.place_in_row(unit, number_of(others), own)
    }

    /// The same in the row with that number.
    #[inline(always)]
    pub fn place_in_row(&self, unit: usize, row: usize, own: W) -> usize {
        (unit * self.rows + row) * self.columns + number_of(own)
    }
}

/// Value words of one material and side to move.
#[derive(Debug, Clone)]
pub struct WordTable<W> {
    /// Words of one value, and the word behind it if there is one.
    pub stride: usize,
    /// Words of one value.
    pub value_words: usize,
    /// By unit, row and column.
    pub words: Vec<W>,
}

impl<W: Word> WordTable<W> {
    /// Draws everywhere.
    pub fn new(layout: &Layout<W>, value_words: usize) -> Self {
        Self::with_stride(layout, value_words, value_words)
    }

    /// Draws everywhere; behind each value there is a word for the squares where nothing can be captured.
    pub fn with_quiet(layout: &Layout<W>, value_words: usize) -> Self {
        Self::with_stride(layout, value_words, value_words + 1)
    }

    fn with_stride(layout: &Layout<W>, value_words: usize, stride: usize) -> Self {
        let words = vec![W::EMPTY; layout.units() * layout.unit_words() * stride];
        WordTable { stride, value_words, words }
    }

    /// No values.
    pub fn none() -> Self {
        WordTable { stride: 0, value_words: 0, words: Vec::new() }
    }

    /// The value at a place.
    #[inline(always)]
    pub fn at(&self, place: usize) -> &[W] {
        &self.words[place * self.stride..][..self.value_words]
    }
}
