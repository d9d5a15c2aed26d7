use peatee_rules::Bitboard;

use super::units::Layout;

/// Values of one or more units (configurations of the men). For each placement of all kings but one
/// there is a value word: the values for all squares of the remaining king.
#[derive(Debug, Clone)]
pub struct WordTable<W> {
    /// Number of machine words from one value word (the values for all squares of one king) to the
    /// next; at least `value_words`.
    pub stride: usize,
    /// Number of machine words in one value word (the values of all positions that differ only in
    /// the square of one king).
    pub value_words: usize,
    pub words: Vec<W>,
}

impl<W: Bitboard> WordTable<W> {
    /// Creates a table of `units` units (configurations of the men) in which all values are draws.
    /// For each placement of all kings but one, the table has `value_words` machine words.
    pub fn of_units(layout: &Layout<W>, units: usize, value_words: usize) -> Self {
        let words = vec![W::EMPTY; units * layout.unit_words() * value_words];
        WordTable { stride: value_words, value_words, words }
    }

    #[inline(always)]
    pub fn at(&self, place: usize) -> &[W] {
        &self.words[place * self.stride..][..self.value_words]
    }
}

/// View of the values of units (configurations of the men), in memory or in a mapped file. For each
/// placement of all kings but one there is a value word: the values for all squares of the
/// remaining king. There are no gaps between value words.
#[derive(Debug, Clone, Copy)]
pub struct WordView<'a, W> {
    value_words: usize,
    words: &'a [W],
}

impl<'a, W> WordView<'a, W> {
    pub const NONE: Self = WordView { value_words: 0, words: &[] };

    pub fn new(words: &'a [W], value_words: usize) -> Self {
        WordView { value_words, words }
    }

    #[inline(always)]
    pub fn at(self, place: usize) -> &'a [W] {
        &self.words[place * self.value_words..][..self.value_words]
    }
}
