//! Rows that are to be looked at again, and what is found there.

use peatee_rules::Word;
use rayon::prelude::*;

/// Rows that one thread takes at a time.
pub const ROWS_TOGETHER: usize = 64;

/// Rows of a unit, each at most once.
#[derive(Debug, Default)]
pub struct Marks {
    is_marked: Vec<bool>,
    /// Those that are, in the order in which they were marked.
    rows: Vec<u32>,
}

impl Marks {
    /// None of so many rows.
    pub fn new(rows: usize) -> Self {
        Marks { is_marked: vec![false; rows], rows: Vec::with_capacity(rows) }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    #[inline(always)]
    pub fn mark(&mut self, row: usize) {
        if !std::mem::replace(&mut self.is_marked[row], true) {
            self.rows.push(row as u32);
        }
    }

    /// Marks all rows, in order.
    pub fn mark_all(&mut self) {
        self.is_marked.fill(true);
        self.rows.clear();
        self.rows.extend(0..self.is_marked.len() as u32);
    }

    /// Moves the rows to a list, where they take the place of what is there; none is marked then.
    pub fn take(&mut self, rows: &mut Vec<u32>) {
        rows.clear();
        std::mem::swap(&mut self.rows, rows);
        rows.iter().for_each(|&row| self.is_marked[row as usize] = false);
    }
}

/// What a search finds in the rows it looks at.
#[derive(Debug)]
pub struct Finds<W> {
    rows: Vec<u32>,
    /// Words of a row.
    columns: usize,
    /// Row after row.
    words: Vec<W>,
    /// By row: whether that is anything. Where it is not, the words mean nothing.
    found: Vec<bool>,
}

impl<W> Default for Finds<W> {
    fn default() -> Self {
        Finds { rows: Vec::new(), columns: 1, words: Vec::new(), found: Vec::new() }
    }
}

impl<W: Word> Finds<W> {
    /// With room for so many rows of so many words.
    pub fn new(rows: usize, columns: usize) -> Self {
        let words = vec![W::EMPTY; rows * columns];
        Finds { rows: Vec::with_capacity(rows), columns, words, found: Vec::with_capacity(rows) }
    }

    /// Looks at the rows that are marked, none of which is marked then: `look` is given each row and its words to fill
    /// in, and says whether it has found anything. With `shares_rows` several threads do this.
    #[inline(always)]
    pub fn look(&mut self, marks: &mut Marks, shares_rows: bool, look: impl Fn(usize, &mut [W]) -> bool + Sync) {
        marks.take(&mut self.rows);
        self.found.clear();
        self.found.resize(self.rows.len(), false);
        let one_row = |((&row, words), found): ((&u32, &mut [W]), &mut bool)| *found = look(row as usize, words);
        if shares_rows {
            let rows = self.rows.par_iter().zip(self.words.par_chunks_mut(self.columns)).zip(&mut self.found);
            rows.with_min_len(ROWS_TOGETHER).for_each(one_row);
        } else {
            self.rows.iter().zip(self.words.chunks_mut(self.columns)).zip(&mut self.found).for_each(one_row);
        }
    }

    /// The rows in which something was found, and their words.
    #[inline(always)]
    pub fn rows(&self) -> impl Iterator<Item = (usize, &[W])> {
        let all = self.rows.iter().zip(self.words.chunks(self.columns)).zip(&self.found);
        all.filter(|(_, found)| **found).map(|((&row, words), _)| (row as usize, words))
    }

    /// Adds to what was found what `more` says of each place, which is counted from the first row on.
    pub fn add(&mut self, more: impl Fn(usize) -> W) {
        let columns = self.columns;
        for ((&row, words), found) in self.rows.iter().zip(self.words.chunks_mut(columns)).zip(&mut self.found) {
            if !*found {
                words.fill(W::EMPTY);
            }
            for (word, place) in words.iter_mut().zip(row as usize * columns..) {
                *word |= more(place);
                *found |= !word.is_empty();
            }
        }
    }
}
